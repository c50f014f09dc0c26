using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting.Wine;

/// <summary>
/// Tests that a link in the mods folder that leads to nothing is named at the start, and, in a Flatpak's sandbox, with the remedy.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class DanglingLinksTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public DanglingLinksTests()
    {
        _folder.File("game/rvfs/mods/one/data.txt", "modded");
        File.CreateSymbolicLink(_folder.At("game/rvfs/mods/two"), "/nowhere/two");
        // A link that leads to a folder is a mod.
        _folder.File("elsewhere/three.txt", "linked");
        File.CreateSymbolicLink(_folder.At("game/rvfs/mods/three"), _folder.At("elsewhere"));
        File.Copy(NativePrograms.Get("launched.exe"), Game);
    }

    private string Game => _folder.At("game/game.exe");

    public void Dispose() => _folder.Dispose();

    [LinuxFact(Needs.Published)]
    public void ByAPlainStart()
    {
        AssertNamed(Run([]), "Mount the disk that it leads to, or remove the link.");
        AssertNamed(Run([], "/usr/bin/env", WinePrefix.Command!), "Mount the disk that it leads to, or remove the link.");
    }

    [LinuxFact(Needs.Published)]
    public void InASandboxOfFlatpak()
    {
        string information = _folder.File("flatpak-info", "[Application]\nname=com.usebottles.bottles\nruntime=runtime/org.gnome\n");
        // A separate root with everything in the machine's.
        string[] sandbox = ["bwrap", .. Directory.GetDirectories("/").SelectMany(folder => (string[])["--dev-bind", folder, folder]),
            "--ro-bind", information, "/.flatpak-info"];
        AssertNamed(Run(sandbox), "flatpak override --user --filesystem='/nowhere/two' com.usebottles.bottles");
    }

    /// <summary>Names links that lead to nothing if the run is recorded: undo doesn't know what the game makes there.</summary>
    [LinuxFact(Needs.Published)]
    public void WhereTheRunIsRecordedThoseOfModsAndOfTheGameAreNamed()
    {
        string[] links = [
            _folder.At("game/rvfs/mods/one/inner/dead.txt"), _folder.At("game/rvfs/mods/three/dead"), _folder.At("game/save.sav")];
        foreach (string link in links)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(link)!);
            File.CreateSymbolicLink(link, "../nowhere");
        }

        // A link in a circle, a link to the game itself, and one that the VFS itself made: none of them is reported.
        File.CreateSymbolicLink(_folder.At("game/rvfs/mods/one/around"), _folder.At("game"));
        File.CreateSymbolicLink(_folder.At("game/rvfs/own"), "/nowhere");
        GameResult plain = Run([]), recorded = Run([], "--undo");
        AssertNamed(plain, "Mount the disk that it leads to, or remove the link.");
        AssertNamed(recorded, "Mount the disk that it leads to, or remove the link.");
        Assert.DoesNotContain("rvfs undo", plain.Errors, StringComparison.Ordinal);
        Assert.Equal(links.Select(link => $"'{link}'").Order(StringComparer.Ordinal), recorded.Errors.Split('\n')
            .Where(line => line.EndsWith("which doesn't exist: 'rvfs undo' can't undo what the game creates there.",
                StringComparison.Ordinal))
            .Select(line => line[line.IndexOf('\'')..(line.IndexOf("' is", StringComparison.Ordinal) + 1)]).Order(StringComparer.Ordinal));
        Assert.Contains($"a link to '{_folder.At("nowhere")}'", recorded.Errors, StringComparison.Ordinal);
    }

    private GameResult Run(string[] sandbox, params string[] words) => GameProcess.RunCommand(
        [.. sandbox, PublishedArtifacts.LinuxLauncher, "run", .. words, Game, "cat", "data.txt", "three.txt"],
        new() { WorkingDirectory = _folder.At("game") });

    private static void AssertNamed(GameResult result, string cure)
    {
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("moddedlinked", result.Text);
        Assert.Single(result.Errors.Split('\n'), line => line.Contains(
            "'two' is a link to '/nowhere/two', which doesn't exist: it isn't loaded as a mod.", StringComparison.Ordinal));
        Assert.Contains(cure, result.Errors, StringComparison.Ordinal);
    }
}
