namespace Reloaded.VFS.Cli.Starting.Wine;

/// <summary>
/// The sandbox of a program from Flatpak, Steam, Lutris, Heroic or Bottles, say: it sees what it is granted of the machine, and whatever
/// else a link leads to isn't there. Sources: flatpak-metadata(5), flatpak-override(1).
/// </summary>
internal static class Flatpak
{
    private const string Information = "/.flatpak-info";

    /// <summary>Where an application's own files lie below the user's home folder; a folder for each, named by its id.</summary>
    public const string Applications = "/.var/app/";

    /// <summary>The id of the application in whose sandbox this process runs; null where it runs in none.</summary>
    /// <param name="environment">Reads a variable.</param>
    public static string? FindId(Func<string, string?> environment)
    {
        if (environment("FLATPAK_ID") is { Length: > 0 } given)
            return given;
        try
        {
            const string Name = "name=";
            return File.Exists(Information)
                ? File.ReadLines(Information).FirstOrDefault(line => line.StartsWith(Name, StringComparison.Ordinal))?[Name.Length..].Trim()
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The command that lets an application see a folder.</summary>
    public static string GrantCommand(string id, string folder) => $"flatpak override --user --filesystem='{folder}' {id}";
}
