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
        if (Missing() is { } variable)
            start.Environment[variable.Name] = variable.Value;
    }

    /// <summary>The variable that has to be set for that; null where none has.</summary>
    public static (string Name, string Value)? Missing()
    {
        string? name =
            ((string[])["LC_ALL", "LC_CTYPE", "LANG"]).FirstOrDefault(v => !string.IsNullOrEmpty(Environment.GetEnvironmentVariable(v)));
        string value = name is null ? "" : Environment.GetEnvironmentVariable(name)!;
        return value is "" or "C" or "POSIX" ? (name == "LC_ALL" ? "LC_ALL" : "LC_CTYPE", "C.UTF-8") : null;
    }
}
