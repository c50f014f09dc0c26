using System.Collections.Concurrent;
using System.Diagnostics;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Dll.Reporting;
using Reloaded.VFS.Dll.Runtime;
using Reloaded.VFS.Dll.Start;
using Reloaded.VFS.Hooks;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Dll.Watching;

/// <summary>
/// The one thread that follows the mods on disk while the game runs. Its own file calls go past the hooks. It never takes the host's lock:
/// layers are changed under the file system's alone. Nothing that goes wrong in it ends the game: it says so, and the mods stay as they
/// are.
/// </summary>
internal sealed unsafe class LiveWatcher : IRescanner
{
    /// <summary>
    /// <c>off</c>: nothing is followed; <c>poll</c>: folders are looked at every second, where the system's watches don't work.
    /// </summary>
    public const string Variable = "RVFS_LIVE";

    private const uint Capacity = 64;
    private const long Slack = 2 * TimeSpan.TicksPerSecond; // FAT's clock
    private const int BurstSize = 512;
    private const int StormSize = 64;
    private const int MostTaken = 64;
    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan PollInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan BurstEnd = TimeSpan.FromMilliseconds(300);

    private readonly VirtualFileSystem _files;
    private readonly LiveMods _live;
    private readonly FolderWatches _watches;
    private readonly string? _ownFolder;
    private readonly Action<Diagnostic> _report;
    private readonly Action<string> _log;
    private readonly long _scanned;
    private readonly nint _port;
    private readonly ConcurrentQueue<Action> _requests = new();
    private readonly ConcurrentQueue<Errand> _errands = new();
    private volatile bool _stopped;
    private volatile bool _hasEnded;

    // Of the watcher's thread.
    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private TimeSpan _firstChange;
    private TimeSpan _lastChange;
    private TimeSpan _notBefore;
    private TimeSpan _nextPoll;
    private TimeSpan _nextBusy;
    private int _burst;
    private long _burstBegan;
    private WatchProbe? _probe;
    private bool _isBusy;
    private bool _hasLost;

    private LiveWatcher(VirtualFileSystem files, LiveMods live, nint port, bool pollOnly, DateTime scanned, string? ownFolder,
        Action<Diagnostic> report, Action<string> log)
    {
        _files = files;
        _live = live;
        _port = port;
        _ownFolder = ownFolder;
        _report = report;
        _log = log;
        _scanned = scanned.ToFileTimeUtc() - Slack;
        _watches = new FolderWatches(port, NtFunctions.IsWine, pollOnly);
    }

    /// <summary>Figures for <c>rvfs_describe</c>; approximate, as the thread goes on meanwhile.</summary>
    public LiveFigures Figures;

    /// <summary>Starts the thread, unless the user has switched it off.</summary>
    /// <param name="files">The file system.</param>
    /// <param name="live">The mods as they were scanned.</param>
    /// <param name="folders">What was laid beside them.</param>
    /// <param name="scanned">When the scan began.</param>
    /// <param name="ownFolder">A folder that the game doesn't see, for what the watcher needs; null: there is none.</param>
    /// <param name="report">Takes what the user should know.</param>
    /// <param name="log">Takes what happened, a line each.</param>
    public static LiveWatcher? Start(VirtualFileSystem files, LiveMods live, IEnumerable<AddedFolder> folders, DateTime scanned,
        string? ownFolder, Action<Diagnostic> report, Action<string> log)
    {
        string? mode = Environment.GetEnvironmentVariable(Variable);
        if (mode == "off")
            return null;
        nint port = Kernel32.CreateIoCompletionPort(DirectoryChanges.InvalidHandle, 0, 0, 1);
        if (port == 0)
        {
            report(Diagnostic.Warning("changes of mods aren't followed while the game runs: the system has no completion port to give"));
            return null;
        }

        var watcher = new LiveWatcher(files, live, port, mode == "poll", scanned, ownFolder, report, log);
        foreach (AddedFolder folder in folders)
            watcher.Add(folder);
        // From now on: what changes before everything is watched is found when it is.
        HookManager.FollowMods(watcher);
        try
        {
            new Thread(watcher.Run, 256 * 1024) { IsBackground = true, Name = "Reloaded VFS live" }.Start();
        }
        catch (OutOfMemoryException)
        {
            watcher.End();
            report(Diagnostic.Warning("changes of mods aren't followed while the game runs: the system has no thread to give"));
            return null;
        }

        return watcher;
    }

