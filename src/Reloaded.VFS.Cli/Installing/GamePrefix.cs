using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Cli.Wine;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>Where the system's own DLLs lie for a game, and what has to be known of Wine for it.</summary>
/// <param name="SystemFolder">The folder with Windows' DLLs, or Wine's.</param>
/// <param name="Prefix">On Linux the Wine prefix that the game runs in.</param>
/// <param name="Steam">On Linux the game of Steam that it is.</param>
internal sealed record GamePrefix(string SystemFolder, string? Prefix, SteamGame? Steam)
{
    private static readonly string s_system32 = Path.Combine("drive_c", "windows", "system32");

    /// <summary>
    /// On Windows, and inside Wine, this system. On Linux the prefix that Proton has made for a game of Steam, the prefix that the game
    /// lies in, or the user's own (<c>WINEPREFIX</c>), which is made where it isn't there yet.
    /// </summary>
    /// <exception cref="CliException">Proton has made no prefix yet, or there is no Wine.</exception>
    public static GamePrefix Find(string game)
    {
        if (OperatingSystem.IsWindows())
            return new GamePrefix(Environment.SystemDirectory, null, null);
        bool given = !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("WINEPREFIX"));
        if (!given && SteamGame.Find(game) is { } steam)
        {
            string proton = Path.Combine(steam.Prefix, s_system32);
            return Directory.Exists(proton) ? new GamePrefix(proton, steam.Prefix, steam)
                : throw new CliException(ExitCodes.Failed, $"Proton hasn't made this game's prefix yet ('{steam.Prefix}').",
                    "Start the game once without mods, then install again.");
        }

        if (!given && FindAround(game) is { } around)
            return new GamePrefix(Path.Combine(around, s_system32), around, null);
        string prefix = WineInstallation.FindPrefix();
        if (!Directory.Exists(Path.Combine(prefix, s_system32)))
            WineInstallation.Find().EnsurePrefix();
        return new GamePrefix(Path.Combine(prefix, s_system32), prefix, null);
    }

    /// <summary>The prefix in whose drive C: the game lies.</summary>
    private static string? FindAround(string game)
    {
        for (string? at = Path.GetDirectoryName(game); at is not null; at = Path.GetDirectoryName(at))
        {
            if (Path.GetFileName(at) == "drive_c" && Directory.Exists(Path.Combine(Path.GetDirectoryName(at)!, s_system32)))
                return Path.GetDirectoryName(at);
        }

        return null;
    }
}
