using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Installing;

/// <summary>
/// Tests of the Wine prefix from which <c>rvfs install</c> takes a game's DLLs, and of its message if there is none: by the command itself,
/// with a simulated Steam library.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class GamePrefixTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [LinuxFact(Needs.Published)]
    public void AGameOfSteamNeedsThePrefixThatProtonMakes()
    {
        string game = Game("steamapps/common/A Game/bin/game.exe"), prefix = _folder.At("steamapps/compatdata/348550/pfx");
        GameResult result = Install(game);
        Assert.Equal(ExitCodes.Failed, result.ExitCode);
        Assert.Contains($"Proton hasn't created this game's prefix yet ('{prefix}').", result.Errors, StringComparison.Ordinal);
        Assert.Contains("Start the game once without mods, then install again.", result.Errors, StringComparison.Ordinal);
        Assert.Equal(["game.exe"], Directory.GetFileSystemEntries(Path.GetDirectoryName(game)!).Select(Path.GetFileName));

        Prefix(prefix);
        result = Install(game);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("WINEDLLOVERRIDES=\"version=n,b\" %command%", result.Text, StringComparison.Ordinal);
    }

    /// <summary>The user's own setting takes precedence over Steam's library.</summary>
    [LinuxFact(Needs.Published)]
    public void TheUsersOwnPrefixComesFirst()
    {
        string game = Game("steamapps/common/A Game/bin/game.exe");
        GameResult result = Install(game, WinePrefix.Folder);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.True(File.Exists(Path.Combine(Path.GetDirectoryName(game)!, "version.dll")));
    }

    /// <summary>A game on a prefix's drive C: belongs to that prefix: its DLLs are used, and no other prefix is created.</summary>
    [LinuxFact(Needs.Published)]
    public void AGameInAPrefixIsThatPrefixs()
    {
        string game = Game("bottles/mine/drive_c/Games/game.exe");
        string library = $"drive_c/windows/{(Width.Is32Bit ? "syswow64" : "system32")}/version.dll";
        foreach (string system in (string[])["system32", "syswow64"])
            Directory.CreateDirectory(_folder.At("bottles/mine/drive_c/windows/" + system));
        GameResult result = Install(game);
        Assert.NotEqual(0, result.ExitCode);
        Assert.DoesNotContain("WINEDLLOVERRIDES", result.Text, StringComparison.Ordinal);
        Assert.False(Directory.Exists(_folder.At("home/.wine")));

        File.Copy(Path.Combine(WinePrefix.Folder, library), _folder.At("bottles/mine/" + library));
        result = Install(game);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.False(Directory.Exists(_folder.At("home/.wine")));
    }

    private string Game(string relative)
    {
        _folder.File("steamapps/appmanifest_348550.acf",
            "\"AppState\"\n{\n\t\"appid\"\t\t\"348550\"\n\t\"installdir\"\t\t\"A Game\"\n}\n");
        string game = _folder.At(relative);
        Directory.CreateDirectory(Path.GetDirectoryName(game)!);
        NativePrograms.Build("proxied.c", game, "-lversion");
        return game;
    }

    private static void Prefix(string folder)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(folder)!);
        Directory.CreateSymbolicLink(folder, WinePrefix.Folder);
    }

    private GameResult Install(string game, string? prefix = null) =>
        GameProcess.RunCommand([PublishedArtifacts.Launcher, "install", game], new GameOptions
        {
            Environment = new Dictionary<string, string?> { ["WINEPREFIX"] = prefix, ["HOME"] = _folder.Folder("home") },
        });
}
