using System.Diagnostics;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli;

/// <summary>A game (Native/processes/watched.c) with mods, run by the published launcher's commands.</summary>
internal sealed class WatchedGame : IDisposable
{
    /// <param name="files">Files below the game's folder, each with its path as content, or "path=content".</param>
    public WatchedGame(params string[] files)
    {
        Folder.Folder("g/rvfs/mods");
        File.Copy(NativePrograms.Get("watched.exe"), Program);
        foreach (string file in files)
        {
            string[] parts = file.Split('=', 2);
            Folder.File("g/" + parts[0], parts[^1]);
        }
    }

    public TemporaryFolder Folder { get; } = new();

    /// <summary>The game's program.</summary>
    public string Program => Folder.At("g/watched.exe");

    /// <summary>A path as the game names it.</summary>
    public string InGame(string path) => WinePrefix.ToWindows(Folder.At("g/" + path));

    /// <summary>Runs a command of the launcher to its end.</summary>
    public static GameResult Rvfs(params string[] arguments) =>
        GameProcess.RunCommand([PublishedArtifacts.Launcher, .. arguments], new GameOptions { Timeout = TimeSpan.FromSeconds(90) });

    /// <summary>Waits until the game has made a file; its first step is <c>make</c>.</summary>
    public void WaitForFile(string path) => WaitUntil(() => File.Exists(Folder.At("g/" + path)), $"'{path}' isn't there");

    /// <summary>Waits until a command monitors the game.</summary>
    public void WaitForMonitor() =>
        WaitUntil(
            () => EventFiles().Any(file =>
            {
                try
                {
                    using EventReader reader = EventReader.Open(file, version: null);
                    return reader.IsEnabled && reader.Program == InGame("watched.exe");
                }
                catch (Exception e) when (e is EventFileException or IOException)
                {
                    // Of another process, which begins or ends.
                    return false;
                }
            }), "nothing monitors the game");

    private static void WaitUntil(Func<bool> condition, string otherwise)
    {
        var waited = Stopwatch.StartNew();
        while (!condition())
        {
            Assert.True(waited.Elapsed < TimeSpan.FromSeconds(60), otherwise);
            Thread.Sleep(20);
        }
    }

    /// <summary>The event files of processes that run, and those that were left behind.</summary>
    public static string[] EventFiles()
    {
        IEnumerable<string> folders = WinePrefix.IsNeeded
            ? [ReportFolders.Running,
                .. Directory.GetDirectories(Path.Combine(WinePrefix.Folder, "drive_c", "users"))
                    .Select(user => Path.Combine(user, "AppData", "Local", "reloaded-vfs", "running"))]
            : [ReportFolders.Running];
        return [.. folders.Where(Directory.Exists).SelectMany(folder => Directory.GetFiles(folder, "*" + EventFileLayout.Extension))];
    }

    public void Dispose() => Folder.Dispose();
}
