using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>
/// The flush of a folder's files to the disk, so that a name that is given to the folder afterwards never leads to empty files after a
/// power failure.
/// </summary>
internal static partial class FlushedFolder
{
    private const int MostAtOnce = 4;

    /// <summary>Waits until all files below a folder are on the disk.</summary>
    /// <exception cref="IOException">The disk can't store the files.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to a file is denied.</exception>
    public static void Flush(string folder)
    {
        if (OperatingSystem.IsLinux() && TryFlushVolume(folder))
            return;
        string[] files = Directory.GetFiles(folder, "*", SearchOption.AllDirectories);
        try
        {
            Parallel.ForEach(files, new ParallelOptions { MaxDegreeOfParallelism = MostAtOnce }, file =>
            {
                // The call requires the right to write; a read-only file has no pending bytes of this process.
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

    /// <summary>Flushes the whole volume by one call.</summary>
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
