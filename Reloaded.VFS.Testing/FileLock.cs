namespace Reloaded.VFS.Testing;

/// <summary>A lock between test processes, held until the object is disposed: test runs share files that one of them makes.</summary>
public sealed class FileLock : IDisposable
{
    private readonly FileStream _file;

    private FileLock(FileStream file) => _file = file;

    /// <summary>Waits until this process holds the lock. Throws <see cref="TimeoutException"/> after <paramref name="patience"/>.</summary>
    public static FileLock Acquire(string path, TimeSpan patience)
    {
        DateTime end = DateTime.UtcNow + patience;
        while (true)
        {
            try
            {
                return new FileLock(new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
            }
            catch (IOException) when (DateTime.UtcNow < end)
            {
                Thread.Sleep(100);
            }
            catch (IOException e)
            {
                throw new TimeoutException($"Another test run has held {path} for {patience.TotalSeconds:0} s.", e);
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();
}
