namespace Reloaded.VFS.Cli.Starting.Wrapping;

/// <summary>The DLLs that Wine or Proton itself brings. A mod's DLL of such a name needs an entry in <c>WINEDLLOVERRIDES</c>.</summary>
internal static class ProtonDlls
{
    // These are below the folder of the proton script; older ones have "dist".
    private static readonly string[] s_folders =
        ["files/lib/wine/x86_64-windows", "files/lib64/wine/x86_64-windows", "dist/lib64/wine/x86_64-windows", "dist/lib64/wine",
            "dist/lib/wine/x86_64-windows"];

    /// <summary>
    /// Returns the folders in which to look: of the prefix, which may not exist before the first start, and of Proton itself.
    /// </summary>
    /// <param name="prefix">The Wine prefix, or null if it isn't known.</param>
    /// <param name="script">Proton's script, or null for another runner.</param>
    public static string[] FindFolders(string? prefix, string? script)
    {
        List<string> folders = [];
        if (prefix is not null)
            folders.Add(Path.Combine(prefix, "drive_c", "windows", "system32"));
        if (script is not null && Path.GetDirectoryName(Path.GetFullPath(script)) is { } proton)
            folders.AddRange(s_folders.Select(folder => Path.Combine(proton, folder)));
        return [.. folders.Where(Directory.Exists)];
    }

    /// <summary>Determines whether one of the folders has a DLL.</summary>
    public static bool Have(string[] folders, string name) =>
        folders.Any(folder => File.Exists(Path.Combine(folder, name.ToLowerInvariant())));
}
