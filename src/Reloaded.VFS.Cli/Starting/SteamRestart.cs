using System.Diagnostics;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// The detection of games that Steam has restarted without their mods, and the advice on what to paste in the launch options.
/// </summary>
/// <remarks>
/// A Steam game that Steam hasn't started asks Steam to start it anew, ends, and comes back as Steam's child, without its mods (Steamworks,
/// SteamAPI_RestartAppIfNecessary; copy protection does the same).
/// </remarks>
internal static class SteamRestart
{
    // The time counts from the start of Wine, if there is one.
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan UntilItIsBack = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);
    // Steam for Linux, and Steam for Windows: by .NET's names there, and as Linux names Wine's processes.
    private static readonly string[] Clients = ["steam", "steam.exe"];
    private static readonly string[] Libraries = ["steam_api64.dll", "steam_api.dll", "steam_appid.txt"];

    /// <summary>Warns if Steam may have restarted a game that has just ended. If Steam runs, waits briefly for the game's return.</summary>
    /// <param name="game">The program, an absolute path of this system.</param>
    /// <param name="lasted">The time that the game ran.</param>
    /// <param name="code">The program's exit code.</param>
    /// <param name="launcher">The path of this launcher, for Steam.</param>
    public static void Explain(string game, TimeSpan lasted, uint code, string launcher)
    {
        if (lasted > Soon || NtStatusNames.Describe(code) is not null || !IsOfSteam(game))
            return;
        string ended = $"{Path.GetFileName(game)} ended after {lasted.TotalSeconds:0} s with exit code {(int)code}";
        Messages.Warn(IsSteamRunning() && ComesBack(game)
                ? $"{ended}, and runs again without its mods: Steam has restarted it."
                : $"{ended}. If it comes back without its mods, Steam has restarted it.",
            $"To start it from Steam with its mods, paste into its launch options there: \"{launcher}\" run %command%");
    }

    private static bool IsSteamRunning()
    {
        Process[] found = [.. Clients.SelectMany(Process.GetProcessesByName)];
        Array.ForEach(found, process => process.Dispose());
        return found.Length > 0;
    }

    private static bool ComesBack(string game)
    {
        for (long began = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(began) < UntilItIsBack; Thread.Sleep(Pause))
        {
            if (RunningGame.IsRunning(game))
                return true;
        }

        return false;
    }

    private static bool IsOfSteam(string game) => SteamGame.Find(game) is not null
        || Libraries.Any(name => CaseInsensitivePath.Find(Path.Combine(Path.GetDirectoryName(game)!, name)) is not null);
}
