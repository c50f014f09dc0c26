using System.Diagnostics;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>
/// Wine reads and writes file names in the locale's character set; in the C locale of containers and services, files whose names aren't
/// ASCII are invisible to the game.
/// </summary>
internal static class WineLocale
{
    /// <summary>Gives Wine UTF-8 where the environment asks for no character set at all. Language and formats stay.</summary>
    public static void Ensure(ProcessStartInfo start)
    {
        string? name = ((string[])["LC_ALL", "LC_CTYPE", "LANG"]).FirstOrDefault(v => !string.IsNullOrEmpty(Environment.GetEnvironmentVariable(v)));
        string value = name is null ? "" : Environment.GetEnvironmentVariable(name)!;
        if (value is "" or "C" or "POSIX")
            start.Environment[name == "LC_ALL" ? "LC_ALL" : "LC_CTYPE"] = "C.UTF-8";
    }
}
