using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Tracking;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Watching;

/// <summary>The time at which a folder's list of names last changed.</summary>
internal static class FolderTime
{
    /// <summary>Returns the time as a FILETIME, or 0 if the folder doesn't exist.</summary>
    /// <remarks>
    /// The change time, which no program sets back (an unpacker sets the last write time), or the last write time if the file system has no
    /// change time.
    /// </remarks>
    public static long Get(string path) =>
        FolderState.TryGetTimes(NtPath.From(path), out long lastWrite, out long change) ? Math.Max(lastWrite, change) : 0;

    /// <summary>Returns the time of the last change of a mod's metadata file, or 0 if it had none.</summary>
    public static long OfMetadata(LiveRoot root) => root.Mod?.Metadata.File is { } file ? Get(file) : 0;

    /// <summary>Returns the time of the latest change of a mods folder's names, its <c>order.txt</c> or its <c>prefer.txt</c>.</summary>
    public static long OfOrder(string mods) => Math.Max(Get(mods),
        Math.Max(Get(Path.Join(mods, OrderFile.Name)), Get(Path.Join(mods, PreferenceFile.Name))));
}
