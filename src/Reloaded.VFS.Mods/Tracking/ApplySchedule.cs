using Reloaded.VFS.Changes;

namespace Reloaded.VFS.Mods.Tracking;

/// <summary>The schedule for applying reported changes. Used by one thread.</summary>
/// <remarks>
/// Changes are applied after a quiet moment, but not so late that the game notices; during a storm of changes, not so often that it costs
/// more than half of a processor. Times are counted from the creation of the schedule.
/// </remarks>
internal sealed class ApplySchedule(TimeProvider clock)
{
    /// <summary>The number of consecutive changes that may have been more than the watches could report.</summary>
    public const int BurstSize = 512;

    /// <summary>The number of consecutive changes that make a storm.</summary>
    public const int StormSize = 64;

    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan BurstEnd = TimeSpan.FromMilliseconds(300);

    private readonly long _began = clock.GetTimestamp();
    private TimeSpan _first;
    private TimeSpan _last;
    private TimeSpan _notBefore;

    public TimeSpan Now => clock.GetElapsedTime(_began);

    /// <summary>Gets the number of consecutive changes without a pause.</summary>
    public int Burst { get; private set; }

    public void Count() => Burst++;

    /// <summary>Notes that something was reported just now.</summary>
    public void Told() => _last = Now;

    /// <summary>Notes that something is reported just now and nothing else waits to be applied.</summary>
    public void FirstTold() => _first = Now;

    /// <summary>Determines whether the waiting changes are due.</summary>
    public bool IsDue(TimeSpan now) => now >= _notBefore && (now - _last >= Quiet || now - _first >= LongestWait);

    /// <summary>Determines whether so much was reported that something may be missing, and the burst has ended.</summary>
    public bool HasBurstEnded(TimeSpan now) => Burst >= BurstSize && now - _last >= BurstEnd;

    /// <summary>Ends a burst: the next change begins a new one.</summary>
    public void EndBurst() => Burst = 0;

    /// <summary>Notes that changes were applied, how long that took, and whether none are waiting any more.</summary>
    public void Applied(TimeSpan took, bool isComplete)
    {
        // During a storm the game keeps half of the processor time that this thread would otherwise take.
        _notBefore = Burst >= StormSize ? Now + took : TimeSpan.Zero;
        if (isComplete)
            _first = Now;
    }

    /// <summary>Returns the time of the next thing to do if nothing more is reported, or <see cref="TimeSpan.MaxValue"/>.</summary>
    public TimeSpan NextLook(TimeSpan now, bool hasPending)
    {
        if (hasPending)
            return Max(_notBefore, Min(_last + Quiet, _first + LongestWait));
        if (Burst >= BurstSize)
            return _last + BurstEnd;
        if (now - _last > BurstEnd)
            EndBurst();
        return TimeSpan.MaxValue;
    }

    private static TimeSpan Min(TimeSpan x, TimeSpan y) => x < y ? x : y;

    private static TimeSpan Max(TimeSpan x, TimeSpan y) => x > y ? x : y;
}

/// <summary>A folder of a root.</summary>
/// <param name="Root">The root.</param>
/// <param name="Names">The names that lead to it; none for the root itself.</param>
internal sealed record LiveFolder(LiveRoot Root, string[] Names);

/// <summary>The result of applying changes. A watcher must process the folders that were lost and then those that were gained.</summary>
internal sealed class LiveUpdate
{
    /// <summary>Gets a value indicating whether readers see something different from before.</summary>
    public bool HasChanged { get; internal set; }

    /// <summary>Gets a value indicating whether there may be new layers without new folders.</summary>
    public bool HasNewLayers { get; internal set; }

    /// <summary>Gets the number of files that were added to the current snapshot without a new one.</summary>
    public int AppendedFiles { get; internal set; }

    /// <summary>Gets the number of folders that were listed again.</summary>
    public int ListedFolders { get; internal set; }

    public int ScannedRoots { get; internal set; }

    /// <summary>Gets the folders that are gone, with everything below them.</summary>
    public List<LiveFolder> Lost { get; } = [];

    /// <summary>Gets the folders that have appeared, each after its parent.</summary>
    public List<LiveFolder> Gained { get; } = [];

    public List<string> Messages { get; } = [];
}

/// <summary>A file that has appeared in a folder of a root's listing, with the names that lead to the folder.</summary>
internal sealed record NewFile(LiveRoot Root, int Folder, string[] Names, string Name);

/// <summary>
/// The changes of layers that follow from changes on disk. They are planned while the disk is read, without a lock, and then applied as a
/// whole (<see cref="VirtualFileSystem.Update"/>).
/// </summary>
internal sealed class LayerEdit
{
    /// <summary>Gets or sets a value indicating whether the layers of mods are to be updated to match the plan after the steps.</summary>
    public bool Lays { get; set; }

    /// <summary>Gets or sets a value indicating whether parent folders for parts of mods may be missing or no longer needed.</summary>
    public bool ChecksParents { get; set; }

    /// <summary>Gets the changes of targets and of other layers, in the order in which they are made.</summary>
    public List<Action> Steps { get; } = [];

    /// <summary>Gets the files that are added to layers before the steps.</summary>
    public List<NewFile> Files { get; } = [];

    /// <summary>Gets the renames that are reported to watchers with the snapshot that contains them.</summary>
    public List<NameRename> Renames { get; } = [];

    /// <summary>Gets a value indicating whether the layers stay as they are.</summary>
    public bool IsEmpty => Steps.Count == 0 && Files.Count == 0 && !Lays;
}
