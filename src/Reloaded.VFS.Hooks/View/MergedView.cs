using Reloaded.VFS.Hooks.Following;

namespace Reloaded.VFS.Hooks.View;

/// <summary>The overlay of a process: what the game sees, and everything that determines it. Safe from any thread.</summary>
/// <remarks>
/// The view has the layers, other spellings of their targets, the names that are whited out, placed or hidden, the open handles, and the
/// place that the game's changes go to. <see cref="HookedCall"/> gives the view to each handler, which passes on what others need of it;
/// tests make their own.
/// </remarks>
internal sealed class MergedView
{
    /// <summary>The view that the handlers show to the game. Set before the first hook is installed, and kept while handlers run.</summary>
    public static MergedView Current = null!;

    private volatile IRescanner? _follower;
    private volatile IFolderWatches? _watches;
    private volatile bool _showsRealNames;

    /// <summary>Creates a view of layers.</summary>
    /// <param name="aliases">The source of other spellings of targets.</param>
    /// <param name="handles">The open handles; null: no handle is tracked.</param>
    public MergedView(VirtualFileSystem files, IDisk disk, IAliasSource aliases, HandleTable? handles = null)
    {
        Files = files;
        Disk = disk;
        Aliases = new PathAliases(aliases);
        Whiteouts = new Whiteouts(files, disk);
        Companions = new CompanionNames(this);
        Handles = handles ?? HandleTable.None();
        Removals = new PendingRemovals(Handles, () => Follower);
    }

    /// <summary>
    /// Returns the process's view of layers: the previous one, with everything found out about its targets, if it has the same layers;
    /// otherwise a new one.
    /// </summary>
    /// <param name="before">The previous view, or null.</param>
    /// <param name="load">Reads the table of volumes; called for a new view.</param>
    /// <param name="handles">The open handles; null: no handle is tracked.</param>
    public static MergedView Of(VirtualFileSystem files, MergedView? before, Func<DeviceNames> load, HandleTable? handles = null)
    {
        if (before?.Files == files)
            return before;
        before?.Removals.Clear();
        DeviceNames devices = load();
        return new MergedView(files, new RealDisk(), new AliasSearch(devices), handles) { Devices = devices };
    }

    public VirtualFileSystem Files { get; }

    /// <summary>Gets the current snapshot of the layers.</summary>
    public Snapshot Snapshot => Files.Snapshot;

    /// <summary>Gets the kernel's names of volumes. Targets on volumes without a letter stay in the table while the view exists.</summary>
    public DeviceNames Devices { get; private init; } = new([]);

    /// <summary>Gets the real files, past the hooks.</summary>
    public IDisk Disk { get; }

    /// <summary>Gets other spellings of the targets.</summary>
    public PathAliases Aliases { get; }

    /// <summary>Gets the names that the game itself has deleted.</summary>
    public Whiteouts Whiteouts { get; }

    /// <summary>Gets the game's handles and what is known about each: one table until the process ends.</summary>
    public HandleTable Handles { get; }

    /// <summary>Gets the files and folders that are deleted with their last handle.</summary>
    public PendingRemovals Removals { get; }

    /// <summary>Gets the deletions behind the markers of files that still exist.</summary>
    public AskedDeletions AskedDeletions { get; } = new();

    /// <summary>
    /// Gets or sets where the game's changes go. In a process it is the policy for calls that may change something, set before handlers
    /// run.
    /// </summary>
    public WritePlacement Writes { get; set; } = WritePlacement.InPlace;

    /// <summary>Gets or sets the object that notifies programs of changes in folders that they watch; null for none.</summary>
    public IFolderWatches? Watches
    {
        get => _watches;
        set => _watches = value;
    }

    /// <summary>Gets the names that belong to another file.</summary>
    public CompanionNames Companions { get; }

    /// <summary>Gets the names that are never shown.</summary>
    public HiddenNames Hidden { get; } = new();

    /// <summary>
    /// Gets or sets a value indicating whether handles of mods' files and folders report their real names instead of those that the game
    /// knows.
    /// </summary>
    public bool ShowsRealNames
    {
        get => _showsRealNames;
        set => _showsRealNames = value;
    }

    /// <summary>Gets the object that follows changes of mods on disk, and can be asked to list them again; null for none.</summary>
    public IRescanner? Follower => _follower;

    /// <summary>Sets the object that follows the mods from now on.</summary>
    public void Follow(IRescanner follower) => _follower = follower;

    /// <summary>Removes a follower that has ended. One that has replaced it stays.</summary>
    public void EndFollowing(IRescanner follower) => Interlocked.CompareExchange(ref _follower, null, follower);
}
