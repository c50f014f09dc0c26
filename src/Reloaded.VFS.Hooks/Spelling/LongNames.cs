using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.DirectoryInformation;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>
/// Puts the real names in place of 8.3 names: asked of the game's folder first, then of the mods' that lie over it. Only for paths with a
/// name of that shape that led nowhere; asks the disk, and allocates.
/// </summary>
internal static unsafe class LongNames
{
    private const int RecordBytes = 1024;

    /// <summary>The path with real names; null where nothing was replaced.</summary>
    public static string? Expand(ReadOnlySpan<char> path, Snapshot snapshot)
    {
        string result = "";
        bool replaced = false;
        foreach (Range range in path.Split('\\'))
        {
            ReadOnlySpan<char> name = path[range];
            string? real = result.Length > 0 && ShortName.MayBe(name) ? Find(result, name, snapshot) : null;
            replaced |= real != null;
            result = result.Length == 0 ? name.ToString() : string.Concat(result, @"\", real ?? name);
        }

        return replaced ? result : null;
    }

    private static string? Find(string folder, ReadOnlySpan<char> name, Snapshot snapshot)
    {
        if (FindIn(string.Concat(NtPath.Prefix, folder, @"\"), name) is { } own)
            return own;
        if (!HookContext.Files.TryGetPathId(folder, out int id) || !snapshot.TryGetFolder(id, out FolderView view))
            return null;
        for (int i = 0; i < view.SourceCount; i++)
        {
            // A name that the mod has but the game doesn't see isn't meant.
            if (FindIn(view.GetSource(i), name) is { } found && view.TryFind(found, out EntryView entry))
                return entry.Name.ToString();
        }

        return null;
    }

    private static string? FindIn(ReadOnlySpan<char> folder, ReadOnlySpan<char> name)
    {
        var source = new OriginalDirectorySource(isAsynchronous: false);
        if (ListingStatus.IsError(source.Open(folder, out nint handle)))
            return null;
        ulong* buffer = stackalloc ulong[RecordBytes / sizeof(ulong)];
        int status;
        uint bytes;
        fixed (char* pattern = name)
        {
            status = source.Query(
                handle, FILE_INFORMATION_CLASS.FileBothDirectoryInformation, (byte*)buffer, RecordBytes,
                DirectoryQuery.SL_RESTART_SCAN | DirectoryQuery.SL_RETURN_SINGLE_ENTRY, pattern, name.Length, out bytes);
        }

        source.Close(handle);
        if (status != NtStatus.STATUS_SUCCESS || bytes == 0)
            return null;
        _ = DirectoryRecordLayout.TryGet(FILE_INFORMATION_CLASS.FileBothDirectoryInformation, out DirectoryRecordLayout layout);
        return DirectoryRecord.Name((byte*)buffer, layout).ToString();
    }
}
