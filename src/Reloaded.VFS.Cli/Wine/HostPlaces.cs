using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>Where paths of this system really lead.</summary>
internal static class HostPlaces
{
    /// <summary>Looks at an absolute path; null if nothing is there, or it can't be looked at.</summary>
    public static RealPlace? Find(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            return OpenedPlace.Of(NtPath.ToLongWin32(NtPath.From(path))) is { } opened
                ? new RealPlace(opened.Path, opened.Volume, opened.Number, opened.Links)
                : null;
        }

        return RealPath.Of(path) is { } real && Statx.TryGet(path, Statx.Basic, out Statx found)
            ? new RealPlace(real, ((ulong)found.stx_dev_major << 32) | found.stx_dev_minor, found.stx_ino, found.stx_nlink)
            : null;
    }
}
