using Reloaded.VFS.Hooks.Opening;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Tests.Hooks.Opening;

/// <summary>
/// The rule of the game's own first, by all inputs: beside a list of what is right, and beside the rule said in another way.
/// </summary>
public sealed class BaseFirstTests
{
    private static readonly bool[] s_both = [false, true];

    [Fact]
    public void TheFirstCallIsOnTheModOnlyWhereAFolderWouldBeMadeThatTheModHas()
    {
        var inputs = from a in s_both from b in s_both from c in s_both from d in s_both select (a, b, c, d);
        foreach ((bool isFolder, bool mayCreate, bool isInBase, bool isInMod) in inputs)
        {
            FirstPlace expected = isFolder && mayCreate && !isInBase && isInMod
                ? FirstPlace.Mod
                : isFolder ? FirstPlace.OwnFolder : FirstPlace.Own;
            Assert.Equal(expected, BaseFirst.First(isFolder, mayCreate, isInBase, isInMod));
        }
    }

    /// <summary>Name, folder; then opens, creates; then without a backslash, with one.</summary>
    [Theory]
    [InlineData(OwnOutcome.Final, "None None None None None None None None")]
    [InlineData(OwnOutcome.NoName, "None None None None Mod Mod Mod Mod")]
    [InlineData(OwnOutcome.FileWithBackslash, "None None None None None Mod None Mod")]
    [InlineData(OwnOutcome.NoFolderAbove,
        "Mod ModUnlessOwnFile OwnWithParents OwnWithParentsUnlessOwnFile Mod Mod OwnWithParents OwnWithParents")]
    public void EachOutcomeHasItsRow(object outcome, string expected)
    {
        var rows = from isFolder in s_both
                   from isNew in s_both
                   from hasBackslash in s_both
                   select BaseFirst.Next(isFolder, isNew, (OwnOutcome)outcome, hasBackslash);
        Assert.Equal(expected.Split(' ').Select(Enum.Parse<NextPlace>), rows);
    }

    /// <summary>The rule said as two questions: whether the game's own lacks it, and whether folders are made for something new.</summary>
    [Fact]
    public void TheTableSaysWhatTheRuleSays()
    {
        var inputs = from a in Enum.GetValues<OwnOutcome>() from b in s_both from c in s_both from d in s_both select (a, b, c, d);
        foreach ((OwnOutcome outcome, bool isFolder, bool isNew, bool hasBackslash) in inputs)
        {
            NextPlace next = BaseFirst.Next(isFolder, isNew, outcome, hasBackslash);
            bool makesParents = isNew && outcome == OwnOutcome.NoFolderAbove;
            Assert.Equal(makesParents, next is NextPlace.OwnWithParents or NextPlace.OwnWithParentsUnlessOwnFile);
            foreach (bool isOwnFile in s_both)
            {
                bool isMissing = (outcome == OwnOutcome.NoFolderAbove && (isFolder || !hasBackslash || !isOwnFile))
                    || (isFolder && outcome == OwnOutcome.NoName)
                    || (isFolder && outcome == OwnOutcome.FileWithBackslash && hasBackslash);
                bool goesOn = next != NextPlace.None
                    && !(isOwnFile && next is NextPlace.ModUnlessOwnFile or NextPlace.OwnWithParentsUnlessOwnFile);
                Assert.Equal(isMissing, goesOn);
            }
        }
    }

    [Theory]
    [InlineData(NtStatus.STATUS_SUCCESS, OwnOutcome.Final)]
    [InlineData(NtStatus.STATUS_ACCESS_DENIED, OwnOutcome.Final)]
    [InlineData(NtStatus.STATUS_DELETE_PENDING, OwnOutcome.Final)]
    [InlineData(NtStatus.STATUS_OBJECT_PATH_NOT_FOUND, OwnOutcome.NoFolderAbove)]
    [InlineData(NtStatus.STATUS_OBJECT_NAME_NOT_FOUND, OwnOutcome.NoName)]
    [InlineData(NtStatus.STATUS_NO_SUCH_FILE, OwnOutcome.NoName)]
    [InlineData(NtStatus.STATUS_NOT_A_DIRECTORY, OwnOutcome.NoName)]
    [InlineData(NtStatus.STATUS_OBJECT_NAME_INVALID, OwnOutcome.FileWithBackslash)]
    public void AStatusIsAnOutcome(NtStatus status, object expected) => Assert.Equal(expected, BaseFirst.OutcomeOf(status));
}
