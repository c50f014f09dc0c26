using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Keeping;

/// <summary>What a name in a folder is.</summary>
internal enum EntryKind
{
    /// <summary>A file.</summary>
    File,

    /// <summary>A folder.</summary>
    Folder,

    /// <summary>A link, a device, or what the system doesn't tell: what it is may change without the folder.</summary>
    Other,
}

/// <summary>Takes one name of a folder; the span is valid during the call only.</summary>
internal delegate void FolderFactAction(ReadOnlySpan<char> name, EntryKind kind);

/// <summary>What a system that shows its links tells of folders. Thread-safe.</summary>
internal interface IFolderFacts : IFolderStamps
{
    /// <summary>Whether a folder is on a volume whose folders have times that can be trusted.</summary>
    bool IsTrusted(string folder);

    /// <summary>
    /// The volume that a folder is on; null for a folder at which one is mounted, or where that can't be told. Links are followed.
    /// </summary>
    ulong? FindVolume(string folder);

    /// <summary>Calls <paramref name="action"/> for each name of a folder. False where not all of it could be read.</summary>
    bool TryList(string folder, FolderFactAction action);
}

/// <summary>What a folder has as long as no name in it comes, goes or is replaced. Times are FILETIMEs; 0 stands for none.</summary>
/// <param name="LastWrite">When a name in it last changed. Programs set it to what they like.</param>
/// <param name="Change">When the folder itself last changed, its times included. No program sets it.</param>
/// <param name="Id">Its number on its volume; 0 where it wasn't asked for.</param>
internal readonly record struct FolderStamp(long LastWrite, long Change, ulong Id);

/// <summary>Asks the system for what tells that a folder is as it was. Thread-safe.</summary>
internal interface IFolderStamps
{
    /// <summary>A folder's stamp, links followed; null where it isn't there or can't be asked. Doesn't throw.</summary>
    /// <param name="folder">The folder, a host path.</param>
    /// <param name="withId">Whether its number is wanted, which may cost more than the times.</param>
    FolderStamp? Find(string folder, bool withId);
}

/// <summary>A folder's times by its path in NT form: of the last write, and of the last change. Whether it's there.</summary>
internal delegate bool FolderTimesQuery(string path, out long lastWrite, out long change);

/// <summary>A folder's number on its volume, by its path in the form of <c>\\?\</c>. Whether it's there and can be opened.</summary>
internal delegate bool FolderIdQuery(string path, out ulong id);

/// <summary>Folders' stamps as Windows' functions tell them, under Wine too.</summary>
/// <param name="times">Asks for times.</param>
/// <param name="id">Asks for a number.</param>
internal sealed class NtFolderStamps(FolderTimesQuery times, FolderIdQuery id) : IFolderStamps
{
    /// <inheritdoc/>
    public FolderStamp? Find(string folder, bool withId)
    {
        string path = NtPath.From(folder);
        ulong number = 0;
        return (!withId || id(NtPath.ToLongWin32(path), out number)) && times(path, out long lastWrite, out long change)
            ? new FolderStamp(lastWrite, change, number)
            : null;
    }
}
