namespace Reloaded.VFS.Mods.Names;

/// <summary>A folder of the user that Windows knows by a name of its own, wherever it lies.</summary>
internal enum KnownFolder
{
    /// <summary><c>%DOCUMENTS%</c>: <c>FOLDERID_Documents</c>.</summary>
    Documents,

    /// <summary><c>%SAVEDGAMES%</c>: <c>FOLDERID_SavedGames</c>.</summary>
    SavedGames,

    /// <summary><c>%APPDATA%</c>: <c>FOLDERID_RoamingAppData</c>.</summary>
    AppData,

    /// <summary><c>%LOCALAPPDATA%</c>: <c>FOLDERID_LocalAppData</c>.</summary>
    LocalAppData,
}

/// <summary>The texts by which files name known folders.</summary>
internal static class KnownFolders
{
    private static readonly Guid[] s_ids =
    [
        new("FDD39AD0-238F-46AF-ADB4-6C85480369C7"), new("4C5C32FF-BB9D-43B0-B5B4-2D72E54EAAA4"),
        new("3EB685DB-65F9-4CF6-A03A-E3EF65729F3D"), new("F1B32785-6FBA-4FCF-9D55-7B8E7F157091"),
    ];

    /// <summary>Gets the texts, in the enumeration's order.</summary>
    public static IReadOnlyList<string> Names { get; } = ["%DOCUMENTS%", "%SAVEDGAMES%", "%APPDATA%", "%LOCALAPPDATA%"];

    /// <summary>Returns Windows' own id of a folder (<c>KnownFolders.h</c>).</summary>
    public static Guid IdOf(KnownFolder folder) => s_ids[(int)folder];

    /// <summary>Returns the text of a folder.</summary>
    public static string NameOf(KnownFolder folder) => Names[(int)folder];

    /// <summary>Returns the folder of a text in any letter case, or null if there is none.</summary>
    public static KnownFolder? Parse(string name)
    {
        for (int i = 0; i < Names.Count; i++)
        {
            if (NameComparer.Instance.Equals(Names[i], name))
                return (KnownFolder)i;
        }

        return null;
    }
}
