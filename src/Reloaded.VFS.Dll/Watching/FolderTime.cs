using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Tracking;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Watching;

/// <summary>When a folder's list of names last changed.</summary>
internal static class FolderTime
{
    /// <summary>
    /// The time as a FILETIME; 0 where the folder isn't there. The change time, which no program sets back (an unpacker sets the other), or
    /// where the file system has none the time of the last write.
    /// </summary>
    public static long Get(string path) =>
        FolderState.TryGetTimes(NtPath.From(path), out long lastWrite, out long change) ? Math.Max(lastWrite, change) : 0;

    /// <summary>When the file was changed in which a mod says something of itself; 0 where it had none.</summary>
    public static long OfMetadata(LiveRoot root) => root.Mod?.Metadata.File is { } file ? Get(file) : 0;

    /// <summary>The latest change of a mods folder's names, of its <c>order.txt</c> and of its <c>prefer.txt</c>.</summary>
    public static long OfOrder(string mods) => Math.Max(Get(mods),
        Math.Max(Get(Path.Join(mods, OrderFile.Name)), Get(Path.Join(mods, PreferenceFile.Name))));
}
