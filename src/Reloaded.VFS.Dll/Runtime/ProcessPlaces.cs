using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Runtime;

/// <summary>The final targets of paths, as seen by this process.</summary>
internal static class ProcessPlaces
{
    /// <summary>Finds the final target of a Win32 path. Returns null if nothing is there or it can't be opened.</summary>
    public static RealPlace? Find(string path) => OpenedPlace.Of(NtPath.ToLongWin32(NtPath.From(path))) is { } found
        ? new RealPlace(found.Path, found.Volume, found.Number, found.Links)
        : null;
}