    /// <summary>Follows a folder that was laid just now. Any thread.</summary>
    public void Add(AddedFolder folder) => Post(() =>
    {
        LiveRoot root = _live.Add(folder.Folder, folder.Listing, folder.Layer, folder.Target, folder.Options);
        Follow(root.GetFolders().Select(names => new LiveFolder(root, names)), since: 0);
    });

    /// <summary>A layer was removed. Any thread.</summary>
    public void Forget(int layer) => Post(() =>
    {
        if (_live.Forget(layer) is { } root)
            _watches.Remove(root, []);
    });

    /// <summary>
    /// Ends the thread. No layer is changed any more by the time that the caller's next call of the file system returns. Any thread.
    /// </summary>
    public void Stop()
    {
        _stopped = true;
        Kernel32.PostQueuedCompletionStatus(_port, 0, 0, null);
    }

    /// <summary>Runs something on the watcher's thread, soon. Any thread.</summary>
    public void Post(Action request)
    {
        _requests.Enqueue(request);
        Kernel32.PostQueuedCompletionStatus(_port, 0, 0, null);
    }

    /// <inheritdoc/>
    public Errand Rescan(string folder) => Send(new Errand(ErrandKind.Rescan, folder));

    /// <inheritdoc/>
    public Errand CatchUp() => Send(new Errand(ErrandKind.CatchUp, ""));

    /// <inheritdoc/>
    public Errand LetGo(string folder) => Send(new Errand(ErrandKind.LetGo, folder));

    /// <inheritdoc/>
    public void Deleted(string folder, bool isOpen) => Send(new Errand(isOpen ? ErrandKind.DeletedButOpen : ErrandKind.Deleted, folder));

    private Errand Send(Errand errand)
    {
        _errands.Enqueue(errand);
        Kernel32.PostQueuedCompletionStatus(_port, 0, 0, null);
        // Nobody is left to do it.
        if (_hasEnded)
            DropErrands();
        return errand;
    }

    private void DropErrands()
    {
        while (_errands.TryDequeue(out Errand? errand))
            errand.Complete();
    }

    private void Run()
    {
        nint* mark = NativeImports.rvfs_native_get_thread_state();
        if (mark is null)
        {
            End();
            return;
        }

        *mark |= (nint)ThreadMark.Runtime;
        try
        {
            SetUp();
            while (!_stopped)
                Step();
        }
        catch (Exception e)
        {
            _report(Diagnostic.Warning($"changes of mods aren't followed any more: {e.GetType().Name}: {e.Message.TrimEnd('.')}"));
        }

        _watches.Close();
        End();
    }

    /// <summary>Nobody follows the mods any more, and nobody waits for that.</summary>
    private void End()
    {
        HookManager.EndFollowing(this);
        _hasEnded = true;
        DropErrands();
    }

    /// <summary>Watches everything that the start has scanned, and has listed again what has changed since.</summary>
    private void SetUp()
    {
        long began = Stopwatch.GetTimestamp();
        if (_live.ModsFolder is { } mods)
        {
            _watches.WatchModsFolder(mods);
            if (Math.Max(FolderTime.Get(mods), FolderTime.Get(Path.Join(mods, OrderFile.Name))) >= _scanned)
                _live.ModsFolderLost();
        }

        Follow(_live.Roots.ToList().SelectMany(root => root.GetFolders().Select(names => new LiveFolder(root, names))), _scanned);
        if (NtFunctions.IsWine && _watches.Watched > 0)
            _probe = WatchProbe.TryBegin(_watches, _ownFolder, _clock.Elapsed);
        Figures.SetUpMilliseconds = Math.Round(Stopwatch.GetElapsedTime(began).TotalMilliseconds, 1);
        SayHowFollowed();
    }

    private void SayHowFollowed()
    {
        if (_watches.Polled > 0 && !_watches.IsUnreliable)
        {
            _report(
                Diagnostic.Notice(
                    $"changes in {_watches.Polled} folders of mods are looked for every second, in the other {_watches.Watched} they "
                        + $"are noticed at once") with
                {
                    Fix = NtFunctions.IsWine ? "nothing needs doing; the system gives a program so many watches only" : null,
                });
        }
    }

    /// <summary>Begins to follow folders; one that was changed since a time (a FILETIME, 0: never mind) is listed again.</summary>
    private void Follow(IEnumerable<LiveFolder> folders, long since)
    {
        int count = 0;
        foreach (LiveFolder folder in folders)
        {
            // What was lost meanwhile isn't there to be watched.
            if (!_watches.Add(folder.Root, folder.Names) && _hasLost && !LiveMods.Lists(folder))
            {
                _watches.Remove(folder.Root, folder.Names);
                continue;
            }

            if (since == 0 || FolderTime.Get(folder.Root.PathOf(folder.Names)) >= since)
                _live.Lost(folder.Root, folder.Names, deep: false);
            if (++count % 64 == 0)
                Receive(0);
            // The game waits.
            RunErrands();
            if (_stopped)
                return;
        }

        Figures.Watched = _watches.Watched;
        Figures.Polled = _watches.Polled;
    }

