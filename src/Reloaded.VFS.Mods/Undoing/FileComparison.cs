using System.Buffers;
using Microsoft.Win32.SafeHandles;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>Compares files, such as a copy with its original.</summary>
/// <remarks>A file that can't be read causes an <see cref="IOException"/> or an <see cref="UnauthorizedAccessException"/>.</remarks>
internal static class FileComparison
{
    /// <summary>The number of bytes that are compared at once.</summary>
    public const int BufferBytes = 64 * 1024;

    /// <summary>Determines whether two files have the same size, time of last write, attributes and content.</summary>
    public static bool IsSame(FileInfo one, FileInfo other) => one.Exists && other.Exists && one.Length == other.Length
        && one.LastWriteTimeUtc == other.LastWriteTimeUtc && one.Attributes == other.Attributes && HasSameContent(one, other);

    /// <summary>Determines whether two files have the same bytes.</summary>
    public static bool HasSameContent(FileInfo one, FileInfo other)
    {
        using SafeFileHandle right = Open(other.FullName);
        return HasContentOf(right, one.FullName);
    }

    /// <summary>Determines whether an open file has the content of another.</summary>
    /// <param name="one">The open file, whose handle must have read access.</param>
    /// <param name="other">The path of the other file.</param>
    public static bool HasContentOf(SafeFileHandle one, string other)
    {
        using SafeFileHandle opened = Open(other);
        byte[] a = ArrayPool<byte>.Shared.Rent(BufferBytes), b = ArrayPool<byte>.Shared.Rent(BufferBytes);
        try
        {
            for (long at = 0; ; at += BufferBytes)
            {
                int read = Read(one, a, at);
                if (read != Read(opened, b, at) || !a.AsSpan(0, read).SequenceEqual(b.AsSpan(0, read)))
                    return false;
                if (read < BufferBytes)
                    return true;
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(a);
            ArrayPool<byte>.Shared.Return(b);
        }
    }

    private static int Read(SafeFileHandle file, byte[] buffer, long at)
    {
        int read = 0;
        for (int more = -1; read < BufferBytes && more != 0; read += more)
            more = RandomAccess.Read(file, buffer.AsSpan(read, BufferBytes - read), at + read);
        return read;
    }

    private static SafeFileHandle Open(string file) =>
        File.OpenHandle(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
}
