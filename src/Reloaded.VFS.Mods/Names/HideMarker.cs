namespace Reloaded.VFS.Mods.Names;

/// <summary>Whiteout markers: files whose names hide another name, and that are never seen. Letter case doesn't matter.</summary>
internal static class HideMarker
{
    /// <summary>The ending of a file that hides the name before it in every lower layer, including the game's own files.</summary>
    public const string Ending = ".rvfshide";

    /// <summary>
    /// The content of a marker that the VFS itself has put into a mod because the game has deleted the mod's file or folder of that name.
    /// </summary>
    public const string DeletedByGame = "The game has deleted this name. Delete this marker to see again what it hides.\r\n";

    /// <summary>The ending of such a marker that is incomplete or was left by a killed process. It hides nothing.</summary>
    public const string UnfinishedEnding = Ending + DefaultExcludes.TemporaryEnding;

    /// <summary>Mod Organizer's ending, which removes a mod's own file from the mod.</summary>
    private const string OwnEnding = ".mohidden";

    public static bool TryGetName(ReadOnlySpan<char> marker, out ReadOnlySpan<char> name)
    {
        bool isMarker = marker.Length > Ending.Length && IsMarker(marker);
        name = isMarker ? marker[..^Ending.Length] : [];
        return isMarker;
    }

    /// <summary>Determines whether a name ends as a marker does, even without a name before the ending.</summary>
    public static bool IsMarker(ReadOnlySpan<char> name) => CaseFolding.EndsWith(name, Ending);

    /// <summary>
    /// Determines whether a name is that of a marker, complete or unfinished. A folder with nothing else in it is empty to the game.
    /// </summary>
    public static bool IsAnyMarker(ReadOnlySpan<char> name) =>
        IsMarker(name) || name.EndsWith(UnfinishedEnding, StringComparison.Ordinal);

    /// <summary>Determines whether a marker exists and is one that the VFS has put there because the game has deleted the name.</summary>
    /// <param name="marker">A host path.</param>
    public static bool IsOfDeleted(string marker) =>
        // One that is just being deleted, or that can't be read, counts as gone.
        FileErrors.Ignore(() => new FileInfo(marker) is { Exists: true } file && file.Length == DeletedByGame.Length
            && File.ReadAllText(marker) == DeletedByGame, otherwise: false);

    /// <summary>Determines whether a name is that of a file or folder which its mod leaves out.</summary>
    public static bool IsOwnHidden(ReadOnlySpan<char> name) => CaseFolding.EndsWith(name, OwnEnding);
}
