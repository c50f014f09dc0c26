namespace Reloaded.VFS.Mods.Caching;

/// <summary>The kinds of name in a folder.</summary>
internal enum EntryKind
{
    File,
    Folder,

    /// <summary>A link, a device, or an unknown kind. What it is may change without the folder.</summary>
    Other,
}

/// <summary>Receives one name of a folder. The span is valid during the call only.</summary>
internal delegate void FolderFactAction(ReadOnlySpan<char> name, EntryKind kind);

/// <summary>The facts about folders on a system that shows its links. Thread-safe.</summary>
internal interface IFolderFacts : IFolderStamps
{
    /// <summary>Determines whether a folder is on a volume whose folders have reliable times.</summary>
    bool IsTrusted(string folder);

    /// <summary>Returns the volume of a folder, or null if a volume is mounted at it or if that is unknown. Links are followed.</summary>
    ulong? FindVolume(string folder);

    /// <summary>Returns the path of a folder without any link in it, or null if the folder isn't there.</summary>
    string? FindReal(string folder);

    /// <summary>Calls <paramref name="action"/> for each name of a folder. False if the folder couldn't be read completely.</summary>
    bool TryList(string folder, FolderFactAction action);
}

/// <summary>
/// The properties that a folder keeps as long as no name in it is added, removed or replaced. Times are FILETIMEs; 0 stands for none.
/// </summary>
/// <param name="LastWrite">The time at which a name in the folder last changed. Programs can set it to any value.</param>
/// <param name="Change">The time at which the folder itself last changed, including its times. No program can set it.</param>
/// <param name="Id">The folder's number on its volume, or 0 if it wasn't requested.</param>
internal readonly record struct FolderStamp(long LastWrite, long Change, ulong Id);

/// <summary>Asks the system for the stamps that show that a folder is unchanged. Thread-safe.</summary>
internal interface IFolderStamps
{
    /// <summary>Returns a folder's stamp, following links, or null if the folder isn't there or can't be queried. Doesn't throw.</summary>
    /// <param name="folder">The folder, a host path.</param>
    /// <param name="withId">True if the folder's number is requested, which may cost more than the times.</param>
    FolderStamp? Find(string folder, bool withId);
}

/// <summary>Gets a folder's times, of the last write and of the last change, by its path in NT form. False if it isn't there.</summary>
internal delegate bool FolderTimesQuery(string path, out long lastWrite, out long change);

/// <summary>
/// Gets a folder's number on its volume, by its path in the form of <c>\\?\</c>. Returns whether the folder is there and can be opened.
/// </summary>
internal delegate bool FolderIdQuery(string path, out ulong id);

/// <summary>The stamps of folders from Windows functions, under Wine, too.</summary>
internal sealed class NtFolderStamps(FolderTimesQuery times, FolderIdQuery id) : IFolderStamps
{
    public FolderStamp? Find(string folder, bool withId)
    {
        string path = NtPath.From(folder);
        ulong number = 0;
        return (!withId || id(NtPath.ToLongWin32(path), out number)) && times(path, out long lastWrite, out long change)
            ? new FolderStamp(lastWrite, change, number)
            : null;
    }
}
