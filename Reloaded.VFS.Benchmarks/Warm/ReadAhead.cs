using System.IO.MemoryMappedFiles;
using System.Runtime.InteropServices;

namespace Reloaded.VFS.Benchmarks.Warm;

/// <summary>
/// Reads ahead what a game will read: threads of low priority have Linux fetch the files of a list, in its order and at most so many bytes
/// before the file that the game has come to. Ends when it's disposed of.
/// </summary>
internal sealed partial class ReadAhead : IDisposable
{
    // Linux takes no more at once than the device's largest request, and drops the rest.
    private const int Chunk = 512 << 10;
    private const int CloseOnExec = 0x80000, WillNeed = 3, SetPriority = 251, BestEffortLowest = (2 << 13) | 7, Nice = 10;

    private readonly (string Path, int Size)[] _files;
    private readonly long[] _begins;
    private readonly long _distance;
    private readonly MemoryMappedViewAccessor _progress;
    private readonly Thread[] _threads;
    private int _next;
    private volatile bool _ending;

    /// <summary>Begins.</summary>
    /// <param name="files">What the game will read, in its order.</param>
    /// <param name="progress">A file whose first four bytes say how many of them it has opened.</param>
    /// <param name="threads">How many threads.</param>
    /// <param name="distance">Bytes before the game.</param>
    public ReadAhead((string Path, int Size)[] files, MemoryMappedFile progress, int threads, long distance)
    {
        _files = files;
        _distance = distance;
        _progress = progress.CreateViewAccessor();
        _begins = new long[files.Length + 1];
        for (int i = 0; i < files.Length; i++)
            _begins[i + 1] = _begins[i] + files[i].Size;
        _threads = [.. Enumerable.Range(0, threads).Select(_ => new Thread(Read) { IsBackground = true })];
        foreach (Thread thread in _threads)
            thread.Start();
    }

    /// <summary>Files that were fetched before the game came to them. Once it's disposed of.</summary>
    public int Fetched;

    public void Dispose()
    {
        _ending = true;
        foreach (Thread thread in _threads)
            thread.Join();
        _progress.Dispose();
    }

    private void Read()
    {
        // Of this thread only: 0 is the thread that calls.
        _ = setpriority(0, 0, Nice);
        _ = syscall(SetPriority, 1, 0, BestEffortLowest);
        while (!_ending)
        {
            int file = Interlocked.Increment(ref _next) - 1;
            if (file >= _files.Length)
                return;
            while (_begins[file + 1] > _begins[Math.Min(Reached, file)] + _distance && !_ending)
                Thread.Sleep(1);
            if (Reached > file || _ending)
                continue;
            int descriptor = open(_files[file].Path, CloseOnExec);
            if (descriptor < 0)
                continue;
            for (long at = 0; at < _files[file].Size; at += Chunk)
                _ = posix_fadvise(descriptor, at, Chunk, WillNeed);
            _ = close(descriptor);
            Interlocked.Increment(ref Fetched);
        }
    }

    private int Reached => _progress.ReadInt32(0);

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int open(string path, int flags);

    [LibraryImport("libc")]
    private static partial int close(int descriptor);

    [LibraryImport("libc")]
    private static partial int posix_fadvise(int descriptor, long offset, long length, int advice);

    [LibraryImport("libc")]
    private static partial int setpriority(int which, int who, int priority);

    [LibraryImport("libc")]
    private static partial long syscall(long number, int which, int who, int priority);
}
