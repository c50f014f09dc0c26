using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text.Json;
using Reloaded.VFS.Dll.Reporting;
using Reloaded.VFS.Hooks;
using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Tracking;
using Reloaded.VFS.Sharing;

namespace Reloaded.VFS.Dll.Watching;

/// <summary>The needs of a <see cref="LiveWatcher"/> in its process. Immutable.</summary>
/// <param name="Scanned">The time at which the scan of the mods began, UTC.</param>
/// <param name="OwnFolder">A folder for the watcher's needs that the game doesn't see, or null.</param>
/// <param name="Report">Receives what the user should know.</param>
/// <param name="Log">Receives events, a line each.</param>
/// <param name="CaughtUp">
/// Called by the watcher's thread a second after it has begun, and a second after a change of many folders: for work that short-lived
/// programs needn't pay for.
/// </param>
internal sealed record LiveNeeds(DateTime Scanned, string? OwnFolder, Action<Diagnostic> Report, Action<string> Log, Action CaughtUp)
{
    /// <summary>
    /// Gets a value indicating whether the trees are another process's, which follows the mods, too. Setting up the watches then waits a
    /// little, because programs that are started by others often end soon.
    /// </summary>
    public bool IsInherited { get; init; }
}

/// <summary>The single thread that follows the mods on disk while the game runs. Its own file calls bypass the hooks.</summary>
/// <remarks>
/// The thread never takes the host's lock: layers are changed under the file system's lock alone. An error in it never ends the game: it is
/// reported, and the mods stay as they are.
/// </remarks>
internal sealed unsafe partial class LiveWatcher : IRescanner
{
    /// <summary>
    /// The environment variable: <c>off</c> follows nothing; <c>poll</c> checks folders every second, for systems whose watches don't work.
    /// </summary>
    public const string Variable = "RVFS_LIVE";

    private const long Slack = 2 * TimeSpan.TicksPerSecond; // FAT's clock

    /// <summary>The shortest time between two checks of folders that can't be watched.</summary>
    public static readonly TimeSpan PollInterval = TimeSpan.FromSeconds(1);

    private const int ManyFolders = 16;

    private static readonly TimeSpan SettlingTime = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan InheritedTime = TimeSpan.FromMilliseconds(100);

    private readonly VirtualFileSystem _files;
    private readonly LiveMods _live;
    private readonly FolderWatches _watches;
    private readonly LiveNeeds _needs;
    private readonly long _scanned;
    private int _knownAt; // milliseconds, as Environment.TickCount
    private TimeSpan _pollPause = PollInterval;
    private readonly nint _port;
    private readonly ConcurrentQueue<Action> _requests = new();
    private readonly ConcurrentQueue<object> _kept = new();
    private volatile Dictionary<FolderListing, SharedSource> _shareable;
    private bool _isShareableOld; // used by the watcher's thread
    private volatile bool _isSetUp;
    private volatile bool _stopped;
    private volatile bool _hasEnded;

    // Used by the watcher's thread.
    private readonly ApplySchedule _schedule = new(TimeProvider.System);
    private TimeSpan _nextPoll;
    private TimeSpan _settlesAt = TimeSpan.MaxValue;
    private TimeSpan _nextBusy;
    private TimeSpan _nextLook;
    private long _burstBegan;
    private WatchProbe? _probe;
    private bool _hasLost;
    private long _settledSince;

    private LiveWatcher(VirtualFileSystem files, LiveMods live, nint port, bool pollOnly, LiveNeeds needs)
    {
        _files = files;
        _live = live;
        _port = port;
        _needs = needs;
        _shareable = live.GetShareable();
        _scanned = _settledSince = needs.Scanned.ToFileTimeUtc() - Slack;
        _knownAt = Environment.TickCount - (int)Math.Clamp((DateTime.UtcNow - needs.Scanned).TotalMilliseconds, 0, int.MaxValue);
        _watches = new FolderWatches(port, NtFunctions.IsWine, pollOnly);
    }

    /// <summary>The statistics for <c>rvfs_describe</c>; approximate, because the thread goes on meanwhile.</summary>
    public LiveFigures Figures;

    /// <summary>Gets a value indicating whether changes are followed: from now on at the latest each one is noticed at some time.</summary>
    public bool IsFollowing => !_stopped && !_hasEnded;

    /// <summary>
    /// Gets the time since the layers were known to have everything that is on disk: older changes are in them. Approximate, because the
    /// thread goes on meanwhile.
    /// </summary>
    public TimeSpan Age => TimeSpan.FromMilliseconds((uint)(Environment.TickCount - Volatile.Read(ref _knownAt)))
        + (Figures.Polled > 0 ? _pollPause : TimeSpan.Zero);

    /// <summary>Gets a value indicating whether every folder is followed, so that what was changed before is known.</summary>
    public bool IsSetUp => _isSetUp;

