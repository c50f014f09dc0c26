using System.Runtime.InteropServices;

namespace Reloaded.VFS.Cli.Warming;

/// <summary>What Linux has in memory of files.</summary>
internal static partial class PageCache
{
    // Linux takes as much at once as the device's largest request, and drops the rest.
    private const int Chunk = 512 << 10;

    private const int NonBlocking = 0x800, CloseOnExec = 0x80000, WillNeed = 3;

    /// <summary>Has a file read into memory, without waiting for the disk. Where there is none, nothing happens.</summary>
    /// <param name="path">A file.</param>
    /// <param name="size">Bytes from its beginning.</param>
    public static void Fetch(string path, int size)
    {
        // What has come to the file's place may be a pipe.
        int descriptor = open(path, CloseOnExec | NonBlocking);
        if (descriptor < 0)
            return;
        for (long at = 0; at < size; at += Chunk)
            _ = posix_fadvise(descriptor, at, Math.Min(Chunk, size - at), WillNeed);
        _ = close(descriptor);
    }

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int open(string path, int flags);

    [LibraryImport("libc")]
    private static partial int close(int descriptor);

    [LibraryImport("libc")]
    private static partial int posix_fadvise(int descriptor, long offset, long length, int advice);
}
