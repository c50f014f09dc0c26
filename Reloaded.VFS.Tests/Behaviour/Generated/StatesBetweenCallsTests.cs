namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>Tests of the oracle for kills: which states it accepts as those between two system calls, and which it doesn't.</summary>
public sealed class StatesBetweenCallsTests
{
    private const string Old = "S\\old.txt size=3 hash=0000000000000001 text=old", New = "S\\new.txt size=3 hash=0000000000000001 text=old",
        Other = "S\\other.txt size=5 hash=0000000000000002 text=other";

    [Theory]
    [InlineData(true, Old, Other)]
    [InlineData(true, New, Other)]
    [InlineData(false, Old, New, Other)]
    [InlineData(false, Other)]
    [InlineData(false, New)]
    public void ARenameLeavesOneName(bool isOne, params string[] now)
    {
        foreach (string command in (string[])[@"rename | S\old.txt | S\new.txt", @"move | S\old.txt | S\new.txt", @"ntrename | 10 | 0 | x"])
            Assert.Equal(isOne, Contain(command, [Old, Other], [New, Other], now));
    }

    [Theory]
    [InlineData(true, @"S\old\", @"S\old\a.txt size=1 hash=0000000000000001 text=a")]
    [InlineData(true, @"S\new\", @"S\new\a.txt size=1 hash=0000000000000001 text=a")]
    [InlineData(false, @"S\old\", @"S\old\a.txt size=1 hash=0000000000000001 text=a", @"S\new\")]
    [InlineData(false, @"S\old\", @"S\new\", @"S\new\a.txt size=1 hash=0000000000000001 text=a")]
    [InlineData(false)]
    public void ARenameOfAFolderLeavesOneName(bool isOne, params string[] now) => Assert.Equal(isOne, Contain(@"move | S\old | S\new",
        [@"S\old\", @"S\old\a.txt size=1 hash=0000000000000001 text=a"], [@"S\new\", @"S\new\a.txt size=1 hash=0000000000000001 text=a"],
        now));

    [Theory]
    [InlineData("create", true)]
    [InlineData("createnew", true)]
    [InlineData("openalways", true)]
    [InlineData("copy", true)]
    [InlineData("link", false)]
    [InlineData("rename", false)]
    public void WhatIsWrittenToAfterItIsMadeMayBeEmpty(string command, bool isOne)
    {
        const string empty = @"S\new.txt size=0 hash=0000000000000009 text=";
        Assert.Equal(isOne, Contain(command + " | x", [Old], [Old, New], [Old, empty]));
        Assert.False(Contain(command + " | x", [Old, Other], [Old, New, Other], [Old, empty]));
    }

    [Fact]
    public void WhatIsThereIsEmptiedByThoseCommandsAloneThatEmpty()
    {
        const string empty = @"S\old.txt size=0 hash=0000000000000009 text=", after = @"S\old.txt size=3 hash=0000000000000007 text=now";
        foreach (string command in (string[])["create", "truncate"])
            Assert.True(Contain(command + " | x", [Old, Other], [after, Other], [empty, Other]));
        foreach (string command in (string[])["openalways", "append", "setsize"])
            Assert.False(Contain(command + " | x", [Old, Other], [after, Other], [empty, Other]));
    }

    [Fact]
    public void AReplacedFileHasItsOldNameOrItsBackups()
    {
        const string backup = @"S\old.bak size=3 hash=0000000000000001 text=old", empty = @"S\old.bak size=0 hash=0000000000000009 text=",
            after = @"S\old.txt size=5 hash=0000000000000002 text=other";
        string[][] between = [[Old, Other], [Old, Other, empty], [Other, backup], [after, backup]];
        string[][] never = [[Old], [Other], [after], [Old, Other, backup], [after, Other, backup], [Other, empty]];
        Assert.All(between, now => Assert.True(Contain("replace | x", [Old, Other], [after, backup], now)));
        Assert.All(never, now => Assert.False(Contain("replace | x", [Old, Other], [after, backup], now)));
    }

    [Fact]
    public void AFolderIsRemovedWithAllThatIsInIt()
    {
        string[] before = [@"S\f\", @"S\f\a.txt size=1 hash=0000000000000001 text=a", @"S\f\g\", Other];
        Assert.True(Contain("rdall | x", before, [Other], [before[0], before[2], Other]));
        Assert.True(Contain("rdall | x", before, [Other], [before[0], before[1], Other]));
        Assert.False(Contain("rdall | x", before, [Other], [before[1], before[2], Other]));
        Assert.False(Contain("rdall | x", before, [Other], [before[0], before[2]]));
        Assert.False(Contain("rmdir | x", before, [Other], [before[0], before[2], Other]));
    }

    [Fact]
    public void AnEmptyFolderWhoseDeletionIsTakenBackMayBeGone()
    {
        Assert.True(Contain("rdundo | x | 1", [@"S\f\", Other], [@"S\f\", Other], [Other]));
        Assert.False(Contain("rdundo | x | 1", [@"S\f\", @"S\f\g\", Other], [@"S\f\", @"S\f\g\", Other], [@"S\f\g\", Other]));
        Assert.False(Contain("rdclose | x", [@"S\f\", Other], [@"S\f\", Other], [Other]));
    }

    private static bool Contain(string command, string[] before, string[] after, string[] now) =>
        StatesBetweenCalls.Contain(command, State(before), State(after), State(now));

    private static TreeState State(string[] lines) => TreeState.Parse("> tree\tS\n" + string.Join('\n', lines) + '\n');
}