    /// <summary>Gets the mods' listings that other processes can use, at the last <see cref="CatchUp"/>. Replaced, never changed.</summary>
    public IReadOnlyDictionary<FolderListing, SharedSource> Shareable => _shareable;

    /// <summary>Starts the thread, unless the user has switched it off.</summary>
    /// <param name="live">The mods as they were scanned.</param>
    /// <param name="folders">The folders that were laid besides the mods.</param>
    /// <param name="needs">The watcher's needs in this process.</param>
    public static LiveWatcher? Start(VirtualFileSystem files, LiveMods live, IEnumerable<AddedFolder> folders, LiveNeeds needs)
    {
        string? mode = Environment.GetEnvironmentVariable(Variable);
        if (mode == "off")
            return null;
        nint port = Kernel32.CreateIoCompletionPort(DirectoryChanges.InvalidHandle, 0, 0, 1);
        if (port == 0)
        {
            needs.Report(Diagnostic.Warning(
                "changes of mods aren't followed while the game runs: the system can't create a completion port"));
            return null;
        }

        var watcher = new LiveWatcher(files, live, port, mode == "poll", needs);
        // Before the first call that waits for one of the folders to be listed again.
        foreach (AddedFolder folder in folders)
            live.Add(folder.Folder, folder.Listing, folder.Layer, folder.Target, folder.Options, folder.IsBelowMods);
        // From now on: changes before everything is watched are found when it is.
        HookManager.FollowMods(watcher);
        try
        {
            new Thread(watcher.Run, 256 * 1024) { IsBackground = true, Name = "Reloaded VFS live" }.Start();
        }
        catch (OutOfMemoryException)
        {
            watcher.End();
            needs.Report(Diagnostic.Warning("changes of mods aren't followed while the game runs: the system can't create a thread"));
            return null;
        }

        return watcher;
    }

    /// <summary>Follows a folder that was just laid. Thread-safe.</summary>
    public void Add(AddedFolder folder) => Post(() =>
    {
        LiveRoot root = _live.Add(folder.Folder, folder.Listing, folder.Layer, folder.Target, folder.Options);
        Follow(root.GetFolders().Select(names => new LiveFolder(root, names)), since: 0);
    });

    /// <summary>Stops following a removed layer. Thread-safe.</summary>
    public void Forget(int layer) => Post(() =>
    {
        if (_live.Forget(layer) is { } root)
            _watches.Remove(root, []);
    });

    /// <summary>
    /// Ends the thread. By the time that the caller's next call of the file system returns, no layer is changed any more. Thread-safe.
    /// </summary>
    public void Stop()
    {
        _stopped = true;
        Kernel32.PostQueuedCompletionStatus(_port, 0, 0, null);
    }

    /// <summary>Queues an action for the watcher's thread. Thread-safe.</summary>
    public void Post(Action request)
    {
        _requests.Enqueue(request);
        Kernel32.PostQueuedCompletionStatus(_port, 0, 0, null);
    }

    /// <summary>Keeps an object alive for as long as the watcher's thread may be using what belongs to it. Thread-safe.</summary>
    public void Keep(object kept)
    {
        _kept.Enqueue(kept);
        Kernel32.PostQueuedCompletionStatus(_port, 0, 0, null);
    }

    /// <summary>
    /// Waits until everything that was changed on disk before this call is visible, whether or not the system has reported it. Thread-safe;
    /// the caller holds no lock.
    /// </summary>
    /// <param name="until">The end of the wait, as <see cref="Environment.TickCount64"/>.</param>
    /// <returns>False if the wait times out. True also if the changes aren't followed any more.</returns>
    public bool WaitUntilSettled(long until)
    {
        const int Slice = 100; // milliseconds
        bool isDone = false;
        using var request = new RescanRequest(RescanKind.CatchUp, "");
        Post(() =>
        {
            try
            {
                Settle();
                Volatile.Write(ref isDone, true);
            }
            finally
            {
                request.Complete();
            }
        });
        while (!Volatile.Read(ref isDone) && !_hasEnded)
        {
            long left = until - Environment.TickCount64;
            if (left <= 0)
                return false;
            request.Wait((int)Math.Min(left, Slice));
        }

        return true;
    }

    /// <summary>Finds and applies all changes since the last check of everything, by the folders' times.</summary>
    private void Settle()
    {
        CatchUpNow();
        long since = _settledSince;
        _settledSince = DateTime.UtcNow.ToFileTimeUtc() - Slack;
        LookAtOrder(since);
        foreach (LiveRoot root in _live.Roots.ToList())
        {
            if (FolderTime.OfMetadata(root) >= since)
                _live.ConfirmMetadata(root);
        }

        _watches.Sweep(_live, since);
        CatchUpNow();
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
            // Programs that are started by others often end soon.
            if (_needs.IsInherited)
                WaitForWork(_schedule.Now + InheritedTime);
            SetUp();
            _isSetUp = true;
            _settlesAt = _nextLook = _schedule.Now + SettlingTime;
            while (!_stopped)
                Step();
        }
        catch (Exception e)
        {
            _needs.Report(Diagnostic.Warning($"changes of mods are no longer followed: {UnexpectedError.Describe(e)}"));
        }

