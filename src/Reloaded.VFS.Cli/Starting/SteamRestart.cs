using System.Diagnostics;
using System.Globalization;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// A game of Steam that Steam hasn't started has Steam start it anew, ends, and comes back as Steam's child, without its mods (Steamworks,
/// SteamAPI_RestartAppIfNecessary; copy protection does likewise). Tells the player what to paste into the launch options.
/// </summary>
internal static class SteamRestart
{
    // From the start of Wine on, where there is one.
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan UntilItIsBack = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);
    // Steam for Linux; for Windows, by .NET's names there and as Linux has Wine's processes.
    private static readonly string[] Clients = ["steam", "steam.exe"];
    private static readonly string[] Libraries = ["steam_api64.dll", "steam_api.dll", "steam_appid.txt"];

    /// <summary>
    /// Says so where a game that has ended looks like one; waits a little whether it comes back, where a Steam runs that could start it so
    /// soon.
    /// </summary>
    /// <param name="game">The program, an absolute path of this system.</param>
    /// <param name="lasted">How long it ran.</param>
    /// <param name="code">Its exit code.</param>
    /// <param name="launcher">This launcher, for Steam.</param>
    public static void Explain(string game, TimeSpan lasted, uint code, string launcher)
    {
        if (lasted > Soon || NtStatusNames.Describe(code) is not null || !IsOfSteam(game))
            return;
        string ended = string.Create(CultureInfo.InvariantCulture,
            $"{Path.GetFileName(game)} ended after {lasted.TotalSeconds:0} s with exit code {(int)code}");
        Messages.Warn(IsSteamRunning() && ComesBack(game)
                ? $"{ended}, and runs again without its mods: Steam has started it anew."
                : $"{ended}. If it comes back without its mods, Steam has started it anew.",
            $"Have Steam start it with its mods: paste into its launch options there: \"{launcher}\" run %command%");
    }

    private static bool IsSteamRunning()
    {
        bool found = false;
        foreach (Process process in Clients.SelectMany(Process.GetProcessesByName))
        {
            using (process)
                found = true;
        }

        return found;
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
