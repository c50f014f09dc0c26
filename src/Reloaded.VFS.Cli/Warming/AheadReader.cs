using Reloaded.VFS.Cli.Processes;

namespace Reloaded.VFS.Cli.Warming;

/// <summary>
/// Threads of low priority that have files fetched in the order of a list. What is fetched and not yet opened by the game is bounded, so
/// that a game that goes another way than the last time costs no more than that. Thread-safe; ends when it's disposed of.
/// </summary>
internal sealed class AheadReader : IDisposable
{
    private const int Threads = 4;

    // Where the game is, is known some milliseconds later, or tens of them where the processors are busy.
    private const long Distance = 128 << 20;

    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(1);

    private readonly IReadOnlyList<StartFile> _files;
    private readonly Action<StartFile> _fetch;
    private readonly long _distance;
    private readonly Dictionary<string, int> _numbers = new(StringComparer.OrdinalIgnoreCase);
    private readonly State[] _states;
    private readonly Thread[] _threads;
    private readonly Lock _lock = new();
    private readonly SemaphoreSlim _room = new(0);
    private int _next, _waiting;
    private long _ahead;
    private bool _isOver;

    /// <summary>Begins.</summary>
    /// <param name="files">What the game will open, in order.</param>
    public AheadReader(IReadOnlyList<StartFile> files)
        : this(files, file => PageCache.Fetch(file.Path, file.Size), Threads, Distance)
    {
    }

    /// <summary>For tests: with another way to fetch a file, by so many threads, so many bytes before the game.</summary>
    internal AheadReader(IReadOnlyList<StartFile> files, Action<StartFile> fetch, int threads, long distance)
    {
        (_files, _fetch, _distance) = (files, fetch, distance);
        _states = new State[files.Count];
        for (int i = 0; i < files.Count; i++)
            _numbers.TryAdd(files[i].Asked, i);
        _threads = [.. Enumerable.Range(0, threads).Select(_ => new Thread(Run) { IsBackground = true, Name = "reads ahead" })];
        foreach (Thread thread in _threads)
            thread.Start();
    }

    private enum State : byte
    {
        Waits,
        Fetched,
        Opened,
    }

    /// <summary>The game has asked for a file.</summary>
    /// <param name="asked">The path that it named.</param>
    public void Pass(string asked)
    {
        if (!_numbers.TryGetValue(asked, out int number))
            return;
        lock (_lock)
        {
            if (_states[number] == State.Fetched)
                _ahead -= _files[number].Size;
            _states[number] = State.Opened;
            Wake();
        }
    }

    /// <summary>Nothing is fetched any more, but what a thread has begun. Waits for that, unless the disk takes too long.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _isOver = true;
            Wake();
        }

        if (Array.TrueForAll(_threads, thread => thread.Join(s_longest)))
            _room.Dispose();
    }

    // Within the lock.
    private void Wake()
    {
        if (_waiting > 0)
            _room.Release(_waiting);
        _waiting = 0;
    }

    private void Run()
    {
        UnixProcess.LowerThisThread();
        while (TakeNext() is { } file)
            _fetch(file);
    }

    /// <summary>The next file, when there is room for it; null when there is none, or it is over.</summary>
    private StartFile? TakeNext()
    {
        while (true)
        {
            lock (_lock)
            {
                while (_next < _files.Count && _states[_next] == State.Opened)
                    _next++;
                if (_isOver || _next == _files.Count)
                    return null;
                StartFile file = _files[_next];
                if (_ahead == 0 || _ahead + file.Size <= _distance)
                {
                    _ahead += file.Size;
                    _states[_next++] = State.Fetched;
                    return file;
                }

                _waiting++;
            }

            _room.Wait();
        }
    }
}