    private void Step()
    {
        RunErrands();
        bool any = Receive(GetTimeout());
        RunErrands();
        if (any)
        {
            _lastChange = _clock.Elapsed;
            return;
        }

        while (_requests.TryDequeue(out Action? request))
            request();
        if (_probe?.HasFailed(_clock.Elapsed) == true)
        {
            _probe = null;
            _watches.PollAll();
            _report(
                Diagnostic.Warning(
                    "changes of mods are looked for every second: the system has no more watches to give "
                        + "(fs.inotify.max_user_watches)") with
                { Fix = "raise the limit: sysctl fs.inotify.max_user_watches=524288" });
        }

        TimeSpan now = _clock.Elapsed;
        if (_live.HasBusy && now >= _nextBusy)
        {
            if (!_live.HasPending)
                _firstChange = now;
            _live.LookAtBusy();
        }

        bool isDue = _live.HasPending && now >= _notBefore && (now - _lastChange >= Quiet || now - _firstChange >= LongestWait);
        if (isDue)
            Apply();
        else if (!_live.HasPending && _burst >= BurstSize && now - _lastChange >= BurstEnd)
            Sweep();
        if ((_watches.Polled > 0 || _watches.IsUnreliable) && now >= _nextPoll)
        {
            TimeSpan took = _watches.Poll(_live);
            // A tenth of a processor at most.
            _nextPoll = _clock.Elapsed + TimeSpan.FromTicks(Math.Max(PollInterval.Ticks, took.Ticks * 10));
        }
    }

    private uint GetTimeout()
    {
        TimeSpan now = _clock.Elapsed, until = TimeSpan.MaxValue;
        if (_live.HasPending)
            until = Max(_notBefore, Min(_lastChange + Quiet, _firstChange + LongestWait));
        else if (_burst >= BurstSize)
            until = _lastChange + BurstEnd;
        else
            _burst = now - _lastChange > BurstEnd ? 0 : _burst;
        if (_watches.Polled > 0 || _watches.IsUnreliable)
            until = Min(until, _nextPoll);
        if (_probe is not null)
            until = Min(until, _probe.Until);
        if (_live.HasBusy)
            until = Min(until, _nextBusy);
        return until == TimeSpan.MaxValue ? uint.MaxValue : (uint)Math.Clamp(Math.Ceiling((until - now).TotalMilliseconds), 0, 10_000);
    }

    /// <summary>Takes what has arrived. True if a change was among it.</summary>
    private bool Receive(uint timeout)
    {
        OverlappedEntry* entries = stackalloc OverlappedEntry[(int)Capacity];
        uint count;
        if (Kernel32.GetQueuedCompletionStatusEx(_port, entries, Capacity, &count, timeout, 0) == 0)
            return false;
        bool had = _live.HasPending;
        bool any = false;
        for (uint i = 0; i < count; i++)
        {
            if (_watches.Find(entries[i].CompletionKey) is not { } watch)
                continue;
            if (watch.IsClosed)
            {
                _watches.Free(watch);
                continue;
            }

            any |= Receive(watch, entries[i]);
        }

        if (any && !had)
            _firstChange = _clock.Elapsed;
        return any;
    }

    private bool Receive(FolderWatch watch, in OverlappedEntry entry)
    {
        int before = _burst;
        if (before == 0)
            _burstBegan = DateTime.UtcNow.ToFileTimeUtc() - Slack;
        if (_probe?.Took(watch) == true)
        {
            _probe.End(_watches);
            _probe = null;
            return false;
        }

        if (entry.NumberOfBytesTransferred == 0)
        {
            _burst++;
            // Changes were lost; or the folder is gone, and the folder around it knows.
            if (watch.Root is null)
                _live.ModsFolderLost();
            else
                _live.Lost(watch.Root, watch.Names, deep: !NtFunctions.IsWine);
        }
        else
        {
            watch.Parse(entry.NumberOfBytesTransferred, (name, kind) =>
            {
                _burst++;
                Report(watch, name, kind);
            });
        }

        if (!watch.TryRead())
            _watches.Drop(watch);
        return _burst > before;
    }