        _watches.Close();
        End();
    }

    /// <summary>Waits until a point in time, a change, or a request of a call or another thread.</summary>
    private void WaitForWork(TimeSpan until)
    {
        while (!_stopped && _rescans.IsEmpty && _requests.IsEmpty && !_live.HasPending && until - _schedule.Now is { Ticks: > 0 } left)
        {
            LetGo();
            Receive((uint)Math.Ceiling(left.TotalMilliseconds));
        }
    }

    /// <summary>Ends following: from here on no call waits for this thread.</summary>
    private void End()
    {
        HookManager.EndFollowing(this);
        _rescans.End();
        _hasEnded = true;
    }

    private void Step()
    {
        RunRescans();
        bool any = Receive(GetTimeout());
        RunRescans();
        if (any)
        {
            _schedule.Told();
            return;
        }

        NoteKnown(Environment.TickCount);
        LetGo();
        while (_requests.TryDequeue(out Action? request))
            request();
        if (_probe?.HasFailed(_schedule.Now) == true)
        {
            _probe = null;
            _watches.PollAll();
            _needs.Report(
                Diagnostic.Warning(
                    "mods are checked for changes every second: the system's limit of watches is reached "
                        + "(fs.inotify.max_user_watches)") with
                { Fix = "raise the limit: sysctl fs.inotify.max_user_watches=524288" });
        }

        TimeSpan now = _schedule.Now;
        if (now >= _settlesAt)
        {
            _settlesAt = TimeSpan.MaxValue;
            _needs.CaughtUp();
        }

        if (_live.HasBusy && now >= _nextBusy)
        {
            if (!_live.HasPending)
                _schedule.FirstTold();
            _live.LookAtBusy();
        }

        if (_live.HasPending && _schedule.IsDue(now))
            Apply();
        else if (!_live.HasPending && _schedule.HasBurstEnded(now))
            Sweep();
        if (NeedsLooks && !_live.HasPending && now >= _nextLook)
            Look(now);
        if (NeedsPolling && now >= _nextPoll)
        {
            TimeSpan took = _watches.Poll(_live);
            // At most a tenth of a processor.
            _pollPause = TimeSpan.FromTicks(Math.Max(PollInterval.Ticks, took.Ticks * 10));
            _nextPoll = _schedule.Now + _pollPause;
        }
    }

    /// <summary>Notes that everything that was changed until a time is in the layers, unless something still waits.</summary>
    /// <param name="time">The time, as <see cref="Environment.TickCount"/>.</param>
    private void NoteKnown(int time)
    {
        if (!_live.IsWaiting && _schedule.Burst < ApplySchedule.BurstSize)
            Volatile.Write(ref _knownAt, time);
    }

    /// <summary>Checks what is watched, because a watch may have missed something, or be that of another folder by now.</summary>
    private void Look(TimeSpan now)
    {
        _nextLook = now + PollInterval;
        bool hasMissed = _watches.LookAtMembers(_live);
        Figures.Missed += hasMissed ? 1 : 0;
        if (_watches.LookAtPlaces(_live) || hasMissed)
        {
            _schedule.FirstTold();
            _schedule.Told();
        }
    }

    /// <summary>
    /// Gives back what was kept for this thread, which uses no listing now. (Wine's <c>CreateProcess</c> forks: what the process has to
    /// itself makes each start of a program slower.)
    /// </summary>
    private void LetGo()
    {
        if (_kept.IsEmpty)
            return;
        _kept.Clear();
        _needs.CaughtUp();
    }

    private uint GetTimeout()
    {
        TimeSpan now = _schedule.Now, until = _schedule.NextLook(now, _live.HasPending);
        if (NeedsPolling)
            until = Min(until, _nextPoll);
        if (NeedsLooks)
            until = Min(until, _nextLook);
        if (_probe is not null)
            until = Min(until, _probe.Until);
        if (_live.HasBusy)
            until = Min(until, _nextBusy);
        until = Min(until, _settlesAt);
        return until == TimeSpan.MaxValue ? uint.MaxValue : (uint)Math.Clamp(Math.Ceiling((until - now).TotalMilliseconds), 0, 10_000);
    }

    /// <summary>Applies what was reported: everything, or until a call waits for something else, or only what a call waits for.</summary>
    private void Apply(RescanRequest? look = null, bool everything = false)
    {
        long began = Stopwatch.GetTimestamp();
        long time = DateTime.UtcNow.ToFileTimeUtc() - Slack;
        LiveUpdate update = look is null
            ? _live.Apply(MayChange, () => !everything && !_rescans.IsEmpty)
            : _live.Rescan(look.Folder, MayChange);
        _hasLost |= update.Lost.Count > 0;
        foreach (LiveFolder folder in update.Lost)
        {
            _watches.Remove(folder.Root, folder.Names);
            // A whole mod may be gone because another folder is in the place of the mods folder, which isn't watched yet.
            if (folder.Names.Length == 0)
                _nextLook = _schedule.Now;
        }

        if (update.Gained.Count > 0)
            Follow(update.Gained, time);
        // A change that was undone between two checks leaves the layers unchanged.
        HookManager.LayersLookedAt();
        if (update is { HasChanged: true, Gained.Count: > 0 })
            HookManager.FoldersAdded();
        _isShareableOld |= update.HasChanged;
        if (update.HasChanged && (update.Gained.Count > 0 || update.HasNewLayers))
            EventFile.AddLayers(_files);
        if (update.HasChanged && update.Gained.Count >= ManyFolders)
            _settlesAt = _schedule.Now + SettlingTime;

        if (_live.HasBusy)
        {
            TimeSpan now = _schedule.Now, next = now + _live.BusyPause;
            _nextBusy = _nextBusy > now ? Min(_nextBusy, next) : next;
        }

        foreach (string message in update.Messages)
            _needs.Log(message);
        TimeSpan took = Stopwatch.GetElapsedTime(began);
        _schedule.Applied(took, isComplete: look is null);
        Figures.Applied++;
        Figures.Appended += update.AppendedFiles;
        Figures.Listed += update.ListedFolders;
        Figures.Scanned += update.ScannedRoots;
        Figures.Watched = _watches.Watched;
        Figures.Polled = _watches.Polled;
        Figures.LongestMilliseconds = Math.Max(Figures.LongestMilliseconds, Math.Round(took.TotalMilliseconds, 1));
    }

    private bool NeedsLooks => _watches.Members > 0 || _live.ModsFolder is not null;

    private bool NeedsPolling => _watches.Polled > 0 || _watches.IsUnreliable;

    /// <summary>Determines whether the layers still belong to this process: not after <see cref="Stop"/>.</summary>
    private bool MayChange() => !_stopped;

    private void Sweep()
    {
        int changed = _watches.Sweep(_live, _burstBegan);
        _schedule.EndBurst();
        Figures.Sweeps++;
        if (changed > 0)
        {
            _schedule.FirstTold();
            _schedule.Told();
        }
    }

    private static TimeSpan Min(TimeSpan x, TimeSpan y) => x < y ? x : y;
}

