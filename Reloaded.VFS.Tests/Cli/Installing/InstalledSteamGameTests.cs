using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Starting.Wrapping;

namespace Reloaded.VFS.Tests.Cli.Installing;

/// <summary>Tests of <c>rvfs install</c> for a Steam game under Proton: the launch options are exactly what it prints.</summary>
[Collection(RealProcesses.Name)]
public sealed class InstalledSteamGameTests : IDisposable
{
    private readonly SteamStandIn _steam = new();

    public InstalledSteamGameTests()
    {
        NativePrograms.Build("proxied.c", _steam.Game, "-lversion");
        string game = _steam.WithWindows().GameFolder;
        _steam.Write(Path.Combine(game, "data.txt"), "plain");
        _steam.Write(Path.Combine(game, "rvfs/mods/one/data.txt"), "modded");
        _steam.Write(Path.Combine(game, "../../appmanifest_348550.acf"),
            $"\"AppState\"\n{{\n\t\"appid\"\t\t\"348550\"\n\t\"installdir\"\t\t\"{Path.GetFileName(game)}\"\n}}\n");
        _steam.Variables["RVFS_NO_AUTOSTART"] = null;
    }

    public void Dispose() => _steam.Dispose();

    [LinuxFact(Needs.Published)]
    public void ThePrintedLineGivesTheGameItsMods()
    {
        IReadOnlyDictionary<string, string> before = InstallFixture.StateOf(_steam.GameFolder);
        Assert.StartsWith("first: plain", Plain(_steam.RunCommand(_steam.Command())), StringComparison.Ordinal);
        string installed = Plain(_steam.RunCommand(_steam.Rvfs, "install", _steam.Game));
        string options = Assert.Single(installed.Split('\n'), line => line.Contains("%command%", StringComparison.Ordinal)).Trim();
        Assert.Equal("WINEDLLOVERRIDES=\"version=n,b\" %command%", options);
        // Steam replaces the word by its line, and runs the result by a shell.
        string[] shell = ["/bin/sh", "-c", options.Replace("%command%", "\"$@\"", StringComparison.Ordinal), "sh"];
        Assert.StartsWith("first: modded", Plain(_steam.RunCommand([.. shell, .. _steam.Command()])), StringComparison.Ordinal);
        string removed = Plain(_steam.RunCommand(_steam.Rvfs, "uninstall", _steam.Game));
        Assert.Contains("The folder is as it was before rvfs install.", removed, StringComparison.Ordinal);
        string told = Assert.Single(installed.Split('\n'), line => line.StartsWith("The folder before: ", StringComparison.Ordinal));
        Assert.Contains(told + "\n" + told.Replace("before: ", "now:    ", StringComparison.Ordinal), removed, StringComparison.Ordinal);
        // Only the start's findings are left, and they aren't a part of the hash.
        Assert.Equal(before.OrderBy(entry => entry.Key, StringComparer.Ordinal), InstallFixture.StateOf(_steam.GameFolder)
            .Where(entry => !entry.Key.StartsWith("rvfs/logs", StringComparison.Ordinal))
            .OrderBy(entry => entry.Key, StringComparer.Ordinal));
        Assert.StartsWith("first: plain", Plain(_steam.RunCommand([.. shell, .. _steam.Command()])), StringComparison.Ordinal);
    }

    private static string Plain(GameResult result)
    {
        Assert.True(result.ExitCode == 0, result.ToString());
        return result.Text.Replace("\r", "", StringComparison.Ordinal);
    }
}