    private void Report(FolderWatch watch, string name, ChangeKind kind)
    {
        if (watch.Root is not { } root)
        {
            _live.ModsFolderChanged(name, kind);
            return;
        }

        int split = name.LastIndexOf('\\');
        string[] folder = split < 0 ? watch.Names : [.. watch.Names, .. name[..split].Split('\\')];
        _live.Changed(root, folder, name[(split + 1)..], kind);
    }

    /// <summary>Does what calls of the game wait for, before anything else.</summary>
    private void RunErrands()
    {
        // What is found is followed, too, which leads here.
        if (_isBusy)
            return;
        _isBusy = true;
        while (!_stopped && _errands.TryDequeue(out Errand? errand))
        {
            try
            {
                switch (errand.Kind)
                {
                    case ErrandKind.LetGo:
                        LetGoOf(errand.Folder);
                        break;
                    case ErrandKind.Rescan:
                        // A rename that the system has told of goes with the snapshot that has it.
                        Receive(0);
                        Apply(errand);
                        break;
                    case ErrandKind.CatchUp:
                        CatchUpNow();
                        break;
                    default:
                        EndRelease(errand.Folder, errand.Kind == ErrandKind.DeletedButOpen);
                        break;
                }
            }
            finally
            {
                errand.Complete();
            }
        }

        _isBusy = false;
    }

    /// <summary>A real folder is being deleted: what has it open would keep its name.</summary>
    private void LetGoOf(string folder)
    {
        if (_watches.Release(folder))
            _live.Hold(folder);
    }

    /// <summary>
    /// Whatever is there now is found as something new; where the game still has the folder open, its name goes with that handle.
    /// </summary>
    private void EndRelease(string folder, bool isOpen)
    {
        if (!_watches.IsReleased(folder))
            return;
        if (!isOpen)
            _watches.Restore(folder);
        bool had = _live.HasPending;
        _live.Resume(folder);
        _lastChange = _clock.Elapsed;
        if (!had)
            _firstChange = _lastChange;
    }

    /// <summary>Takes what has arrived, and applies it. A storm that doesn't end is left for later.</summary>
    private void CatchUpNow()
    {
        for (int i = 0; i < MostTaken && Receive(0); i++)
        {
        }

        for (int i = 0; i < MostTaken && _live.HasPending && !_stopped; i++)
            Apply(everything: true);
    }

    /// <summary>Applies what was told, all of it or until a call waits for something else; or only what a call waits for.</summary>
    private void Apply(Errand? look = null, bool everything = false)
    {
        long began = Stopwatch.GetTimestamp();
        long time = DateTime.UtcNow.ToFileTimeUtc() - Slack;
        LiveUpdate update = look is null
            ? _live.Apply(MayChange, () => !everything && !_errands.IsEmpty)
            : _live.Rescan(look.Folder, MayChange);
        _hasLost |= update.Lost.Count > 0;
        foreach (LiveFolder folder in update.Lost)
            _watches.Remove(folder.Root, folder.Names);
        if (update.Gained.Count > 0)
            Follow(update.Gained, time);
        if (update is { HasChanged: true, Gained.Count: > 0 })
        {
            HookManager.FoldersAdded();
            EventFile.AddLayers(_files);
        }

        if (_live.HasBusy)
        {
            TimeSpan now = _clock.Elapsed, next = now + _live.BusyPause;
            _nextBusy = _nextBusy > now ? Min(_nextBusy, next) : next;
        }

        foreach (string message in update.Messages)
            _log(message);
        TimeSpan took = Stopwatch.GetElapsedTime(began);
        // Under a storm the game keeps half of the processor that this thread would take.
        _notBefore = _burst >= StormSize ? _clock.Elapsed + took : TimeSpan.Zero;
        if (look is null)
            _firstChange = _clock.Elapsed;
        Figures.Applied++;
        Figures.Appended += update.AppendedFiles;
        Figures.Listed += update.ListedFolders;
        Figures.Scanned += update.ScannedRoots;
        Figures.Watched = _watches.Watched;
        Figures.Polled = _watches.Polled;
        Figures.LongestMilliseconds = Math.Max(Figures.LongestMilliseconds, Math.Round(took.TotalMilliseconds, 1));
    }

    /// <summary>Whether the layers are still this process's to change: not after <see cref="Stop"/>.</summary>
    private bool MayChange() => !_stopped;

    private void Sweep()
    {
        int changed = _watches.Sweep(_live, _burstBegan);
        _burst = 0;
        Figures.Sweeps++;
        if (changed > 0)
            _lastChange = _firstChange = _clock.Elapsed;
    }

    private static TimeSpan Min(TimeSpan x, TimeSpan y) => x < y ? x : y;

    private static TimeSpan Max(TimeSpan x, TimeSpan y) => x > y ? x : y;
}
