namespace Reloaded.VFS.Cli.Starting.Wine;

/// <summary>
/// The sandbox of a program from Flatpak, such as Steam, Lutris, Heroic or Bottles. It sees only what it is granted of the machine;
/// anything else that a link leads to isn't there. Sources: flatpak-metadata(5), flatpak-override(1).
/// </summary>
internal static class Flatpak
{
    private const string Information = "/.flatpak-info";

    /// <summary>The path, below the user's home folder, of applications' own files, with a folder for each, named by its id.</summary>
    public const string Applications = "/.var/app/";

    /// <summary>Returns the id of the application in whose sandbox this process runs, or null if it runs in none.</summary>
    /// <param name="environment">Reads a variable.</param>
    public static string? FindId(Func<string, string?> environment)
    {
        const string Name = "name=";
        if (environment("FLATPAK_ID") is { Length: > 0 } given)
            return given;
        string[] lines = FileErrors.Ignore(() => File.ReadAllLines(Information), []);
        return Array.Find(lines, line => line.StartsWith(Name, StringComparison.Ordinal))?[Name.Length..].Trim();
    }

    /// <summary>Returns the command that grants an application access to a folder.</summary>
    public static string GrantCommand(string id, string folder) => $"flatpak override --user --filesystem='{folder}' {id}";
}
