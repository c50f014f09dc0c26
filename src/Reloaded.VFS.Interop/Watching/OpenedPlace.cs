using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Interop.Watching;

/// <summary>The final target of a path, links followed, with the identity of the file or folder.</summary>
/// <param name="Path">The path without any link.</param>
/// <param name="Volume">The serial number of the volume; 0 under Wine, where several Linux volumes may share a number.</param>
/// <param name="Number">The number on the volume.</param>
/// <param name="Links">The number of names.</param>
public sealed record OpenedPlace(string Path, ulong Volume, ulong Number, uint Links)
{
    private const string Prefix = @"\\?\", NetworkPrefix = @"\\?\UNC\";
    private const int Usual = 512; // characters

    /// <summary>
    /// Opens a file or folder and reads its identity. Call before hooks redirect, or on a thread whose calls bypass them.
    /// </summary>
    /// <param name="path">A path with the prefix <c>\\?\</c>.</param>
    /// <returns>The result, or null if the path doesn't exist or can't be opened.</returns>
    public static unsafe OpenedPlace? Of(string path)
    {
        nint handle = Kernel32.CreateFileW(path, AccessMask.FILE_READ_ATTRIBUTES, ShareAccess.All, null, DirectoryChanges.OPEN_EXISTING,
            DirectoryChanges.FolderFlags, 0);
        if (handle == DirectoryChanges.InvalidHandle)
            return null;
        BY_HANDLE_FILE_INFORMATION found;
        string? real = Kernel32.GetFileInformationByHandle(handle, &found) != 0 ? PathOf(handle) : null;
        Kernel32.CloseHandle(handle);
        return real is null ? null : new OpenedPlace(real, NtFunctions.IsWine ? 0 : found.VolumeSerialNumber,
            (ulong)found.FileIndexHigh << 32 | found.FileIndexLow, found.NumberOfLinks);
    }

    private static unsafe string? PathOf(nint handle)
    {
        char[] text = new char[Usual];
        uint length = 0;
        for (int i = 0; i < 2; i++)
        {
            fixed (char* buffer = text)
                length = Kernel32.GetFinalPathNameByHandleW(handle, buffer, (uint)text.Length, 0);
            if (length < text.Length)
                break;
            text = new char[length + 1];
        }

        if (length == 0 || length >= text.Length)
            return null;
        string path = new(text, 0, (int)length);
        return path.StartsWith(NetworkPrefix, StringComparison.OrdinalIgnoreCase) ? @"\\" + path[NetworkPrefix.Length..]
            : path.StartsWith(Prefix, StringComparison.Ordinal) ? path[Prefix.Length..]
            : path;
    }
}
