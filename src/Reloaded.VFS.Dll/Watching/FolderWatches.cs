using System.Diagnostics;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Tracking;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Watching;

/// <summary>
/// Which folders the system watches for the VFS, and which are looked at every second instead. Windows watches a whole tree with one
/// handle. Wine's watch of a tree doesn't hear of folders that were there before it: there each folder has its own. Used by one thread.
/// </summary>
internal sealed class FolderWatches(nint port, bool isWine, bool isPollOnly)
{
    /// <summary>
    /// Folders watched under Wine, where each costs a handle, a watch of the system's and about 5 KB in the game's process; further ones
    /// are looked at.
    /// </summary>
    public const int MostWatches = 8192;

    // A change that doesn't fit is no loss: that folder is listed again.
    private const uint SmallBuffer = 256;
    private const uint LargeBuffer = 64 * 1024;
    private const uint ContentsBuffer = 4 * 1024;

    // A time this recent may still be that of a later change: file systems' clocks tick in up to 15 ms.
    private const long Tick = 100 * TimeSpan.TicksPerMillisecond;

    private readonly Dictionary<nuint, FolderWatch> _byId = [];
    private readonly Dictionary<LiveRoot, Node> _roots = [];
    private readonly HashSet<Node> _polled = [];
    private readonly List<string> _released = [];
    private FolderWatch? _modsFolder;
    private FolderWatch? _orderFolder;
    private nuint _lastId;
    private long _modsFolderTime;

    /// <summary>Folders that the system watches.</summary>
    public int Watched { get; private set; }

    /// <summary>Folders that are looked at.</summary>
    public int Polled => _polled.Count;

    /// <summary>How many watches failed, for whatever reason.</summary>
    public int Failed { get; private set; }

    /// <summary>Whether the system's watches can't be relied on: everything is looked at as well.</summary>
    public bool IsUnreliable { get; private set; }

    /// <summary>The watch of a packet; null where that watch is gone.</summary>
    public FolderWatch? Find(nuint id) => _byId.GetValueOrDefault(id);

    /// <summary>Watches the mods folder itself. False where that can't be; it is looked at then.</summary>
    public bool WatchModsFolder(string folder)
    {
        if (!isPollOnly)
            _modsFolder = Open(null, [], folder, LargeBuffer, subtree: false, DirectoryChanges.Names | DirectoryChanges.Contents);
        return _modsFolder is not null;
    }

    /// <summary>Watches the folder of the order, where that isn't the mods folder.</summary>
    public void WatchOrderFolder(string folder)
    {
        if (!isPollOnly)
            _orderFolder = Open(null, [], folder, SmallBuffer, subtree: false, DirectoryChanges.Names | DirectoryChanges.Contents);
    }

    /// <summary>Watches a folder of the VFS itself, for a test of the system.</summary>
    public FolderWatch? OpenProbe(string folder) => Open(null, [], folder, SmallBuffer, subtree: false, DirectoryChanges.Names);

    /// <summary>Follows a folder of a root; the one around it is followed already. False where it is only looked at.</summary>
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

    /// <summary>Follows a folder and everything below it no longer.</summary>
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
    /// A folder is being deleted: neither it nor what is below it is kept open, whatever roots it is in, nor opened again, until
    /// <see cref="Restore"/>. False where it is in no root, or is one.
    /// </summary>
    /// <param name="folder">Its real path, canonical.</param>
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

    /// <summary>Whether a folder was released and not restored yet.</summary>
    /// <param name="folder">Its real path, canonical.</param>
    public bool IsReleased(string folder) => _released.Contains(folder, StringComparer.OrdinalIgnoreCase);

    /// <summary>Whatever is there now may be watched again.</summary>
    /// <param name="folder">Its real path, canonical.</param>
    public void Restore(string folder) => _released.RemoveAll(released => released.Equals(folder, StringComparison.OrdinalIgnoreCase));

    // By the path: a root may come again while the folder is released, and a folder may be in two of them.
    private bool IsReleased(LiveRoot root, string[] names) => _released.Exists(released => LiveRoot.IsWithin(root.PathOf(names), released));

    /// <summary>Watches a folder with a new handle: the old one may be that of a folder that was there before.</summary>
    public void Renew(LiveRoot root, string[] names)
    {
        if (Find(root, names) is not { } node)
            return;
        Close(node);
        Add(root, names);
    }

    /// <summary>Every folder is looked at from now on, too.</summary>
    public void PollAll()
    {
        IsUnreliable = true;
        foreach (Node node in AllNodes())
            _polled.Add(node);
    }

