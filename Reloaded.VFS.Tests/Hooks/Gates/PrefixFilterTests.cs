using Reloaded.VFS.Hooks.Gates;

namespace Reloaded.VFS.Tests.Hooks.Gates;

public class PrefixFilterTests
{
    [Theory]
    [InlineData(@"C:\games\g\data\a.dds")]
    [InlineData(@"c:\GAMES\G")]
    [InlineData(@"C:\games")]
    [InlineData(@"C:\")]
    [InlineData(@"C:")]
    public void WhatLiesUnderATargetOrLeadsToItIsLetIn(string path) =>
        Assert.True(PrefixFilter.Build([@"C:\Games\g"]).MayMatch(path));

    [Theory]
    [InlineData(@"C:\windows\system32\kernel32.dll")]
    [InlineData(@"D:\games\g\data\a.dds")]
    [InlineData(@"C:\games\gx")]
    [InlineData(@"C:\games\windows")]
    public void OthersAreKeptOut(string path) =>
        Assert.False(PrefixFilter.Build([@"C:\Games\g"]).MayMatch(path));

    [Fact]
    public void SeveralTargetsAreOneFilter()
    {
        PrefixFilter filter = PrefixFilter.Build([@"C:\Games\g", @"D:\Ж\data"]);
        Assert.True(filter.MayMatch(@"D:\ж\data\x"));
        Assert.True(filter.MayMatch(@"c:\games\G\x"));
        Assert.False(filter.MayMatch(@"E:\games\G\x"));
        // The filter isn't the union of both, position by position.
        Assert.False(filter.MayMatch(@"C:\Ж\data"));
    }

    [Fact]
    public void ADriveRootLetsTheWholeDriveIn()
    {
        PrefixFilter filter = PrefixFilter.Build(["E:"]);
        Assert.True(filter.MayMatch(@"E:\anything\at all"));
        Assert.False(filter.MayMatch(@"C:\anything"));
    }

    [Theory]
    [InlineData(@"volume{1-2}\a", true)]
    [InlineData("Volume{", true)]
    [InlineData("Vol", true)]
    [InlineData(@"Volumes\a", false)]
    [InlineData(@"C:\games\g\a", true)]
    [InlineData(@"D:\a", false)]
    public void ABeginningLetsInWhateverFollows(string path, bool isLetIn) =>
        Assert.Equal(isLetIn, PrefixFilter.Build([@"C:\Games\g"], ["Volume{"]).MayMatch(path));

    /// <summary>
    /// The gate may let a foreign path in, but never keeps out a path below a target: for any target, any member and any letter case.
    /// </summary>
    [Fact]
    public void NoMemberIsEverKeptOut()
    {
        var random = new Random(20261);
        const string alphabet = @"abcXYZ019 _-.~[](){}éßЖжıſK日𝄞\";
        for (int round = 0; round < 5000; round++)
        {
            string target = @"C:\" + Text(random, alphabet, 1 + random.Next(24)).Trim('\\');
            string member = target + @"\" + Text(random, alphabet, 8);
            string spelled = string.Concat(member.Select(c => random.Next(2) == 0 ? char.ToUpperInvariant(c) : char.ToLowerInvariant(c)));
            // Only spellings that Windows treats as equal.
            if (!VFS.Paths.CaseFolding.Equals(spelled, member))
                continue;
            Assert.True(PrefixFilter.Build([target, @"D:\other"]).MayMatch(spelled), $"{target} | {spelled}");
        }
    }

    private static string Text(Random random, string alphabet, int length) =>
        string.Concat(Enumerable.Range(0, length).Select(_ => alphabet[random.Next(alphabet.Length)]));
}
