using System.Buffers;
using System.Buffers.Binary;
using System.Text.Unicode;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>Lists a folder by <c>getdents64(2)</c>, which returns many names a call. Thread-safe.</summary>
/// <remarks>
/// The type of a name comes with it, so that only links need a query. Anything unusual, and all exceptions, are left to .NET's enumeration.
/// </remarks>
internal static unsafe partial class LinuxFolderReader
{
    // Enough for most folders at once. For a small folder only the first pages are touched.
    private const int BufferSize = 256 * 1024;

    // PATH_MAX of Linux, including the zero.
    private const int LongestPath = 4096;

    // NAME_MAX of nearly all file systems. A longer name gets memory of its own.
    private const int UsualName = 255;

    // fcntl.h for x86-64; errno.h
    private const int O_RDONLY = 0, O_DIRECTORY = 0x1_0000, O_CLOEXEC = 0x8_0000, ENOENT = 2, EINTR = 4;

    // Other processors have other numbers, and other C libraries may lack the function.
    private static bool s_isUsable = OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture == Architecture.X64;

    /// <summary>
    /// Calls <paramref name="action"/> for each name of a folder, in the order of the file system. Returns false if it has called it for
    /// none and the folder is to be read in another way.
    /// </summary>
    /// <exception cref="IOException">The folder can't be read to its end.</exception>
    public static bool TryRead(string folder, FolderEntryAction action)
    {
        if (!s_isUsable)
            return false;
        try
        {
            int descriptor = Open(folder);
            return descriptor >= 0 && TryRead(descriptor, folder, action);
        }
        catch (Exception e) when (e is EntryPointNotFoundException or DllNotFoundException)
        {
            s_isUsable = false;
            return false;
        }
    }

    /// <summary>Calls <paramref name="action"/> for each record that <c>getdents64</c> has written, except the folder and parent.</summary>
    /// <param name="folder">The folder, for names that need a query.</param>
    /// <param name="records">The records, which must be complete.</param>
    /// <param name="action">Receives each name.</param>
    internal static void ForEach(string folder, ReadOnlySpan<byte> records, FolderEntryAction action)
    {
        Span<char> usual = stackalloc char[UsualName];
        while (!records.IsEmpty)
        {
            // A linux_dirent64 has an inode and an offset of eight bytes each, the size of the record, a type, a name, and zeros.
            int size = BinaryPrimitives.ReadUInt16LittleEndian(records[16..]);
            var type = (DirectoryType)records[18];
            ReadOnlySpan<byte> bytes = records[19..size];
            bytes = bytes[..bytes.IndexOf((byte)0)];
            records = records[size..];
            if (bytes is [(byte)'.'] or [(byte)'.', (byte)'.'])
                continue;
            // No name has more characters than bytes.
            Span<char> characters = bytes.Length <= UsualName ? usual : new char[bytes.Length];
            if (Ascii.ToUtf16(bytes, characters, out int length) != OperationStatus.Done)
                length = Encoding.UTF8.GetChars(bytes, characters);
            ReadOnlySpan<char> name = characters[..length];
            bool isFolder = type == DirectoryType.DT_DIR, isLink = false;
            if (type is DirectoryType.DT_LNK or DirectoryType.DT_UNKNOWN)
            {
                var entry = new DirectoryInfo(Path.Join(folder, name));
                isFolder = entry.Exists;
                isLink = isFolder && (entry.Attributes & FileAttributes.ReparsePoint) != 0;
            }

            action(name, isFolder, isLink);
        }
    }

    /// <summary>Opens a folder. Returns a negative number if it can't be opened, or if .NET would change its path first.</summary>
    private static int Open(string folder)
    {
        if (folder.Length is 0 or >= LongestPath || folder[0] != '/' || folder.Contains("/.", StringComparison.Ordinal)
            || folder.Contains('\0', StringComparison.Ordinal))
            return -1;
        Span<byte> path = stackalloc byte[LongestPath];
        if (Utf8.FromUtf16(folder, path[..^1], out _, out int length, replaceInvalidSequences: false) != OperationStatus.Done)
            return -1;
        path[length] = 0;
        fixed (byte* text = path)
            return open(text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }

    private static bool TryRead(int descriptor, string folder, FolderEntryAction action)
    {
        // The pool keeps one for each thread; an action that itself reads a folder gets another one.
        byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferSize);
        try
        {
            for (bool isFirst = true; ; isFirst = false)
            {
                nint count;
                fixed (byte* room = buffer)
                    count = getdents64(descriptor, room, BufferSize);
                int error = count < 0 ? Marshal.GetLastPInvokeError() : 0;
                // A folder that was deleted meanwhile has no more names.
                if (count == 0 || error == ENOENT)
                    return true;
                if (error == EINTR)
                    continue;
                if (count < 0 && isFirst)
                    return false;
                if (count < 0)
                    throw new IOException($"{Marshal.GetPInvokeErrorMessage(error)} : '{folder}'", error);
                ForEach(folder, buffer.AsSpan(0, (int)count), action);
            }
        }
        finally
        {
            _ = close(descriptor);
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    /// <summary>The types of a name (dirent.h). Any other number isn't a folder.</summary>
    private enum DirectoryType : byte
    {
        /// <summary>The file system doesn't report the type.</summary>
        DT_UNKNOWN = 0,

        DT_DIR = 4,

        /// <summary>A symbolic link.</summary>
        DT_LNK = 10,
    }

    [LibraryImport("libc")]
    private static partial int open(byte* path, int flags);

    [LibraryImport("libc")]
    private static partial int close(int descriptor);

    [LibraryImport("libc", SetLastError = true)]
    private static partial nint getdents64(int descriptor, byte* buffer, nuint size);
}
