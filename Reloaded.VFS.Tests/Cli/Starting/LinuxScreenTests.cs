using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>What <c>rvfs run</c> says on Linux is said in Linux' own terms, although rvfs.exe says most of it.</summary>
[Collection(RealProcesses.Name)]
public sealed class LinuxScreenTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [LinuxFact(Needs.WindowsPrograms)]
    public void PathsAndLineEndsAreThoseOfLinux()
    {
        GameResult result = Run([]);
        Assert.Contains($"rvfs: error: {_folder.At("g/rvfs/rvfs.json")}(1): undoo: unknown key", result.Errors, StringComparison.Ordinal);
        Assert.Contains($"{_folder.At("g/rvfs/mods/order.txt")}", result.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain('\r', result.Errors);
        Assert.DoesNotContain(@":\", result.Errors, StringComparison.Ordinal);
        // A folder that isn't there has no name of Linux', but the folder above it has one.
        string missing = _folder.At("g/none/deeper");
        File.WriteAllText(_folder.At("g/rvfs/rvfs.json"), "{ \"mods\": \"../none/deeper\" }");
        result = GameProcess.RunCommand([PublishedArtifacts.LinuxLauncher, "run", _folder.At("g/game.exe"), "exit", "0"], new() { Environment = Variables() });
        Assert.Contains(missing, result.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain(@":\", result.Errors, StringComparison.Ordinal);
    }

    /// <summary>rvfs.exe sees no terminal of Linux', so its width and its colours are told.</summary>
    [LinuxFact(Needs.WindowsPrograms)]
    public void TheTerminalsWidthAndColoursReachRvfsExe()
    {
        GameResult result = Run(new() { ["COLUMNS"] = "60", ["CLICOLOR_FORCE"] = "1", ["NO_COLOR"] = null });
        Assert.Contains("rvfs: \e[1;31merror:\e[0m", result.Errors, StringComparison.Ordinal);
        Assert.All(result.Errors.Split('\n').Where(line => !line.Contains(_folder.Root, StringComparison.Ordinal)),
            line => Assert.True(line.Replace("\e[1;31m", "", StringComparison.Ordinal).Replace("\e[1;33m", "", StringComparison.Ordinal)
                .Replace("\e[0m", "", StringComparison.Ordinal).Length <= 60, line));
        Assert.DoesNotContain("--screen", result.Errors, StringComparison.Ordinal);
    }

    /// <summary>The folder is enough, and the game starts in it; the next time its name is, too.</summary>
    [LinuxFact(Needs.WindowsPrograms)]
    public void AGameIsStartedByItsFolderAndThenByItsName()
    {
        string mark = _folder.At("mark");
        foreach (string name in (string[])[_folder.At("g"), "g"])
        {
            Make();
            GameResult result = GameProcess.RunCommand([PublishedArtifacts.LinuxLauncher, "run", "--game", name, "mark", WinePrefix.ToWindows(mark)],
                new() { Environment = Variables(), WorkingDirectory = _folder.Folder("elsewhere") });
            Assert.True(File.Exists(mark), result.ToString());
            File.Delete(mark);
        }
    }

    private GameResult Run(Dictionary<string, string?> more)
    {
        Make();
        return GameProcess.RunCommand([PublishedArtifacts.LinuxLauncher, "run", _folder.At("g/game.exe"), "exit", "0"],
            new() { Environment = Variables().Concat(more).ToDictionary(pair => pair.Key, pair => pair.Value) });
    }

    private Dictionary<string, string?> Variables() => new() { ["XDG_CONFIG_HOME"] = _folder.At("config") };

    private void Make()
    {
        if (!File.Exists(_folder.At("g/game.exe")))
            File.Copy(NativePrograms.Get("launched.exe"), Path.Combine(_folder.Folder("g"), "game.exe"));
        _folder.File("g/rvfs/mods/Red/data/a.txt");
        _folder.File("g/rvfs/mods/order.txt", "Red\nnothing of this name\nRed\n");
        _folder.File("g/rvfs/rvfs.json", "{ \"undoo\": true }");
    }
}
