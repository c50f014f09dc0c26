using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Names;

/// <summary>Files whose names say that another name isn't seen. They are never seen themselves. Letter case doesn't matter.</summary>
internal static class HideMarker
{
    /// <summary>The ending of a file that hides the name before it of every lower layer, the game's own included.</summary>
    public const string Ending = ".rvfshide";

    /// <summary>
    /// What stands in a marker that the VFS itself has put into a mod, since the game has deleted the mod's file or folder of that name.
    /// </summary>
    public const string DeletedByGame = "The game has deleted this name. Delete this marker to see again what it hides.\r\n";

    /// <summary>The ending of such a marker that isn't whole yet, or was left by a process that was killed. It hides nothing.</summary>
    public const string UnfinishedEnding = Ending + DefaultExcludes.TemporaryEnding;

    /// <summary>Mod Organizer's ending: it takes a mod's own file out of the mod.</summary>
    private const string OwnEnding = ".mohidden";

    /// <summary>Whether a name is a marker, and of which name.</summary>
    public static bool TryGetName(ReadOnlySpan<char> marker, out ReadOnlySpan<char> name)
    {
        bool isMarker = marker.Length > Ending.Length && CaseFolding.Equals(marker[^Ending.Length..], Ending);
        name = isMarker ? marker[..^Ending.Length] : [];
        return isMarker;
    }

    /// <summary>Whether a name ends as a marker does, of whatever it may be.</summary>
    public static bool IsMarker(ReadOnlySpan<char> name) =>
        name.Length >= Ending.Length && CaseFolding.Equals(name[^Ending.Length..], Ending);

    /// <summary>Whether a name is that of a marker, whole or unfinished: a folder with nothing else in it is empty to the game.</summary>
    public static bool IsAnyMarker(ReadOnlySpan<char> name) =>
        IsMarker(name) || name.EndsWith(UnfinishedEnding, StringComparison.Ordinal);

    /// <summary>Whether a marker is there, and is one that the VFS has put there since the game has deleted the name.</summary>
    /// <param name="marker">A host path.</param>
    public static bool IsOfDeleted(string marker)
    {
        try
        {
            return File.Exists(marker) && new FileInfo(marker).Length == DeletedByGame.Length && File.ReadAllText(marker) == DeletedByGame;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It is just going, or can't be read.
            return false;
        }
    }

    /// <summary>Whether a name is that of a file or folder which its mod leaves out.</summary>
    public static bool IsOwnHidden(ReadOnlySpan<char> name) =>
        name.Length >= OwnEnding.Length && CaseFolding.Equals(name[^OwnEnding.Length..], OwnEnding);
}
