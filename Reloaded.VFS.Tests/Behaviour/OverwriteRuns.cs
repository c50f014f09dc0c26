using System.Diagnostics;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>Runs of a game whose writes go to the overwrite folder, and what they leave.</summary>
internal static class OverwriteRuns
{
    private static readonly TimeSpan KillLimit = TimeSpan.FromSeconds(30);

    /// <summary>Runs commands of the probe through the VFS; what they print.</summary>
    public static string Run(MergedFolder folder, string commands) =>
        BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("overwrite", commands)]));

    /// <summary>Runs commands of the probe in one process, as the options say; how that ended.</summary>
    public static GameResult Run(MergedFolder folder, string commands, GameOptions options)
    {
        string script = Path.Combine(folder.Root, "script.txt");
        File.WriteAllText(script, Scenario.ToScript([new("one run", commands)]));
        return GameProcess.Run(Path.Combine(folder.Game, BackendRunner.GameName), ["script", WinePrefix.ToWindows(script)],
            options with { Vfs = true });
    }

    /// <summary>A path of the game in its overwrite folder.</summary>
    public static string Place(MergedFolder folder, string path) => Path.Combine(UntouchedFiles.FolderOf(folder), path);

    /// <summary>A path in the folder for what isn't whole yet.</summary>
    public static string Temporary(MergedFolder folder, string path) => Path.Combine(UntouchedFiles.FolderOf(folder) + ".rvfs-tmp", path);

    /// <summary>Lists the folder of unfinished copies, without the record of what the overwrite folder covers.</summary>
    public static string[] Temporaries(MergedFolder folder) => TemporariesIn(Temporary(folder, ""));

    /// <inheritdoc cref="Temporaries"/>
    public static string[] TemporariesIn(string temporary) => [
        .. Directory.GetFileSystemEntries(temporary).Select(entry => Path.GetFileName(entry))
            .Where(name => !name.EndsWith(".covered", StringComparison.Ordinal)).Order()];

    /// <summary>The files in the overwrite folder, by their paths in the game.</summary>
    public static string[] Files(MergedFolder folder)
    {
        string place = UntouchedFiles.FolderOf(folder);
        return Directory.Exists(place)
            ? [.. Directory.GetFiles(place, "*", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(place, file)).Order()]
            : [];
    }

    /// <summary>What lies in the overwrite folder, with times and markers.</summary>
    public static FolderContent Content(MergedFolder folder) => FolderContent.Read(UntouchedFiles.FolderOf(folder));

    /// <summary>Runs a command of the launcher on the game; its exit code, and all that it says.</summary>
    public static (int Code, string Said) Launch(MergedFolder folder, params string[] words) => Launch([.. words, "--target", folder.Game]);

    /// <summary>Runs a command of the launcher on the game by its program, so that its configuration names the targets.</summary>
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

    /// <summary>All start reports.</summary>
    public static string Reports(MergedFolder folder) =>
        string.Concat(Directory.GetFiles(Path.Combine(folder.Game, "rvfs", "logs"), "*.json").Select(File.ReadAllText));

    /// <summary>Puts the program of <see cref="StartLive"/> into the game's folder.</summary>
    public static void AddLive(MergedFolder folder) => File.Copy(NativePrograms.Get("live.exe"), LiveIn(folder));

    /// <summary>Starts a program that is told what to do, through the VFS.</summary>
    public static LiveProgram StartLive(MergedFolder folder) =>
        new(LiveIn(folder), new GameOptions { Vfs = true, Timeout = TimeSpan.FromSeconds(150) });

    /// <summary>
    /// Leaves copies behind that nothing has changed: by a game that ends without having closed them. <see cref="AddLive"/> comes first.
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
    /// Kills programs of the game, and what started them: under Wine by the command line, as they are no children here. Returns when
    /// nothing of the game's folder, or beside it, is open: what a killed program had asked Wine's server for is done by then, or will
    /// never be.
    /// </summary>
    /// <param name="folder">The game.</param>
    /// <param name="words">
    /// Under Wine: words, one of which is in the programs' command lines. On Windows all programs of the game are killed.
    /// </param>
    /// <exception cref="TimeoutException">A file is still open after 30 s (times <see cref="GameProcess.Patience"/>).</exception>
    public static void Kill(MergedFolder folder, params string[] words)
    {
        var clock = Stopwatch.StartNew();
        // The merged folder isn't looked at: another program may be at work there.
        string root = Path.GetFileName(folder.Root), around = Path.GetDirectoryName(folder.Game)!;
        // A program that was just being started wasn't among the processes before; the launcher starts one again that has died.
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

    /// <summary>Starts a script of the probe through the VFS, and kills it. What it has printed till then.</summary>
    /// <param name="folder">The game.</param>
    /// <param name="script">The script's text.</param>
    /// <param name="hasBegun">Whether the time until the kill begins.</param>
    /// <param name="microseconds">That time.</param>
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
