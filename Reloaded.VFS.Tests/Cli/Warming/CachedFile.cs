using System.Runtime.InteropServices;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Warming;

/// <summary>Whether Linux has a file in memory.</summary>
internal static unsafe partial class CachedFile
{
    private const int O_CLOEXEC = 0x80000, POSIX_FADV_DONTNEED = 4, PROT_READ = 1, MAP_SHARED = 1;

    /// <summary>Whether <see cref="Evict"/> works for files of the temporary folder.</summary>
    public static bool CanEvict()
    {
        using TemporaryFolder folder = new();
        string file = folder.File("file");
        Evict(file);
        return !IsInMemory(file);
    }

    /// <summary>Has Linux write the file to the disk and forget it. Some file systems keep it.</summary>
    public static void Evict(string path) => With(path, descriptor =>
    {
        Assert.Equal(0, fsync(descriptor));
        Assert.Equal(0, posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED));
        return true;
    });

    /// <summary>Whether the first page of the file is in memory.</summary>
    public static bool IsInMemory(string path) => With(path, descriptor =>
    {
        void* page = mmap(null, 1, PROT_READ, MAP_SHARED, descriptor, 0);
        Assert.NotEqual(-1, (nint)page);
        byte state = 0;
        int result = mincore(page, 1, &state);
        _ = munmap(page, 1);
        Assert.Equal(0, result);
        return (state & 1) != 0;
    });

    private static bool With(string path, Func<int, bool> use)
    {
        int descriptor = open(path, O_CLOEXEC);
        Assert.True(descriptor >= 0, path);
        try
        {
            return use(descriptor);
        }
        finally
        {
            _ = close(descriptor);
        }
    }

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int open(string path, int flags);

    [LibraryImport("libc")]
    private static partial int close(int descriptor);

    [LibraryImport("libc")]
    private static partial int fsync(int descriptor);

    [LibraryImport("libc")]
    private static partial int posix_fadvise(int descriptor, long offset, long length, int advice);

    [LibraryImport("libc")]
    private static partial void* mmap(void* address, nuint length, int protection, int flags, int descriptor, long offset);

    [LibraryImport("libc")]
    private static partial int munmap(void* address, nuint length);

    [LibraryImport("libc")]
    private static partial int mincore(void* address, nuint length, byte* states);
}
