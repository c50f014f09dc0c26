using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>
/// Keeps two processes from unpacking the same archive at once. It saves work only: a content is renamed into the cache as a whole, so that
/// two processes that don't see each other's locks (one of Linux, one under Wine) do no harm. The system frees it when the process ends.
/// </summary>
internal sealed class CacheLock : IDisposable
{
    private const int SharingViolation = unchecked((int)0x80070020);
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(100);

    private readonly FileStream _file;

    private CacheLock(FileStream file) => _file = file;

    /// <summary>Takes the lock of a cache, which is made if it isn't there; waits for another process that has it.</summary>
    /// <exception cref="IOException">The cache can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The cache may not be written.</exception>
    public static CacheLock Take(string cache)
    {
        Directory.CreateDirectory(cache);
        string file = Path.Combine(cache, "lock");
        return TryTake(file) ?? Progress.Of("another rvfs unpacks archives of this game", () =>
        {
            while (true)
            {
                Thread.Sleep(s_pause);
                if (TryTake(file) is { } taken)
                    return taken;
            }
        });
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    private static CacheLock? TryTake(string file)
    {
        try
        {
            return new CacheLock(new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, bufferSize: 0));
        }
        catch (IOException e) when (e.HResult == SharingViolation || !OperatingSystem.IsWindows() && e.GetType() == typeof(IOException)
            && File.Exists(file))
        {
            return null;
        }
    }
}
