using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// The overlay of a process: what the game sees, and all that decides it. It has the layers, other spellings of their targets, the names
/// that are whited out, placed or hidden, the handles that are open, and where what the game changes goes. Each handler is given it by
/// <see cref="HookedCall"/>, and passes on what others need of it; tests make their own. Safe from any thread.
/// </summary>
internal sealed class MergedView
{
    /// <summary>What the handlers show to the game. Set before the first hook goes in, and not changed while handlers run.</summary>
    public static MergedView Current = null!;

    private volatile IRescanner? _follower;
    private volatile IFolderWatches? _watches;
    private volatile bool _showsRealNames;

    /// <summary>A view of layers.</summary>
    /// <param name="files">The layers.</param>
    /// <param name="disk">The real files.</param>
    /// <param name="aliases">Where other spellings of targets come from.</param>
    /// <param name="handles">The open handles; null: nothing is noted of any.</param>
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
    /// The process's view of layers: the one before, with all that was found out about its targets, where it is of the same layers; else a
    /// new one.
    /// </summary>
    /// <param name="files">The layers.</param>
    /// <param name="before">The view until now, or null.</param>
    /// <param name="load">Reads the table of volumes; called for a new view.</param>
    /// <param name="handles">The open handles; null: nothing is noted of any.</param>
    public static MergedView Of(VirtualFileSystem files, MergedView? before, Func<DeviceNames> load, HandleTable? handles = null)
    {
        if (before?.Files == files)
            return before;
        before?.Removals.Clear();
        DeviceNames devices = load();
        return new MergedView(files, new RealDisk(), new AliasSearch(devices), handles) { Devices = devices };
    }

    /// <summary>The layers.</summary>
    public VirtualFileSystem Files { get; }

    /// <summary>The snapshot of the layers that is in force.</summary>
    public Snapshot Snapshot => Files.Snapshot;

    /// <summary>What the kernel calls volumes. Targets on volumes without a letter are in it as long as the view is there.</summary>
    public DeviceNames Devices { get; private init; } = new([]);

    /// <summary>The real files, past the hooks.</summary>
    public IDisk Disk { get; }

    /// <summary>Other spellings of the targets.</summary>
    public PathAliases Aliases { get; }

    /// <summary>What the game itself has deleted.</summary>
    public Whiteouts Whiteouts { get; }

    /// <summary>The handles that the game has, and what is known of them: one table until the process ends.</summary>
    public HandleTable Handles { get; }

    /// <summary>What is deleted with the last handle of it.</summary>
    public PendingRemovals Removals { get; }

    /// <summary>
    /// Where everything goes that the game writes; null where it goes where the names lie. Set before handlers run.
    /// </summary>
    public OverwriteFolder? Overwrite { get; set; }

    /// <summary>
    /// Where changes are recorded before they are made, if they go where the names lie; null where nothing is recorded. Set before handlers
    /// run.
    /// </summary>
    public JournaledFolders? Journal { get; set; }

    /// <summary>
    /// Where calls go that may change something: a <c>WritePolicy</c>, which the room <c>Writing</c> declares. Set before handlers run.
    /// </summary>
    public object? Writes { get; set; }

    /// <summary>Who tells programs of changes in folders that they watch; null where nobody does.</summary>
    public IFolderWatches? Watches
    {
        get => _watches;
        set => _watches = value;
    }

    /// <summary>Names that belong to another file.</summary>
    public CompanionNames Companions { get; }

    /// <summary>What is never shown.</summary>
    public HiddenNames Hidden { get; } = new();

    /// <summary>Whether handles of mods' files and folders tell their real names, and not those that the game knows them by.</summary>
    public bool ShowsRealNames
    {
        get => _showsRealNames;
        set => _showsRealNames = value;
    }

    /// <summary>Who follows what changes in mods on disk, and can be asked to look again; null where nothing does.</summary>
    public IRescanner? Follower => _follower;

    /// <summary>Says who follows the mods from now on.</summary>
    public void Follow(IRescanner follower) => _follower = follower;

    /// <summary>Says that a follower has ended. Another one, which has come after it, stays.</summary>
    public void EndFollowing(IRescanner follower) => Interlocked.CompareExchange(ref _follower, null, follower);
}
