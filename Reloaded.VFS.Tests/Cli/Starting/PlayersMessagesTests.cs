using System.Diagnostics;
using Reloaded.VFS.Cli.Starting.Windows;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;
using GameProcess = Reloaded.VFS.Testing.GameProcess;
using WindowsGame = Reloaded.VFS.Cli.Starting.Windows.LaunchedGame;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>Tests of messages that docs/troubleshooting.md explains and no other test covers.</summary>
[Collection(RealProcesses.Name)]
public sealed class PlayersMessagesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RealProcessFact(Needs.Published | Needs.CaseSensitiveDisk)]
    public void TwoModsThatDifferInLetterCase()
    {
        string game = Game();
        _folder.File("g/rvfs/mods/Hero/data.txt", "first");
        _folder.File("g/rvfs/mods/hero/data.txt", "second");
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", game, "cat", "data.txt"], In(game));
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("first", result.Text);
        Assert.Contains("'hero' is left out: its name differs from 'Hero' in letter case only", result.Errors, StringComparison.Ordinal);
        Assert.Contains("rename one of the two", result.Errors, StringComparison.Ordinal);
    }

    /// <summary>Like <see cref="Questions.ModNamesTests"/>, which tests the commands.</summary>
    [LinuxFact(Needs.Published)]
    public void ModsWhoseFoldersWindowsCannotName()
    {
        string game = Game();
        foreach (string mod in (string[])["a:b", "CON", "aux.txt", "name.", " spaced", "good"])
            _folder.File($"g/rvfs/mods/{mod}/{mod.Trim()}.txt", mod);
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", game, "cat", "good.txt"], In(game));
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("good", result.Text);
        foreach (string mod in (string[])["a:b", "CON", "aux.txt", "name.", " spaced"])
            Assert.Contains($"'{mod}' is left out: no mod's folder can have this name", result.Errors, StringComparison.Ordinal);
        Assert.Equal(5, result.Errors.Split("Fix: rename it.").Length - 1);
    }

    /// <summary>One byte in a file that has nothing to do with mods once kept the game from starting.</summary>
    [RealProcessFact(Needs.Published)]
    [Trait("Run", "Quick")]
    public void AManifestThatIsNotUnicode()
    {
        string game = Game();
        _folder.File("g/rvfs/mods/one/good.txt", "good");
        _folder.File("g/rvfs/mods/one/manifest.json", System.Text.Encoding.Latin1.GetBytes("{\"name\":\"M\u00FCller\",\"x\":\"\\ud800\"}"));
        _folder.File("g/rvfs/mods/two/ModConfig.json", """{"ModId":"\ud800"}""");
        _folder.File("g/rvfs/mods/two/a.txt");
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", game, "cat", "good.txt"], In(game));
        Assert.Equal((0, "good"), (result.ExitCode, result.Text));
    }

    /// <summary>The launcher reads the files of other mod managers; the DLL doesn't, and follows the order that they specify.</summary>
    [RealProcessFact(Needs.Published)]
    [Trait("Run", "Quick")]
    public void AnotherManagersFileOrdersMods()
    {
        string game = Game();
        _folder.File("g/rvfs/mods/A/good.txt", "A");
        _folder.File("g/rvfs/mods/A/ModConfig.json", """{ "ModId": "a", "ModDependencies": ["b", "loader"] }""");
        _folder.File("g/rvfs/mods/B/good.txt", "B");
        _folder.File("g/rvfs/mods/B/x.me3", "[[packages]]\nid = \"b\"\npath = \"mod\"");
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", game, "cat", "good.txt"], In(game));
        Assert.Equal((0, "A"), (result.ExitCode, result.Text));
    }

    /// <summary>The configuration names a save by mistake: neither the report nor the events overwrite it.</summary>
    [RealProcessFact(Needs.Published)]
    public void ASaveThatAKeyNamesStays()
    {
        string game = Game(), save = _folder.File("g/save.dat", "the player's");
        _folder.File("g/rvfs/mods/one/good.txt", "good");
        _folder.File("g/rvfs/rvfs.json", """{ "report": "../save.dat", "events": "../save.dat" }""");
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", game, "cat", "good.txt"], In(game));
        Assert.Equal((0, "good"), (result.ExitCode, result.Text));
        Assert.Equal("the player's", File.ReadAllText(save));
        Assert.Contains("report: this file isn't a start report, and is left alone", result.Errors, StringComparison.Ordinal);
    }

    [LinuxFact(Needs.Published)]
    public void TheLauncherForLinuxAlone()
    {
        string alone = Path.Combine(_folder.Folder("alone"), "rvfs");
        File.Copy(PublishedArtifacts.LinuxLauncher, alone);
        GameResult result = GameProcess.RunCommand([alone, "run", Game(), "exit", "0"]);
        Assert.Equal(ExitCodes.Failed, result.ExitCode);
        Assert.Contains($"rvfs.exe is missing; it belongs beside rvfs, in '{_folder.At("alone")}'.", result.Errors,
            StringComparison.Ordinal);
        Assert.Contains("Unpack Reloaded VFS again, with rvfs.exe and reloaded_vfs.dll.", result.Errors, StringComparison.Ordinal);
    }

    [RealProcessFact(Needs.Published)]
    public void TheDLLIsNotBesideTheLauncher()
    {
        string game = Game();
        CopiedLauncher alone = new(_folder.Folder("alone"));
        _folder.File("g/data.txt", "plain");
        _folder.File("g/rvfs/mods/one/data.txt", "modded");
        GameResult result = GameProcess.Run(alone.WindowsLauncher, ["run", WinePrefix.ToWindows(game), "cat", "data.txt"], In(game));
        Assert.Contains(CopiedLauncher.NoLibraryMessage, result.Errors, StringComparison.Ordinal);
        // A copy without the folder x86 serves no 32-bit games, and says so before anything of the game runs.
        Assert.Equal(Width.Is32Bit ? (ExitCodes.CannotRun, "") : (0, "plain"), (result.ExitCode, result.Text));
        if (!Width.Is32Bit)
            Assert.Contains("game.exe runs without its mods", result.Errors, StringComparison.Ordinal);
    }

    [LinuxFact(Needs.Published)]
    public void ADriveThatThePrefixLacks()
    {
        string letter = Drives.FindFree()!.ToUpperInvariant();
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", $@"{letter}\game\game.exe"]);
        Assert.Equal(ExitCodes.NotFound, result.ExitCode);
        Assert.Contains($@"'{letter}\game\game.exe' is on no drive of the Wine prefix '{WinePrefix.Folder}'.", result.Errors,
            StringComparison.Ordinal);
        Assert.Contains("Give the Linux path, or set WINEPREFIX.", result.Errors, StringComparison.Ordinal);
    }

    [LinuxFact(Needs.Published)]
    public void A32BitPrefix()
    {
        string prefix = _folder.Folder("prefix");
        _folder.Folder("prefix/dosdevices");
        _folder.File("prefix/system.reg", "WINE REGISTRY Version 2\n;; All keys relative to \\\\Machine\n\n#arch=win32\n");
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", Game(), "exit", "0"], new()
        {
            Environment = new Dictionary<string, string?> { ["WINEPREFIX"] = prefix },
        });
        Assert.Equal(ExitCodes.Failed, result.ExitCode);
        Assert.Contains($"The Wine prefix '{prefix}' is a 32-bit one; 64-bit games need a 64-bit one.", result.Errors,
            StringComparison.Ordinal);
        Assert.Contains("Set WINEPREFIX to another folder", result.Errors, StringComparison.Ordinal);
    }

    /// <summary>A virus scanner may remove the DLL after rvfs has checked it and before the game loads it.</summary>
    [Fact]
    public void TheDLLHasDisappeared()
    {
        string gone = _folder.At("gone/reloaded_vfs.dll");
        Assert.StartsWith($"'{gone}' has just disappeared: ", GameEntry.WhyNotLoaded(gone, 126), StringComparison.Ordinal);
    }

    /// <summary>Ended as by the task manager.</summary>
    [RealProcessFact(Needs.Published)]
    public void TheGameLivesOnWhenRvfsIsEnded()
    {
        string game = Game(), begun = _folder.At("g/begun"), ended = _folder.At("g/ended");
        ProcessStartInfo start = OperatingSystem.IsWindows()
            ? new(PublishedArtifacts.WindowsLauncher)
            : new(WinePrefix.Command!, [PublishedArtifacts.WindowsLauncher]);
        foreach (string word in (string[])["run", WinePrefix.ToWindows(game), "twice", WinePrefix.ToWindows(begun), "3000",
            WinePrefix.ToWindows(ended)])
            start.ArgumentList.Add(word);
        foreach ((string name, string value) in OperatingSystem.IsWindows() ? new Dictionary<string, string>() : WinePrefix.Environment)
            start.Environment[name] = value;
        using Process launcher = Process.Start(start)!;
        Assert.True(SpinWait.SpinUntil(() => File.Exists(begun), TimeSpan.FromMinutes(2)));
        Assert.False(launcher.HasExited);
        launcher.Kill();
        launcher.WaitForExit();
        Assert.False(File.Exists(ended));
        Assert.True(SpinWait.SpinUntil(() => File.Exists(ended), TimeSpan.FromMinutes(2)), "the game ended with rvfs");
    }

    /// <summary>Wine runs such a program like any other, so the message is requested by Windows' error.</summary>
    [Theory]
    [InlineData(740, ExitCodes.CannotRun, "wants to run as administrator, and rvfs doesn't (error 740).")]
    [InlineData(2, ExitCodes.NotFound, "There is no 'x.exe'.")]
    [InlineData(5, ExitCodes.CannotRun, "Windows refuses to run 'x.exe' (access denied).")]
    [InlineData(193, ExitCodes.CannotRun, "isn't a program it can run here (error 193).")]
    [InlineData(4551, ExitCodes.CannotRun, "isn't signed and isn't well known yet (error 4551).")]
    [InlineData(1260, ExitCodes.CannotRun, "(error 1260).")]
    public void WindowsDoesNotStartTheGame(int error, int code, string message)
    {
        CliException refused = WindowsGame.Refused("x.exe", error);
        Assert.Equal(code, refused.ExitCode);
        Assert.EndsWith(message, refused.Message, StringComparison.Ordinal);
        Assert.True(error == 2 || refused.Cure is not null);
    }

    private string Game()
    {
        string game = Path.Combine(_folder.Folder("g"), "game.exe");
        File.Copy(NativePrograms.Get("launched.exe"), game, overwrite: true);
        return game;
    }

    private static GameOptions In(string game) => new() { WorkingDirectory = Path.GetDirectoryName(game) };
}
