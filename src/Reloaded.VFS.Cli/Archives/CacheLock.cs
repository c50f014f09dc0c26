using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>
/// A lock that keeps two processes from unpacking the same archive at once. The system releases the lock when the process ends.
/// </summary>
/// <remarks>
/// The lock only saves work: contents are renamed into the cache as a whole, so two processes that don't see each other's locks (one on
/// Linux, one under Wine) do no harm.
/// </remarks>
internal sealed class CacheLock : IDisposable
{
    private const int SharingViolation = unchecked((int)0x80070020);
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(100);

    private readonly FileStream _file;

    private CacheLock(FileStream file) => _file = file;

    /// <summary>Acquires the lock of a cache, which is created if necessary. Waits for another process that has the lock.</summary>
    /// <exception cref="IOException">The cache can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the cache is denied.</exception>
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
