using System.Diagnostics;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Tracking;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Watching;

/// <summary>The folders that the system watches for the VFS, and those that are checked every second instead. Used by one thread.</summary>
/// <remarks>
/// Windows watches a whole tree with one handle. Wine's watch of a tree doesn't report on folders that were there before it, so each folder
/// has its own watch there.
/// </remarks>
internal sealed class FolderWatches(nint port, bool isWine, bool isPollOnly)
{
    /// <summary>
    /// The maximum number of watched folders under Wine; further ones are checked. Each watch costs a handle, a watch of the system and
    /// about 5 KB in the game's process.
    /// </summary>
    public const int MostWatches = 8192;

    // An overflow loses nothing: the folder is then listed again.
    private const uint SmallBuffer = 256;
    private const uint LargeBuffer = 64 * 1024;
    private const uint ContentsBuffer = 4 * 1024;

    // A more recent time may equal that of a later change: file systems' clocks tick in up to 15 ms.
    private const long Tick = 100 * TimeSpan.TicksPerMillisecond;

    private readonly Dictionary<nuint, FolderWatch> _byId = [];
    private readonly Dictionary<LiveRoot, Node> _roots = [];
    private readonly HashSet<Node> _polled = [];
    private readonly List<string> _released = [];
    private FolderWatch? _modsFolder;
    private FolderWatch? _orderFolder;
    private nuint _lastId;
    private long _modsFolderTime;

    /// <summary>Gets the number of folders that the system watches.</summary>
    public int Watched { get; private set; }

    /// <summary>Gets the number of folders that are checked.</summary>
    public int Polled => _polled.Count;

    /// <summary>Gets the number of watches that failed, for any reason.</summary>
    public int Failed { get; private set; }

    /// <summary>Gets a value indicating whether the system's watches are unreliable, so that everything is checked as well.</summary>
    public bool IsUnreliable { get; private set; }

    /// <summary>Returns the watch of a packet, or null if it no longer exists.</summary>
    public FolderWatch? Find(nuint id) => _byId.GetValueOrDefault(id);

    /// <summary>Watches the mods folder itself. Returns false if that isn't possible; the folder is then checked.</summary>
    public bool WatchModsFolder(string folder)
    {
        if (!isPollOnly)
            _modsFolder = Open(null, [], folder, LargeBuffer, subtree: false, DirectoryChanges.Names | DirectoryChanges.Contents);
        return _modsFolder is not null;
    }

    /// <summary>Watches the folder of the load order, if it isn't the mods folder.</summary>
    public void WatchOrderFolder(string folder)
    {
        if (!isPollOnly)
            _orderFolder = Open(null, [], folder, SmallBuffer, subtree: false, DirectoryChanges.Names | DirectoryChanges.Contents);
    }

    /// <summary>Watches a folder of the VFS itself, to test the system.</summary>
    public FolderWatch? OpenProbe(string folder) => Open(null, [], folder, SmallBuffer, subtree: false, DirectoryChanges.Names);

    /// <summary>Follows a folder of a root whose parent is followed already. Returns false if the folder is only checked.</summary>
    public bool Add(LiveRoot root, string[] names)
    {
        if (_released.Count > 0 && IsReleased(root, names))
            return true;
        if (!_roots.TryGetValue(root, out Node? node))
            _roots.Add(root, node = new Node(root, []));
        for (int i = 0; i < names.Length; i++)
        {
            if (!node.Children.TryGetValue(names[i], out Node? child))
                node.Children.Add(names[i], child = new Node(root, names[..(i + 1)]));
            node = child;
        }

        if (names.Length == 0)
            WatchMetadata(node);
        if (node.Watch is not null || (!isWine && names.Length > 0 && _roots[root].Watch is not null))
            return true;
        if (!isPollOnly && (!isWine || Watched < MostWatches))
        {
            node.Watch = Open(root, names, node.Path, isWine ? SmallBuffer : LargeBuffer, subtree: !isWine, DirectoryChanges.Names);
            if (node.Watch is not null)
                Watched++;
            else
                Failed++;
        }

        if (node.Watch is null || IsUnreliable)
            _polled.Add(node);
        return node.Watch is not null;
    }

    /// <summary>Stops following a folder and everything below it.</summary>
    public void Remove(LiveRoot root, string[] names)
    {
        if (Find(root, names) is not { } node)
            return;
        if (names.Length == 0)
            _roots.Remove(root);
        else
            Find(root, names[..^1])!.Children.Remove(names[^1]);
        var pending = new Stack<Node>([node]);
        while (pending.TryPop(out Node? next))
        {
            Close(next);
            foreach (Node child in next.Children.Values)
                pending.Push(child);
        }
    }

