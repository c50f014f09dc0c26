using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Behaviour;

namespace Reloaded.VFS.Tests.Programs;

/// <summary>
/// Tests with programs of other projects on 5,000 files: each prints and writes, byte for byte, what it prints and writes in the merged
/// folder.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class LargeTreeTests(LargeTree tree) : IClassFixture<LargeTree>
{
    private const Needs All = Needs.Published | Needs.ThirdParty;

    [RealProcessFact(All)]
    public void NodeWalksReadsAndHashesEverything()
        => Assert.True(AssertSame(ThirdPartyPrograms.Node, ["walk.js"]).Split('\n').Length > 5000);

    /// <summary>Tests realpathSync, realpathSync.native, opendir, and readdir with recursive.</summary>
    [RealProcessFact(All)]
    public void NodeResolvesAndListsEverything()
    {
        string seen = AssertSame(ThirdPartyPrograms.Node, ["names.js"]);
        Assert.Contains(@"native data/D01/sub1/FILE0001.DDS <ROOT>\Data\d01\Sub1\file0001.dds", seen, StringComparison.Ordinal);
        Assert.Contains(@"promises <ROOT>\Data\added 2\second3", seen, StringComparison.Ordinal);
        Assert.True(seen.Split("recursive ").Length > 5000);
    }

    [RealProcessFact(All)]
    public void EsbuildBundlesTwelveHundredModules()
        => Assert.Contains("third 6",
            AssertSame(ThirdPartyPrograms.Esbuild, ["--bundle", "src/main.js", "--log-limit=0", "--minify-syntax"]),
            StringComparison.Ordinal);

    [RealProcessFact(All)]
    public void FfmpegReadsTheModsPictures()
        => AssertSame(ThirdPartyPrograms.Ffmpeg,
            ["-hide_banner", "-loglevel", "error", "-i", @"frames\frame%03d.ppm", "-f", "framemd5", "-"]);

    [RealProcessFact(All)]
    public void SevenZipPacksEverything()
    {
        string[] seen = [.. new[] { false, true }.Select(vfs =>
        {
            string archive = Path.Combine(tree.Folder.Root, $"large-{vfs}.zip");
            GameResult packed = tree.Run(vfs, ThirdPartyPrograms.SevenZip, "a", "-tzip", "-mx0", "-r", WinePrefix.ToWindows(archive), "*");
            Assert.True(packed.ExitCode == 0, packed.ToString());
            return ThirdPartyOutput.Entries(
                GameProcess.Run(ThirdPartyPrograms.SevenZip, ["l", "-slt", WinePrefix.ToWindows(archive)]).Text);
        })];
        Assert.True(seen[0].Split("Path = ").Length > 5000);
        Assert.Equal(seen[0], seen[1]);
    }

    [RealProcessTheory(All)]
    [InlineData("attrib", "/s", "Data")]
    [InlineData("attrib", @"Data\added 2\second3\new003.txt")]
    [InlineData("cmd", "/c", "dir /s /b /a")]
    [InlineData("cmd", "/c", "dir /s /o:n Data")]
    [InlineData("cmd", "/c", "dir /s /b *needle* *00*.txt")]
    [InlineData("cmd", "/c", "for /r %f in (file00*.txt) do @type %f")]
    public void ToolsOfTheSystem(string program, params string[] arguments)
        => AssertSame(ThirdPartyPrograms.OfTheSystem(program), arguments);

    /// <summary>A tree that was copied from the game equals the merged one: names with their letter case, contents, times.</summary>
    [RealProcessFact(All)]
    public void CopiedTreesAreTheMergedOne()
    {
        string[] seen = [.. new[] { false, true }.Select(vfs =>
        {
            string to = Path.Combine(tree.Folder.Root, $"copied-{vfs}");
            GameResult copied = tree.Run(vfs, ThirdPartyPrograms.OfTheSystem("xcopy"), "Data", WinePrefix.ToWindows(to), "/e", "/i",
                "/q", "/y");
            Assert.True(Directory.Exists(to), copied.ToString());
            return Describe(to);
        })];
        Assert.True(seen[0].Split('\n').Length > 3000, seen[0]);
        Assert.Equal(seen[0], seen[1]);
    }

    private static string Describe(string folder) => string.Join('\n',
        Directory.EnumerateFileSystemEntries(folder, "*", SearchOption.AllDirectories)
        .Select(path => Path.GetRelativePath(folder, path) + (File.Exists(path)
            ? string.Create(CultureInfo.InvariantCulture,
                $" {File.GetLastWriteTimeUtc(path) < DateTime.UtcNow.AddDays(-1)} {File.ReadAllText(path)}")
            : ""))
        .Order(StringComparer.Ordinal));

    private string AssertSame(string program, string[] arguments)
    {
        GameResult merged = tree.Run(vfs: false, program, arguments), vfs = tree.Run(vfs: true, program, arguments);
        string expected = ThirdPartyOutput.Normalise(merged.Text, tree.Root(vfs: false));
        // findstr, fc, where and robocopy do nothing in Wine 8, so there is nothing to compare.
        Assert.False(string.IsNullOrWhiteSpace(expected), merged.ToString());
        Assert.Equal(expected, ThirdPartyOutput.Normalise(vfs.Text, tree.Root(vfs: true)));
        Assert.Equal(ThirdPartyOutput.Normalise(merged.Errors, tree.Root(vfs: false)),
            ThirdPartyOutput.WithoutOurLine(ThirdPartyOutput.Normalise(vfs.Errors, tree.Root(vfs: true))));
        Assert.Equal(merged.ExitCode & 0xFF, vfs.ExitCode & 0xFF);
        return expected;
    }
}
