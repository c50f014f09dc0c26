using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>
/// A folder whose files are on the disk, not only in the system's memory: a name that is given to it afterwards never leads to empty files,
/// whenever the power fails.
/// </summary>
internal static partial class FlushedFolder
{
    private const int MostAtOnce = 4;

    /// <summary>Waits until the disk has all files below a folder.</summary>
    /// <exception cref="IOException">The disk can't take them.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be opened.</exception>
    public static void Flush(string folder)
    {
        if (OperatingSystem.IsLinux() && TryFlushVolume(folder))
            return;
        string[] files = Directory.GetFiles(folder, "*", SearchOption.AllDirectories);
        try
        {
            Parallel.ForEach(files, new ParallelOptions { MaxDegreeOfParallelism = MostAtOnce }, file =>
            {
                // The right to write is asked for by the call; a read-only file has no bytes of this process's left.
                if (new FileInfo(file).IsReadOnly)
                    return;
                using SafeFileHandle handle = File.OpenHandle(file, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
                RandomAccess.FlushToDisk(handle);
            });
        }
        catch (AggregateException e) when (e.InnerException is IOException or UnauthorizedAccessException)
        {
            ExceptionDispatchInfo.Throw(e.InnerException);
        }
    }

    /// <summary>One call for all of it.</summary>
    private static bool TryFlushVolume(string folder)
    {
        const int readOnly = 0;
        int descriptor = open(folder, readOnly);
        if (descriptor < 0)
            return false;
        bool isDone = syncfs(descriptor) == 0;
        _ = close(descriptor);
        return isDone;
    }

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int open(string path, int flags);

    [LibraryImport("libc")]
    private static partial int syncfs(int descriptor);

    [LibraryImport("libc")]
    private static partial int close(int descriptor);
}
