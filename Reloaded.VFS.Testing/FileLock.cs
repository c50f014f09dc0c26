namespace Reloaded.VFS.Testing;

/// <summary>A lock between test processes, held as long as the object: what several test runs share is made once.</summary>
public sealed class FileLock : IDisposable
{
    private readonly FileStream _file;

    private FileLock(FileStream file) => _file = file;

    /// <summary>Waits until this process has the file. Throws <see cref="TimeoutException"/> after <paramref name="patience"/>.</summary>
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