    /// <summary>
    /// Stops keeping open a folder that is being deleted, and everything below it, in all roots, until <see cref="Restore"/>. Returns false
    /// if the folder is in no root, or is a root.
    /// </summary>
    /// <param name="folder">The folder's real path, canonical.</param>
    public bool Release(string folder)
    {
        bool isFound = false;
        foreach (LiveRoot root in _roots.Keys)
        {
            if (!root.TryGetNames(folder, out string[] names) || names.Length == 0)
                continue;
            isFound = true;
            Remove(root, names);
        }

        if (isFound && !IsReleased(folder))
            _released.Add(folder);
        return isFound;
    }

    /// <summary>Determines whether a folder was released and not restored yet.</summary>
    /// <param name="folder">The folder's real path, canonical.</param>
    public bool IsReleased(string folder) => _released.Contains(folder, StringComparer.OrdinalIgnoreCase);

    /// <summary>Allows a released path to be watched again.</summary>
    /// <param name="folder">The folder's real path, canonical.</param>
    public void Restore(string folder) => _released.RemoveAll(released => released.Equals(folder, StringComparison.OrdinalIgnoreCase));

    // By path: a root may come again while the folder is released, and a folder may be in two roots.
    private bool IsReleased(LiveRoot root, string[] names) => _released.Exists(released => LiveRoot.IsWithin(root.PathOf(names), released));

    /// <summary>Watches a folder with a new handle: the old one may be that of a previous folder.</summary>
    public void Renew(LiveRoot root, string[] names)
    {
        if (Find(root, names) is not { } node)
            return;
        Close(node);
        Add(root, names);
    }

    /// <summary>Makes every folder be checked from now on, too.</summary>
    public void PollAll()
    {
        IsUnreliable = true;
        foreach (Node node in AllNodes())
            _polled.Add(node);
    }

    /// <summary>Checks the folders that aren't watched, or not reliably.</summary>
    /// <param name="live">Receives the changes.</param>
    /// <returns>The time taken.</returns>
    public TimeSpan Poll(LiveMods live)
    {
        long began = Stopwatch.GetTimestamp();
        if ((_modsFolder is null || IsUnreliable) && live.ModsFolder is { } mods)
        {
            long time = Math.Max(FolderTime.OfOrder(mods), live.OrderFolder is { } order ? FolderTime.OfOrder(order) : 0);
            if (time != _modsFolderTime)
                live.ModsFolderLost();
            _modsFolderTime = StableTime(time);
        }

        foreach (Node node in _polled)
        {
            long time = FolderTime.Get(node.Path);
            if (time == node.Time)
                continue;
            node.Time = StableTime(time);
            live.Lost(node.Root, node.Names, deep: false);
        }

        return Stopwatch.GetElapsedTime(began);
    }

    /// <summary>
    /// Requests a new listing of every watched folder that has changed since a time: under load watches may have missed something. Returns
    /// the number of folders.
    /// </summary>
    public int Sweep(LiveMods live, long since)
    {
        List<Node> changed = [.. AllNodes().Where(n => FolderTime.Get(n.Path) >= since)];
        foreach (Node node in changed)
        {
            live.Lost(node.Root, node.Names, deep: !isWine);
            if (isWine)
                Renew(node.Root, node.Names);
        }

        return changed.Count;
    }

    /// <summary>Frees a closed watch after its last packet: the system no longer uses its buffer.</summary>
    public void Free(FolderWatch watch)
    {
        _byId.Remove(watch.Id);
        watch.Free();
    }

    /// <summary>Drops a watch whose folder can't be watched any more, usually because it is gone.</summary>
    public void Drop(FolderWatch watch)
    {
        Node? node = watch.Root is { } root ? Find(root, watch.Names) : null;
        if (node?.Watch == watch)
        {
            node.Watch = null;
            Watched--;
            _polled.Add(node);
            // A deleted folder keeps its name as long as it is open.
            CloseMetadata(node);
        }
        else if (node?.Metadata == watch)
        {
            node.Metadata = null;
        }

        watch.Close();
        Free(watch);
    }

    /// <summary>Closes everything.</summary>
    public void Close()
    {
        _modsFolder?.Close();
        _orderFolder?.Close();
        foreach (Node node in AllNodes())
        {
            node.Watch?.Close();
            node.Metadata?.Close();
        }
    }

    /// <summary>
    /// Watches the contents of a mod's topmost folder, because its metadata may be written in place, which changes no name. Contents of
    /// files below don't matter.
    /// </summary>
    private void WatchMetadata(Node node)
    {
        if (!isPollOnly && node.Root.IsMod)
            node.Metadata ??= Open(node.Root, [], node.Path, ContentsBuffer, subtree: false, DirectoryChanges.Contents);
    }

