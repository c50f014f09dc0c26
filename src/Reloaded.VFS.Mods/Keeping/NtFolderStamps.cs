using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Keeping;

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
