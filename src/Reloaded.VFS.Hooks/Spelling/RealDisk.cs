namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>The disk itself, past the hooks.</summary>
internal sealed unsafe class RealDisk : IDisk
{
    private const int RecordBytes = 1024;

    public bool Exists(ReadOnlySpan<char> path) => RealFiles.Exists(path);
    public bool IsFolder(ReadOnlySpan<char> path) => RealFiles.IsFolder(path);
    public bool IsFile(ReadOnlySpan<char> path) => RealFiles.IsFile(path);
    public void MakeFolder(ReadOnlySpan<char> path) => RealFiles.MakeFolder(path, out _);

    public int FindName(ReadOnlySpan<char> folder, ReadOnlySpan<char> name, Span<char> found)
    {
        ulong* buffer = stackalloc ulong[RecordBytes / sizeof(ulong)];
        return TryFind(folder, name, (byte*)buffer, out DirectoryRecordLayout layout)
            && DirectoryRecord.Name((byte*)buffer, layout) is var real && real.TryCopyTo(found) ? real.Length : 0;
    }

    /// <summary>Returns the 8.3 name that the system has generated for a name; null if there is none.</summary>
    /// <param name="folder">The folder, as for <see cref="FindName"/>.</param>
    /// <param name="name">A name that is in the folder.</param>
    public static string? FindShortName(ReadOnlySpan<char> folder, ReadOnlySpan<char> name)
    {
        ulong* buffer = stackalloc ulong[RecordBytes / sizeof(ulong)];
        return TryFind(folder, name, (byte*)buffer, out DirectoryRecordLayout layout)
            && DirectoryRecord.ShortName((byte*)buffer, layout) is { IsEmpty: false } found ? found.ToString() : null;
    }

    private static bool TryFind(ReadOnlySpan<char> folder, ReadOnlySpan<char> name, byte* buffer, out DirectoryRecordLayout layout)
    {
        _ = DirectoryRecordLayout.TryGet(FILE_INFORMATION_CLASS.FileBothDirectoryInformation, out layout);
        var source = new OriginalDirectorySource(isAsynchronous: false);
        if (source.Open(folder, out nint handle).IsError())
            return false;
        NtStatus status;
        uint bytes;
        fixed (char* pattern = name)
        {
            status = source.Query(
                handle, FILE_INFORMATION_CLASS.FileBothDirectoryInformation, buffer, RecordBytes,
                QueryFlags.SL_RESTART_SCAN | QueryFlags.SL_RETURN_SINGLE_ENTRY, pattern, name.Length, out bytes);
        }

        source.Close(handle);
        return status == NtStatus.STATUS_SUCCESS && bytes != 0;
    }
}

/// <summary>The accesses to the disk by which the VFS determines what the game sees at a path. Safe from any thread.</summary>
/// <remarks>Paths are real ones in NT form (<c>\??\C:\mods\a</c>). The interface allows tests on any system.</remarks>
internal interface IDisk
{
    /// <summary>Determines whether a file or folder exists.</summary>
    bool Exists(ReadOnlySpan<char> path);

    bool IsFolder(ReadOnlySpan<char> path);

    /// <summary>Determines whether a file, and not a folder, exists.</summary>
    bool IsFile(ReadOnlySpan<char> path);

    /// <summary>Makes a folder in its parent folder if it doesn't exist.</summary>
    void MakeFolder(ReadOnlySpan<char> path);

    /// <summary>
    /// Writes the name on disk that an 8.3 name in a folder stands for. Returns its length; 0 if the folder has no such name. Allocates
    /// nothing.
    /// </summary>
    /// <param name="folder">The folder, with a backslash at the end.</param>
    /// <param name="name">The 8.3 name.</param>
    /// <param name="found">Gets the name; has room for any.</param>
    int FindName(ReadOnlySpan<char> folder, ReadOnlySpan<char> name, Span<char> found);
}