    /// <summary>Looks at the folders that aren't watched, or not reliably.</summary>
    /// <param name="live">Is told what has changed.</param>
    /// <returns>How long it took.</returns>
    public TimeSpan Poll(LiveMods live)
    {
        long began = Stopwatch.GetTimestamp();
        if ((_modsFolder is null || IsUnreliable) && live.ModsFolder is { } mods)
        {
            long time = Math.Max(FolderTime.OfOrder(mods), live.OrderFolder is { } order ? FolderTime.OfOrder(order) : 0);
            if (time != _modsFolderTime)
                live.ModsFolderLost();
            _modsFolderTime = Settled(time);
        }

        foreach (Node node in _polled)
        {
            long time = FolderTime.Get(node.Path);
            if (time == node.Time)
                continue;
            node.Time = Settled(time);
            live.Lost(node.Root, node.Names, deep: false);
        }

        return Stopwatch.GetElapsedTime(began);
    }

    /// <summary>
    /// Has every watched folder that was changed since a time listed again: watches may have missed something in the crowd.
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

    /// <summary>A packet has come for a closed watch: the system is through with its buffer.</summary>
    public void Free(FolderWatch watch)
    {
        _byId.Remove(watch.Id);
        watch.Free();
    }

    /// <summary>The watch's folder can't be asked for changes any more: it is gone, as a rule.</summary>
    public void Drop(FolderWatch watch)
    {
        Node? node = watch.Root is { } root ? Find(root, watch.Names) : null;
        if (node?.Watch == watch)
        {
            node.Watch = null;
            Watched--;
            _polled.Add(node);
            // A folder that is gone stays where it is as long as it is open.
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
    /// What a mod says of itself may be written in place: no name changes then. The contents of the files below it aren't of interest.
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

    private static long Settled(long time) => DateTime.UtcNow.ToFileTimeUtc() - time < Tick ? -1 : time;

    private sealed class Node(LiveRoot root, string[] names)
    {
        // Empty where a tree is watched as one.
        private Dictionary<string, Node>? _children;

        public LiveRoot Root { get; } = root;

        public string[] Names { get; } = names;

        public string Path => Root.PathOf(Names);

        public Dictionary<string, Node> Children => _children ??= new(0, StringComparer.Ordinal);

        public FolderWatch? Watch { get; set; }

        /// <summary>The watch of the contents of a mod's own files, in its topmost folder; null elsewhere.</summary>
        public FolderWatch? Metadata { get; set; }

        /// <summary>When it was changed as of the last look; -1 for a look soon after that.</summary>
        public long Time { get; set; } = -1;
    }
}

/// <summary>One folder of a mod, or the mods folder, that the system tells the changes of. Used by the watcher's thread only.</summary>
internal sealed class FolderWatch(nuint id, LiveRoot? root, string[] names, uint bufferSize, bool subtree,
    CompletionFilter filter) : DirectoryWatch(id, bufferSize, subtree, filter)
{
    /// <summary>What it belongs to; null for the mods folder.</summary>
    public LiveRoot? Root { get; } = root;

    /// <summary>The names that lead to it in the root.</summary>
    public string[] Names { get; } = names;

    /// <summary>Whether it tells of what is written into files only, and not of names.</summary>
    public bool IsOfContents { get; } = filter == DirectoryChanges.Contents;

    /// <summary>Opens the folder under a path of any form: beyond 260 characters it needs the prefix.</summary>
    public new bool TryOpen(string path, nint port) => base.TryOpen(ToLong(path), port);

    /// <summary>Hands a packet's changes on.</summary>
    public void Parse(uint bytes, Action<string, ChangeKind> action) =>
        Parse(bytes, (string name, uint kind) => action(name, (ChangeKind)kind));

    private static string ToLong(string path) =>
        path.StartsWith(@"\\?\", StringComparison.Ordinal)
            ? path
            : path.StartsWith(@"\\", StringComparison.Ordinal) ? @"\\?\UNC\" + path[2..] : @"\\?\" + path;
}

/// <summary>When a folder's list of names last changed.</summary>
internal static class FolderTime
{
    /// <summary>
    /// The time as a FILETIME; 0 where the folder isn't there. The change time, which no program sets back (an unpacker sets the other), or
    /// where the file system has none the time of the last write.
    /// </summary>
    public static long Get(string path) =>
        FolderState.TryGetTimes(NtPath.From(path), out long lastWrite, out long change) ? Math.Max(lastWrite, change) : 0;

    /// <summary>When the file was changed in which a mod says something of itself; 0 where it had none.</summary>
    public static long OfMetadata(LiveRoot root) => root.Mod?.Metadata.File is { } file ? Get(file) : 0;

    /// <summary>The latest change of a mods folder's names, of its <c>order.txt</c> and of its <c>prefer.txt</c>.</summary>
    public static long OfOrder(string mods) => Math.Max(Get(mods),
        Math.Max(Get(Path.Join(mods, OrderFile.Name)), Get(Path.Join(mods, PreferenceFile.Name))));
}
