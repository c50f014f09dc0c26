using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Watching;

/// <content>The contents of extended records: what the game would find if it queried the file.</content>
internal sealed unsafe partial class ChangeNotifier
{
    /// <summary>
    /// Returns all fields except those that every record has. For a file that no longer exists, only its folder is known.
    /// </summary>
    private FILE_NOTIFY_EXTENDED_INFORMATION Describe(VirtualWatch watch, in Change change)
    {
        FILE_NOTIFY_EXTENDED_INFORMATION record = default;
        string path = $@"{watch.Path}\{change.Name}";
        if (TryOpen(path, out nint handle))
        {
            IO_STATUS_BLOCK result;
            long* times = stackalloc long[5]; // FILE_BASIC_INFORMATION: creation, access, write, change, attributes
            long* sizes = stackalloc long[3]; // FILE_STANDARD_INFORMATION: allocated, size, ...
            if (RealFiles.Query(handle, &result, times, 5 * sizeof(long), FILE_INFORMATION_CLASS.FileBasicInformation).IsSuccess())
            {
                (record.CreationTime, record.LastAccessTime, record.LastModificationTime, record.LastChangeTime) = (times[0], times[1],
                    times[2], times[3]);
                record.FileAttributes = *(uint*)(times + 4);
            }

            if (RealFiles.Query(handle, &result, sizes, 3 * sizeof(long), FILE_INFORMATION_CLASS.FileStandardInformation).IsSuccess())
                (record.AllocatedLength, record.FileSize) = (sizes[0], sizes[1]);
            record.FileId = GetId(handle);
            RealFiles.Close(handle);
        }

        if (TryOpen(path[..path.LastIndexOf('\\')], out nint parent))
        {
            record.ParentFileId = GetId(parent);
            RealFiles.Close(parent);
        }

        return record;
    }

    /// <summary>Opens what the game would get under a path: a mod's file, or the game's own, or a folder that only mods have.</summary>
    private bool TryOpen(string path, out nint handle)
    {
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.Canonical);
        handle = 0;
        if (seen.IsAbsent || seen.IsModFile)
            return seen.IsModFile && RealFiles.TryOpen(seen.Backing, out handle);
        return RealFiles.TryOpen(NtPath.FromCanonical(path), out handle)
            || (seen is { Kind: LookupKind.Folder, Backing: { } target } && RealFiles.TryOpen(NtPath.ToOpen(target), out handle));
    }

    private static long GetId(nint handle)
    {
        IO_STATUS_BLOCK result;
        long id = 0;
        return RealFiles.Query(handle, &result, &id, sizeof(long), FILE_INFORMATION_CLASS.FileInternalInformation).IsSuccess() ? id : 0;
    }
}
