using System.Diagnostics;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>Runs a game whose writes go to the overwrite folder, and reads what the runs leave.</summary>
internal static class OverwriteRuns
{
    private static readonly TimeSpan KillLimit = TimeSpan.FromSeconds(30);

    /// <summary>Runs commands of the probe through the VFS, and returns their output.</summary>
    public static string Run(MergedFolder folder, string commands) =>
        BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("overwrite", commands)]));

    /// <summary>Runs commands of the probe in one process with the given options, and returns the result.</summary>
    public static GameResult Run(MergedFolder folder, string commands, GameOptions options)
    {
        string script = Path.Combine(folder.Root, "script.txt");
        File.WriteAllText(script, Scenario.ToScript([new("one run", commands)]));
        return GameProcess.Run(Path.Combine(folder.Game, BackendRunner.GameName), ["script", WinePrefix.ToWindows(script)],
            options with { Vfs = true });
    }

    /// <summary>Returns the place of a path of the game in its overwrite folder.</summary>
    public static string Place(MergedFolder folder, string path) => Path.Combine(UntouchedFiles.FolderOf(folder), path);

    /// <summary>Returns a path in the folder for incomplete files.</summary>
    public static string Temporary(MergedFolder folder, string path) => Path.Combine(UntouchedFiles.FolderOf(folder) + ".rvfs-tmp", path);

    /// <summary>Lists the folder of unfinished copies, without the record of what the overwrite folder covers.</summary>
    public static string[] Temporaries(MergedFolder folder) => TemporariesIn(Temporary(folder, ""));

    /// <inheritdoc cref="Temporaries"/>
    public static string[] TemporariesIn(string temporary) => [
        .. Directory.GetFileSystemEntries(temporary).Select(entry => Path.GetFileName(entry))
            .Where(name => !name.EndsWith(".covered", StringComparison.Ordinal)).Order()];

    /// <summary>Returns the files in the overwrite folder, by their paths in the game.</summary>
    public static string[] Files(MergedFolder folder)
    {
        string place = UntouchedFiles.FolderOf(folder);
        return Directory.Exists(place)
            ? [.. Directory.GetFiles(place, "*", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(place, file)).Order()]
            : [];
    }

    /// <summary>Returns the content of the overwrite folder, with times and markers.</summary>
    public static FolderContent Content(MergedFolder folder) => FolderContent.Read(UntouchedFiles.FolderOf(folder));

    /// <summary>Runs a command of the launcher on the game, and returns its exit code and its output.</summary>
    public static (int Code, string Said) Launch(MergedFolder folder, params string[] words) => Launch([.. words, "--target", folder.Game]);

    /// <summary>Runs a command of the launcher on the game's program, so that the program's configuration names the targets.</summary>
    public static (int Code, string Said) LaunchOnProgram(MergedFolder folder, params string[] words) =>
        Launch([.. words, "--game", Path.Combine(folder.Game, BackendRunner.GameName)]);

    private static (int Code, string Said) Launch(string[] words)
    {
        var start = new ProcessStartInfo(PublishedArtifacts.Launcher, words)
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        start.Environment["WINEPREFIX"] = WinePrefix.Folder;
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string said = process.StandardOutput.ReadToEnd() + errors.Result;
        process.WaitForExit();
        return (process.ExitCode, said);
    }

    /// <summary>Returns the text of all start reports.</summary>
    public static string Reports(MergedFolder folder) =>
        string.Concat(Directory.GetFiles(Path.Combine(folder.Game, "rvfs", "logs"), "*.json").Select(File.ReadAllText));

    /// <summary>Copies the program of <see cref="StartLive"/> into the game's folder.</summary>
    public static void AddLive(MergedFolder folder) => File.Copy(NativePrograms.Get("live.exe"), LiveIn(folder));

    /// <summary>Starts, through the VFS, a program that executes commands one by one.</summary>
    public static LiveProgram StartLive(MergedFolder folder) =>
        new(LiveIn(folder), new GameOptions { Vfs = true, Timeout = TimeSpan.FromSeconds(150) });

    /// <summary>
    /// Leaves unchanged copies in the overwrite folder, by a game that ends without closing them. <see cref="AddLive"/> must be called
    /// before.
    /// </summary>
    /// <param name="folder">The game.</param>
    /// <param name="names">The files, as the game names them.</param>
    public static void LeaveUnchanged(MergedFolder folder, params string[] names)
    {
        const string readWrite = "C0000000", all = "7", existing = "3";
        using LiveProgram game = StartLive(folder);
        for (int i = 0; i < names.Length; i++)
            Assert.Equal("0", game.Ask("file", "open", $"{i}", InGame(folder, names[i]), readWrite, all, existing));
        game.Quit();
    }

    /// <summary>
    /// Kills programs of the game and the processes that started them; under Wine they are found by their command lines, because they
    /// aren't children of the test. Returns once no file in the game's folder, or beside it, is open, when Wine's server has finished all
    /// requests of the killed programs.
    /// </summary>
    /// <param name="folder">The game.</param>
    /// <param name="words">
    /// Under Wine, words of which the programs' command lines contain at least one. On Windows all programs of the game are killed.
    /// </param>
    /// <exception cref="TimeoutException">A file is still open after 30 s (times <see cref="GameProcess.Patience"/>).</exception>
    public static void Kill(MergedFolder folder, params string[] words)
    {
        var clock = Stopwatch.StartNew();
        // The merged folder isn't checked, because another program may use it.
        string root = Path.GetFileName(folder.Root), around = Path.GetDirectoryName(folder.Game)!;
        // Killing is repeated: a program that was just being started may have been missed, and the launcher restarts one that has died.
        while (RunningPrograms.Kill(root, words) || (WinePrefix.IsNeeded && WineServer.FindOpen(around) is not null))
        {
            if (clock.Elapsed > KillLimit * GameProcess.Patience)
            {
                throw new TimeoutException(
                    $"Wine's server still has {WineServer.FindOpen(around) ?? "nothing"} open:\n{RunningPrograms.Describe()}");
            }

            Thread.Sleep(1);
        }
    }

    /// <summary>Starts a script of the probe through the VFS, kills it, and returns what it has printed until then.</summary>
    /// <param name="folder">The game.</param>
    /// <param name="script">The script's text.</param>
    /// <param name="hasBegun">Determines whether the time until the kill begins to count.</param>
    /// <param name="microseconds">The time from then until the kill, in microseconds.</param>
    public static string KillScript(MergedFolder folder, string script, Func<bool> hasBegun, int microseconds)
    {
        string file = Path.Combine(folder.Root, "killed.txt");
        File.WriteAllText(file, script);
        Task<GameResult> run = Task.Run(() => GameProcess.Run(Path.Combine(folder.Game, BackendRunner.GameName),
            ["script", WinePrefix.ToWindows(file)], new GameOptions { Vfs = true }));
        while (!run.IsCompleted && !hasBegun())
            Thread.Sleep(1);
        var clock = Stopwatch.StartNew();
        while (clock.Elapsed.TotalMicroseconds < microseconds)
            Thread.Yield();
        Kill(folder, "killed.txt");
        return run.Result.Text;
    }

    private static string InGame(MergedFolder folder, string name) => WinePrefix.ToWindows(folder.Game) + @"\" + name;

    private static string LiveIn(MergedFolder folder) => Path.Combine(folder.Game, "live.exe");
}