    private static void CloseMetadata(Node node)
    {
        node.Metadata?.Close();
        node.Metadata = null;
    }

    private FolderWatch? Open(LiveRoot? root, string[] names, string path, uint buffer, bool subtree, CompletionFilter filter)
    {
        var watch = new FolderWatch(++_lastId, root, names, buffer, subtree, filter);
        if (!watch.TryOpen(path, port))
            return null;
        _byId.Add(watch.Id, watch);
        return watch;
    }

    private void Close(Node node)
    {
        _polled.Remove(node);
        CloseMetadata(node);
        if (node.Watch is null)
            return;
        node.Watch.Close();
        node.Watch = null;
        Watched--;
    }

    private Node? Find(LiveRoot root, string[] names)
    {
        Node? node = _roots.GetValueOrDefault(root);
        for (int i = 0; i < names.Length && node is not null; i++)
            node = node.Children.GetValueOrDefault(names[i]);
        return node;
    }

    private IEnumerable<Node> AllNodes()
    {
        var pending = new Stack<Node>(_roots.Values);
        while (pending.TryPop(out Node? node))
        {
            yield return node;
            foreach (Node child in node.Children.Values)
                pending.Push(child);
        }
    }

    private static long StableTime(long time) => DateTime.UtcNow.ToFileTimeUtc() - time < Tick ? -1 : time;

    private sealed class Node(LiveRoot root, string[] names)
    {
        // Empty if a tree is watched as one.
        private Dictionary<string, Node>? _children;

        public LiveRoot Root { get; } = root;

        public string[] Names { get; } = names;

        public string Path => Root.PathOf(Names);

        public Dictionary<string, Node> Children => _children ??= new(0, StringComparer.Ordinal);

        public FolderWatch? Watch { get; set; }

        /// <summary>Gets or sets the watch of the contents of a mod's own files, in its topmost folder; null elsewhere.</summary>
        public FolderWatch? Metadata { get; set; }

        /// <summary>Gets or sets the time of the last change at the last check; -1 to check again soon.</summary>
        public long Time { get; set; } = -1;
    }
}

/// <summary>A watch of one folder of a mod, or of the mods folder. Used only by the watcher's thread.</summary>
internal sealed class FolderWatch(nuint id, LiveRoot? root, string[] names, uint bufferSize, bool subtree,
    CompletionFilter filter) : DirectoryWatch(id, bufferSize, subtree, filter)
{
    /// <summary>Gets the root that contains the folder; null for the mods folder.</summary>
    public LiveRoot? Root { get; } = root;

    /// <summary>Gets the names that lead to the folder from the root.</summary>
    public string[] Names { get; } = names;

    /// <summary>Gets a value indicating whether only writes to files are reported, not changes of names.</summary>
    public bool IsOfContents { get; } = filter == DirectoryChanges.Contents;

    /// <summary>Opens the folder. Takes a path of any form: beyond 260 characters the prefix is needed.</summary>
    public new bool TryOpen(string path, nint port) => base.TryOpen(ToLong(path), port);

    /// <summary>Passes on a packet's changes.</summary>
    public void Parse(uint bytes, Action<string, ChangeKind> action) =>
        Parse(bytes, (string name, uint kind) => action(name, (ChangeKind)kind));

    private static string ToLong(string path) =>
        path.StartsWith(@"\\?\", StringComparison.Ordinal)
            ? path
            : path.StartsWith(@"\\", StringComparison.Ordinal) ? @"\\?\UNC\" + path[2..] : @"\\?\" + path;
}

/// <summary>The time at which a folder's list of names last changed.</summary>
internal static class FolderTime
{
    /// <summary>Returns the time as a FILETIME, or 0 if the folder doesn't exist.</summary>
    /// <remarks>
    /// The change time, which no program sets back (an unpacker sets the last write time), or the last write time if the file system has no
    /// change time.
    /// </remarks>
    public static long Get(string path) =>
        FolderState.TryGetTimes(NtPath.From(path), out long lastWrite, out long change) ? Math.Max(lastWrite, change) : 0;

    /// <summary>Returns the time of the last change of a mod's metadata file, or 0 if it had none.</summary>
    public static long OfMetadata(LiveRoot root) => root.Mod?.Metadata.File is { } file ? Get(file) : 0;

    /// <summary>Returns the time of the latest change of a mods folder's names, its <c>order.txt</c> or its <c>prefer.txt</c>.</summary>
    public static long OfOrder(string mods) => Math.Max(Get(mods),
        Math.Max(Get(Path.Join(mods, OrderFile.Name)), Get(Path.Join(mods, PreferenceFile.Name))));
}