/// <summary>The watcher's statistics. Written by its thread, read by others without a lock.</summary>
internal struct LiveFigures
{
    /// <summary>The number of folders that the system watches.</summary>
    public int Watched;

    /// <summary>The number of those that are members of a tree's watch.</summary>
    public int Members;

    /// <summary>The number of folders that are checked every second.</summary>
    public int Polled;

    /// <summary>The time that it took until everything was watched, without rests; 0 until then.</summary>
    public double SetUpMilliseconds;

    public double RestMilliseconds;

    /// <summary>The number of checks of members that found a change without a report.</summary>
    public long Missed;

    /// <summary>The number of batches of changes.</summary>
    public long Applied;

    /// <summary>The number of files appended to a current snapshot.</summary>
    public long Appended;

    /// <summary>The number of folders that were listed again.</summary>
    public long Listed;

    /// <summary>The number of mods that were scanned as a whole.</summary>
    public long Scanned;

    /// <summary>The number of checks of all folders after a burst of changes.</summary>
    public long Sweeps;

    /// <summary>The longest time that a batch took.</summary>
    public double LongestMilliseconds;

    /// <summary>Writes the statistics to <c>rvfs_describe</c>.</summary>
    public readonly void Write(Utf8JsonWriter json)
    {
        json.WriteStartObject("live");
        json.WriteNumber("watchedFolders", Watched);
        json.WriteNumber("memberFolders", Members);
        json.WriteNumber("polledFolders", Polled);
        json.WriteNumber("setUpMilliseconds", SetUpMilliseconds);
        json.WriteNumber("restMilliseconds", RestMilliseconds);
        json.WriteNumber("batches", Applied);
        json.WriteNumber("appendedFiles", Appended);
        json.WriteNumber("listedFolders", Listed);
        json.WriteNumber("scannedMods", Scanned);
        json.WriteNumber("sweeps", Sweeps);
        json.WriteNumber("missedChanges", Missed);
        json.WriteNumber("longestBatchMilliseconds", LongestMilliseconds);
        json.WriteEndObject();
    }
}
