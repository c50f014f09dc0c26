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
        if (Missing(Environment.GetEnvironmentVariable, byProton: false) is { } variable)
            start.Environment[variable.Name] = variable.Value;
    }

    /// <summary>The variable that has to be set for that; null where none has.</summary>
    /// <param name="environment">Reads a variable; null where it isn't set.</param>
    /// <param name="byProton">
    /// Whether Proton's script starts Wine: it gives Wine <c>HOST_LC_ALL</c> as <c>LC_ALL</c>, which Steam sets to "C", and no
    /// <c>LC_ALL</c> where that is empty. Source: <c>init_wine</c> of the script.
    /// </param>
    public static (string Name, string Value)? Missing(Func<string, string?> environment, bool byProton)
    {
        string all = byProton ? "HOST_LC_ALL" : "LC_ALL";
        string? name = ((string[])[all, "LC_CTYPE", "LANG"]).FirstOrDefault(v => !string.IsNullOrEmpty(environment(v)));
        string value = name is null ? "" : environment(name)!;
        return value is "" or "C" or "POSIX" ? (name == all ? all : "LC_CTYPE", "C.UTF-8") : null;
    }
}
