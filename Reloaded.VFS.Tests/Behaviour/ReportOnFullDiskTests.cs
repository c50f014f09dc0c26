using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>Tests of a start whose report can't be written because the disk is full: the game has its mods all the same.</summary>
[Collection(RealProcesses.Name)]
public sealed class ReportOnFullDiskTests
{
    private const int Megabytes = 8;

    [RealProcessTheory(Needs.Published | Needs.SmallVolume)]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public void TheGameHasItsMods(bool isNamed, bool isStrict)
    {
        using MergedFolder folder = WritingTests.Build();
        using SmallVolume volume = new(Path.Combine(folder.Root, "small"), Megabytes);
        string rvfs = Path.Combine(folder.Game, "rvfs");
        if (isNamed)
            File.WriteAllText(Path.Combine(rvfs, "rvfs.json"), """{ "report": "../../../small/report.json" }""");
        else
            Directory.CreateSymbolicLink(Path.Combine(rvfs, "logs"), volume.Folder);
        using (FileStream filler = new(Path.Combine(volume.Folder, "filler"), FileMode.Create, FileAccess.Write, FileShare.None, 0))
        {
            try
            {
                while (true)
                    filler.Write(new byte[4096]);
            }
            catch (IOException)
            {
                // Full.
            }
        }

        GameResult result = OverwriteRuns.Run(folder, @"read | Data\a.txt", new GameOptions { VfsArguments = isStrict ? ["--strict"] : [] });
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("mod a", result.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("without its mods", result.Errors, StringComparison.Ordinal);
        Assert.Contains(isNamed ? "the report of the start couldn't be written; the game has its mods" : "1 mod", result.Errors,
            StringComparison.Ordinal);
    }
}
