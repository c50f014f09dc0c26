using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>The disk itself, past the hooks.</summary>
internal sealed unsafe class RealDisk : IDisk
{
    private const int RecordBytes = 1024;

    /// <inheritdoc/>
    public bool Exists(ReadOnlySpan<char> path) => RealFiles.Exists(path);

    /// <inheritdoc/>
    public bool IsFolder(ReadOnlySpan<char> path) => RealFiles.IsFolder(path);

    /// <inheritdoc/>
    public bool IsFile(ReadOnlySpan<char> path) => RealFiles.IsFile(path);

    /// <inheritdoc/>
    public void MakeFolder(ReadOnlySpan<char> path) => RealFiles.MakeFolder(path, out _);

    /// <inheritdoc/>
    public string? FindName(ReadOnlySpan<char> folder, ReadOnlySpan<char> name)
    {
        var source = new OriginalDirectorySource(isAsynchronous: false);
        if (source.Open(folder, out nint handle).IsError())
            return null;
        ulong* buffer = stackalloc ulong[RecordBytes / sizeof(ulong)];
        NtStatus status;
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
