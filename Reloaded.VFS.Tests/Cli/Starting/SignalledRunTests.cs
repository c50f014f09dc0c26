using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>
/// Tests of <c>rvfs run</c> under Wine if it is ended from outside: by a signal, by Ctrl-C in its terminal, or by closing its terminal. The
/// game ends with it, the exit code and the report say why, and nothing is left.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class SignalledRunTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly Dictionary<string, string?> _environment;

    public SignalledRunTests()
    {
        _folder.File("game/rvfs/mods/one/data.txt", "modded");
        File.Copy(NativePrograms.Get("launched.exe"), Game);
        _environment = new()
        {
            ["TMPDIR"] = _folder.Folder("tmp"),
            ["SHELL"] = "/bin/sh",
            ["PID"] = _folder.At("pid"),
            ["RVFS"] = PublishedArtifacts.Launcher,
            ["WINE"] = WinePrefix.Command,
            ["GAME"] = Game,
            ["BEGUN"] = WinePrefix.ToWindows(Begun),
            ["ENDED"] = WinePrefix.ToWindows(Ended),
        };
    }

    private string Game => _folder.At("game/game.exe");

    private string Begun => _folder.At("game/begun");

    private string Ended => _folder.At("game/ended");

    public void Dispose() => _folder.Dispose();

    /// <summary>Only rvfs itself gets the signal, as from a service manager. The game is gone when rvfs is.</summary>
    [LinuxTheory]
    [InlineData("TERM", 143)]
    [InlineData("HUP", 129)]
    [InlineData("INT", 130)]
    public async Task TheGameEndsWithRvfs(string signal, int code)
    {
        // A background job of a shell, which these tests may be, ignores SIGINT, and so does everything that it starts.
        Task<GameResult> run = Start("echo $$ >\"$PID\"; exec env --default-signal setsid "
            + "\"$RVFS\" run \"$GAME\" twice \"$BEGUN\" 120000 \"$ENDED\"");
        Send(signal);
        GameResult result = await run;
        Assert.False(RunningGame.IsRunning(Game));
        Assert.True(result.ExitCode == code, result.ToString());
        AssertNothingLeft($"rvfs received SIG{signal} and ended the game");
    }

    /// <summary>If <c>RVFS_WINE</c> is a script that waits for Wine, Wine is the script's child.</summary>
    [LinuxFact]
    public async Task AScriptInWinesPlaceEndsWithWine()
    {
        _environment["RVFS_WINE"] = _folder.File("wine", $"#!/bin/sh\n'{WinePrefix.Command}' \"$@\"\nexit $?\n");
        TemporaryFolder.Shell("chmod +x \"$1\"", _folder.At("wine"));
        Task<GameResult> run = Start("echo $$ >\"$PID\"; exec \"$RVFS\" run \"$GAME\" twice \"$BEGUN\" 120000 \"$ENDED\"");
        Send("TERM");
        GameResult result = await run;
        Assert.False(RunningGame.IsRunning(Game));
        Assert.True(result.ExitCode == 143, result.ToString());
        AssertNothingLeft("rvfs received SIGTERM and ended the game");
    }

    /// <summary>A closed terminal signals both at once. Wine may be gone before rvfs has received the signal.</summary>
    [LinuxFact]
    public async Task WineMayHearOfItFirst()
    {
        _environment["WAITED"] = Begun;
        _environment["RVFS_WINE"] = _folder.File("wine", $$"""
            #!/bin/sh
            [ "$2" = run ] || exec '{{WinePrefix.Command}}' "$@"
            '{{WinePrefix.Command}}' "$@" &
            while [ ! -e "$WAITED" ]; do sleep 0.1; done
            sleep 1
            kill -KILL $!
            (sleep 0.2; kill -HUP $PPID) &
            kill -HUP $$

            """.ReplaceLineEndings("\n"));
        TemporaryFolder.Shell("chmod +x \"$1\"", _folder.At("wine"));
        // As from a shell's own terminal, even if these tests are run by nohup.
        Task<GameResult> run = Start("echo $$ >\"$PID\"; exec env --default-signal "
            + "\"$RVFS\" run \"$GAME\" twice \"$BEGUN\" 120000 \"$ENDED\"");
        GameResult result = await run;
        Assert.True(result.ExitCode == 129, result.ToString());
        AssertNothingLeft("rvfs received SIGHUP and ended the game");
    }

    /// <summary>Files that the game has written to the overwrite folder stay there, and <c>rvfs undo</c> knows them.</summary>
    [LinuxFact]
    public async Task WhatTheGameHasWrittenCanBeTakenBack()
    {
        _folder.File("game/rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        string written = _folder.At("game/rvfs/overwrite/begun");
        Task<GameResult> run = Start(
            "echo $$ >\"$PID\"; exec \"$RVFS\" run \"$GAME\" twice \"$BEGUN\" 120000 \"$ENDED\"", written);
        Send("TERM");
        Assert.Equal(143, (await run).ExitCode);
        Assert.False(File.Exists(Begun));
        Assert.Equal("done", File.ReadAllText(written));
        GameResult undone = GameProcess.RunCommand([PublishedArtifacts.Launcher, "undo", "--yes", "--game", Game]);
        Assert.True(undone.ExitCode == 0, undone.ToString());
        Assert.False(File.Exists(written));
    }

    /// <summary>nohup makes the signal ignored: the game runs to its end.</summary>
    [LinuxFact]
    public async Task WhatIsIgnoredStaysSo()
    {
        Task<GameResult> run = Start(
            "trap '' HUP; echo $$ >\"$PID\"; exec \"$RVFS\" run \"$GAME\" twice \"$BEGUN\" 3000 \"$ENDED\"");
        Send("HUP");
        GameResult result = await run;
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.True(File.Exists(Ended));
    }

    /// <summary>The terminal sends Ctrl-C to the game, too, a console program, which ends. Wine determines its exit code.</summary>
    [LinuxFact]
    public async Task CtrlCInATerminalIsTheGames()
    {
        int plain = await PressCtrlC("\"$WINE\"");
        File.Delete(Begun);
        Assert.Equal(plain, await PressCtrlC("\"$RVFS\" run"));
        AssertNothingLeft();
    }

    [LinuxFact]
    public async Task AClosedTerminalEndsTheGame()
    {
        using FileStream keyboard = OpenKeyboard();
        Task<GameResult> run = Start(InTerminal("\"$RVFS\" run"));
        Send("KILL"); // the terminal
        await run;
        Assert.True(SpinWait.SpinUntil(() => !RunningGame.IsRunning(Game) && OwnFiles().Length == 0, TimeSpan.FromSeconds(20)),
            $"the game runs: {RunningGame.IsRunning(Game)}, left: {string.Join(", ", OwnFiles())}");
        AssertNothingLeft("rvfs received SIGHUP and ended the game");
    }

    /// <summary>Runs a command by script (of Debian's bsdutils), a terminal whose keys come from its input.</summary>
    private static string InTerminal(string command) => "echo $$ >\"$PID\"; exec env --default-signal script -qec 'exec " + command
        + " \"$GAME\" twice \"$BEGUN\" 120000 \"$ENDED\"' /dev/null <\"$KEYS\"";

    private async Task<int> PressCtrlC(string command)
    {
        using FileStream keyboard = OpenKeyboard();
        Task<GameResult> run = Start(InTerminal(command));
        keyboard.WriteByte(3);
        GameResult result = await run;
        Assert.False(RunningGame.IsRunning(Game));
        return result.ExitCode;
    }

    private FileStream OpenKeyboard()
    {
        _environment["KEYS"] = _folder.At("keys");
        TemporaryFolder.Shell("rm -f \"$1\"; mkfifo \"$1\"", _folder.At("keys"));
        return new FileStream(_folder.At("keys"), FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0);
    }

    /// <summary>Starts the game by a shell script, and waits until it runs.</summary>
    private Task<GameResult> Start(string script, string? begun = null)
    {
        Task<GameResult> run = Task.Run(() =>
            GameProcess.RunCommand(["/bin/sh", "-c", script], new GameOptions { Environment = _environment }));
        Assert.True(SpinWait.SpinUntil(() => File.Exists(begun ?? Begun) || run.IsCompleted, TimeSpan.FromMinutes(1)));
        Assert.False(run.IsCompleted, run.IsCompletedSuccessfully ? run.Result.ToString() : "");
        return run;
    }

    private void Send(string signal) => TemporaryFolder.Shell("kill -\"$1\" \"$(cat \"$2\")\"", signal, _folder.At("pid"));

    /// <summary>Lists the files there except Wine's own.</summary>
    private string[] OwnFiles() => Directory.GetFileSystemEntries(_folder.At("tmp"), "rvfs-*");

    private void AssertNothingLeft(params string[] told)
    {
        Assert.False(File.Exists(Ended));
        Assert.Empty(OwnFiles());
        string report = Assert.Single(Directory.GetFiles(_folder.At("game/rvfs/logs"), "start-*.json"));
        Assert.Equal(told, StartReportFile.Read(report).Diagnostics.Select(diagnostic => diagnostic.Cause));
    }
}
