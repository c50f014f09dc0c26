using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Runtime;

/// <summary>Where paths really lead, as the system of this process tells.</summary>
internal static class ProcessPlaces
{
    /// <summary>Looks at a Win32 path; null if nothing is there, or it can't be opened.</summary>
    public static RealPlace? Find(string path) => OpenedPlace.Of(NtPath.ToLongWin32(NtPath.From(path))) is { } found
        ? new RealPlace(found.Path, found.Volume, found.Number, found.Links)
        : null;
}
