using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Tests.Hooks.View;

namespace Reloaded.VFS.Tests.Hooks.Spelling;

/// <summary>Tests of other spellings of targets, after they have become known.</summary>
public sealed class PathAliasesTests
{
    private const string Target = @"C:\games\g";

    private static string? Respelled(PathAliases aliases, string path) =>
        aliases.TryFind(path, out int length, out string own) ? own + path[length..] : null;

    [Theory]
    [InlineData(@"Y:\data\a.txt", @"C:\games\g\data\a.txt")]
    [InlineData(@"y:\DATA", @"C:\games\g\DATA")]
    [InlineData("Y:", @"C:\games\g")]
    [InlineData(@"unix\home\me\g\a", @"C:\games\g\a")]
    [InlineData(@"unix\home\me\g2\a", null)]
    [InlineData(@"Z:\a", null)]
    [InlineData(@"C:\games\g\a", null)]
    public void ASpellingIsReplacedByTheTargetsOwn(string path, string? expected)
    {
        var aliases = new PathAliases(new ListedAliases((Target, "Y:"), (Target, @"unix\home\me\g")));
        aliases.Update([Target]);
        Assert.Equal(expected, Respelled(aliases, path));
    }

    /// <summary>Both parent folders lead to the same place, so that its other members are found as well.</summary>
    [Fact]
    public void NamesThatBothShareAreLeftOut()
    {
        var aliases = new PathAliases(new ListedAliases((Target, @"Y:\g"), (@"C:\games", "Y:")));
        aliases.Update([Target]);
        Assert.Equal(@"C:\games\other\a", Respelled(aliases, @"Y:\other\a"));
        Assert.Equal(@"C:\games\g\a", Respelled(aliases, @"Y:\g\a"));
    }

    /// <summary>The names are equal, but the parent folders differ: only the target itself has another spelling.</summary>
    [Fact]
    public void NamesThatBothShareByChanceAreKept()
    {
        var aliases = new PathAliases(new ListedAliases((Target, @"Y:\g")));
        aliases.Update([Target]);
        Assert.Null(Respelled(aliases, @"Y:\other\a"));
        Assert.Equal(@"C:\games\g\a", Respelled(aliases, @"Y:\g\a"));
    }

    /// <summary>Short and long names can be combined in any way: each level has its own spelling.</summary>
    [Fact]
    public void EachNameOnTheWayMayBeSpelledOtherwise()
    {
        const string target = @"C:\Long games\A game\x";
        var aliases = new PathAliases(new ShortNamesOf(
            new FolderAlias(@"C:\LONGGA~1", @"C:\Long games"), new FolderAlias(@"C:\Long games\AGAME~1", @"C:\Long games\A game")));
        IReadOnlyList<string> all = aliases.Update([target]);
        Assert.Equal(target, all[0]);
        Assert.Equal([@"C:\LONGGA~1\A game\x", @"C:\LONGGA~1\AGAME~1\x", @"C:\Long games\AGAME~1\x"],
            all.Skip(1).Order(StringComparer.Ordinal));
        Assert.Equal(@"C:\Long games\A game\x\a", Respelled(aliases, @"C:\Long games\AGAME~1\x\a"));
        // One name at a time.
        Assert.Equal(@"C:\Long games\AGAME~1\x\a", Respelled(aliases, @"C:\LONGGA~1\AGAME~1\x\a"));
    }

    [Fact]
    public void AllSpellingsAreForTheGatesFilterOnceEach()
    {
        var aliases = new PathAliases(new ListedAliases((Target, "Y:"), (Target, "y:"), (Target, @"D:\link")));
        Assert.Equal([Target, @"D:\other", "Y:"], aliases.Update([Target, @"D:\other"]).Except([@"D:\link"]));
    }

    /// <summary>One of two targets is a link to the other: a name below a target is looked up under that target.</summary>
    [Fact]
    public void ATargetIsNoSpellingOfAnother()
    {
        var aliases = new PathAliases(new ListedAliases((Target, @"D:\LINK")));
        Assert.Equal([Target, @"D:\link"], aliases.Update([Target, @"D:\link"]));
        Assert.Null(Respelled(aliases, @"D:\link\a"));
    }

    [Fact]
    public void ATargetIsAskedForOnceAndForgottenWithTheOthers()
    {
        var source = new ListedAliases((Target, "Y:"), (@"C:\second", "X:"));
        var aliases = new PathAliases(source);
        Assert.False(aliases.IsTarget(Target));
        aliases.Update([Target]);
        aliases.Update([Target, @"C:\second"]);
        Assert.Equal(2, source.Asked);
        Assert.True(aliases.IsTarget(@"c:\GAMES\g"));
        Assert.False(aliases.IsTarget(@"C:\games"));
        Assert.Equal(@"C:\second\a", Respelled(aliases, @"X:\a"));
        aliases.Update([@"C:\second"]);
        Assert.False(aliases.IsTarget(Target));
        Assert.Null(Respelled(aliases, @"Y:\a"));
        Assert.Equal(2, source.Asked);
    }

    /// <summary>A volume's name, which is slow to query, is queried only when a name begins like one.</summary>
    [Fact]
    public void ARareSpellingIsAskedForOnceAndOnlyWhenItIsMet()
    {
        var source = new ListedAliases((Target, "Y:"), (Target, "Volume{1-2}"), (@"D:\h", "Volume{3-4}"));
        var aliases = new PathAliases(source);
        Assert.Equal([Target, "Y:"], aliases.Update([Target]));
        Assert.Equal([ListedAliases.RareBeginning], aliases.RareBeginnings);
        Assert.Equal(@"C:\games\g\a", Respelled(aliases, @"Y:\a"));
        Assert.Null(Respelled(aliases, @"Volumes\a"));
        Assert.Equal(0, source.AskedForRare);

        Assert.Equal(@"C:\games\g\a", Respelled(aliases, @"VOLUME{1-2}\a"));
        Assert.Equal(@"C:\games\g\b", Respelled(aliases, @"Volume{1-2}\b"));
        Assert.Null(Respelled(aliases, @"Volume{3-4}\a"));
        Assert.Equal(1, source.AskedForRare);

        aliases.Update([Target, @"D:\h"]);
        Assert.Equal(@"D:\h\a", Respelled(aliases, @"Volume{3-4}\a"));
        Assert.Equal(@"C:\games\g\a", Respelled(aliases, @"Volume{1-2}\a"));
        Assert.Equal(3, source.AskedForRare);
    }

    [Fact]
    public void ATargetIsNoRareSpellingOfAnother()
    {
        var aliases = new PathAliases(new ListedAliases((Target, "Volume{1-2}")));
        aliases.Update([Target, "Volume{1-2}"]);
        Assert.Null(Respelled(aliases, @"Volume{1-2}\a"));
    }

    private sealed class ShortNamesOf(params FolderAlias[] names) : IAliasSource
    {
        public IReadOnlyList<string> RareBeginnings => [];

        public IReadOnlyList<FolderAlias> Find(string target) => names;

        public IReadOnlyList<FolderAlias> FindRare(string target) => [];

        public bool IsSame(string left, string right) => false;
    }
}
