using System.IO.Compression;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Checking.Reporting;

/// <summary><c>rvfs bugreport</c>: what is in the file, and what isn't.</summary>
[Collection(RealProcesses.Name)]
public sealed class BugReportTests
{
    [RealProcessFact]
    public void TheFileHasWhatAHelperNeedsAndNoNames()
    {
        using WatchedGame game = new("data/a.dds", "rvfs/mods/Red/data/a.dds", """rvfs/rvfs.json={ "offline": true }""", "rvfs/mods/order.txt=Red\n");
        Assert.Equal(0, WatchedGame.Rvfs("run", game.Program, "open", game.InGame("data/a.dds")).ExitCode);
        string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        File.AppendAllText(game.Folder.At("g/rvfs/mods/order.txt"), $"# {home}/mods\n");
        string file = game.Folder.At("bug.zip");
        GameResult result = WatchedGame.Rvfs("bugreport", "--out", file, game.Program);
        Assert.True(result.ExitCode == 0, result.ToString());
        using (ZipArchive archive = ZipFile.OpenRead(file))
        {
            string[] names = [.. archive.Entries.Select(entry => entry.FullName)];
            Assert.Contains(names, name => name.StartsWith("reports/start-", StringComparison.Ordinal));
            Assert.All((string[])["system.txt", "doctor.txt", "settings/rvfs.json", "settings/order.txt", "mods.txt"], name => Assert.Contains(name, names));
            Assert.All(names, name => Assert.Contains(name, result.Text, StringComparison.Ordinal));
            Assert.Equal("Red\n# ~/mods\n", Text(archive, "settings/order.txt"));
            Assert.Contains("SHA-256", Text(archive, "system.txt"), StringComparison.Ordinal);
            Assert.DoesNotContain(archive.Entries, entry => Text(archive, entry.FullName).Contains(home + "/", StringComparison.Ordinal));
        }

        byte[] before = File.ReadAllBytes(file);
        Assert.Equal(125, WatchedGame.Rvfs("bugreport", "--out", file, game.Program).ExitCode);
        Assert.Equal(before, File.ReadAllBytes(file));
    }

    private static string Text(ZipArchive archive, string name)
    {
        using StreamReader reader = new(archive.GetEntry(name)!.Open());
        return reader.ReadToEnd();
    }
}
