using System.Diagnostics;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Dll.Watching;

/// <summary>The folders that the system watches for the VFS, and those that are checked every second instead. Used by one thread.</summary>
/// <remarks>
/// Windows watches a whole tree with one handle, except what links lead to. Under Wine folders that are there when a tree is begun become
/// members of its watch (<see cref="TreeMember"/>); folders that come later, and those that a link leads to, have watches of their own.
/// Another program's watch can keep a folder from becoming a member, and a member keeps the name that it had then, so members are also
/// checked now and then.
/// </remarks>
internal sealed class FolderWatches(nint port, bool isWine, bool isPollOnly)
{
    /// <summary>
    /// The maximum number of watched folders under Wine; further ones are checked. Each costs a handle and a watch of the system, and one
    /// with a watch of its own 5 KB in the game's process.
    /// </summary>
    public const int MostWatches = 8192;

    // An overflow loses nothing: the folder is then listed again.
    private const uint SmallBuffer = 256;
    private const uint LargeBuffer = 64 * 1024;
    private const uint ContentsBuffer = 4 * 1024;

    // All members are checked once in about half a minute.
    private const int FewestLooks = 16, Rounds = 32;

    // A more recent time may equal that of a later change: file systems' clocks tick in up to 15 ms.
    private const long Tick = 100 * TimeSpan.TicksPerMillisecond;

    private readonly Dictionary<nuint, FolderWatch> _byId = [];
    private readonly Dictionary<LiveRoot, Node> _roots = [];

    // Roots whose folders are being followed for the first time.
    private readonly HashSet<LiveRoot> _fresh = [];
    private readonly HashSet<Node> _polled = [];
    private readonly List<string> _released = [];
    private readonly List<Place> _places = [];
    private nuint _lastId;
    private char[] _path = new char[512];
    private Node[] _members = [];
    private int _nextMember;

    public int Watched { get; private set; }

    /// <summary>Gets the number of those that are members of the watch of a folder above.</summary>
    public int Members { get; private set; }

    public int Polled => _polled.Count;

    /// <summary>Gets the number of watches that failed, for any reason.</summary>
    public int Failed { get; private set; }

    /// <summary>Gets a value indicating whether the system's watches are unreliable, so that everything is checked as well.</summary>
    public bool IsUnreliable { get; private set; }

    /// <summary>Returns the watch of a packet, or null if it no longer exists.</summary>
    public FolderWatch? Find(nuint id) => _byId.GetValueOrDefault(id);

    /// <summary>Watches the mods folder itself, or the folder of the load order.</summary>
    public void WatchPlace(string folder)
    {
        var place = new Place(folder);
        _places.Add(place);
        Renew(place);
    }

    /// <summary>
    /// Checks whether the mods folder and that of the load order are still the folders that are watched: a folder may be deleted and
    /// created again, and a link may be switched. Those that can't be watched are checked for changes.
    /// </summary>
    /// <returns>True if the mods are to be read again.</returns>
    public bool LookAtPlaces(LiveMods live)
    {
        bool any = false;
        foreach (Place place in _places)
        {
            long time = FolderTime.OfOrder(place.Path);
            if (time == place.Time)
                continue;
            bool isTold = place.Watch is not null && !IsUnreliable;
            place.Time = StableTime(time);
            bool isOther = Renew(place);
            if (isTold && !isOther)
                continue;
            any = true;
            live.ModsFolderLost(isOther && place.Path == live.ModsFolder);
        }

        return any;
    }

    /// <summary>Watches the folder that is at a place now. Returns true if it is another than before.</summary>
    private bool Renew(Place place)
    {
        // Before the folder is opened: if it is replaced in between, the next check finds another number.
        if (!FolderState.TryGetId(NtPath.ToLongWin32(NtPath.From(place.Path)), out ulong id))
            return false;
        bool isOther = place.Id != 0 && place.Id != id;
        if (isOther)
            Close(place);
        place.Id = id;
        if (!isPollOnly)
            place.Watch ??= Open(null, [], place.Path, LargeBuffer, subtree: false, DirectoryChanges.Names | DirectoryChanges.Contents);
        return isOther;
    }

    private static void Close(Place place)
    {
        place.Watch?.Close();
        place.Watch = null;
    }

    /// <summary>Watches a folder of the VFS itself, to test the system.</summary>
    public FolderWatch? OpenProbe(string folder) => Open(null, [], folder, SmallBuffer, subtree: false, DirectoryChanges.Names);

    /// <summary>Follows a folder of a root whose parent is followed already. Returns false if the folder is only checked.</summary>
    /// <param name="names">The names that lead to the folder.</param>
    /// <param name="time">Receives the time of the folder's last change (<see cref="FolderTime"/>), or 0 if that wasn't read.</param>
    public bool Add(LiveRoot root, string[] names, out long time)
    {
        time = 0;
        if (_released.Count > 0 && IsReleased(root, names))
            return true;
        if (!_roots.TryGetValue(root, out Node? top))
        {
            _roots.Add(root, top = new Node(root, null, NtPath.From(root.Folder)));
            _fresh.Add(root);
        }

        // A call may wait for a folder before those above it had their turn.
        Node node = top;
        foreach (string name in names)
        {
            if (!node.IsWatched && !node.IsCovered && !_polled.Contains(node))
                Begin(node, top, out _);
            node = node.GetOrAdd(name);
        }

        return node.IsWatched || node.IsCovered || Begin(node, top, out time);
    }

    private bool Begin(Node node, Node top, out long time)
    {
        if (!isWine && node.Parent is { } parent && (parent.IsCovered || parent.IsWatched))
        {
            time = FolderTime.Get(PathOf(node), out bool isLink);
            // Other reparse points, such as those of cloud storage, lead nowhere else.
            node.IsCovered = !isLink || new DirectoryInfo(node.Path).LinkTarget is null;
            if (node.IsCovered)
                return true;
        }

        if (node == top)
            WatchMetadata(node);
        Watch(node, isNew: !_fresh.Contains(node.Root) || top.Watch is null, out time);
        if (!node.IsWatched || IsUnreliable)
            _polled.Add(node);
        return node.IsWatched;
    }

    /// <summary>Ends following roots for the first time: what is added to them from now on is new on disk.</summary>
    public void EndRoots() => _fresh.Clear();

    /// <summary>Watches a folder, if that is possible, and then reads the time of its last change.</summary>
    private void Watch(Node node, bool isNew, out long time, bool isTree = false)
    {
        bool mayWatch = !isPollOnly && (!isWine || Watched < MostWatches);
        isTree |= !isWine || node.Parent is null;
        if (mayWatch && !isNew && !isTree)
            node.Member = TreeMember.Join(PathOf(node), DirectoryChanges.Names);
        else if (mayWatch)
            node.Watch = Open(node, isTree);
        time = FolderTime.Get(PathOf(node), out bool isLink);
        if (isLink && node.Member != 0)
        {
            // It leads to a tree of its own.
            TreeMember.Leave(node.Member);
            node.Member = 0;
            node.Watch = Open(node, isTree: true);
            time = FolderTime.Get(PathOf(node), out _);
        }

        // A missing folder has the time 0 until it comes back.
        node.Time = (node.Member != 0 && !IsUnreliable) || time == 0 ? time : -1;
        Members += node.Member != 0 ? 1 : 0;
        Watched += node.IsWatched ? 1 : 0;
        Failed += mayWatch && !node.IsWatched ? 1 : 0;
    }

    private FolderWatch? Open(Node node, bool isTree) =>
        Open(node.Root, node.GetNames(), node.Path, isTree ? LargeBuffer : SmallBuffer, isTree, DirectoryChanges.Names);

    /// <summary>Stops following a folder and everything below it.</summary>
    public void Remove(LiveRoot root, string[] names)
    {
        if (Find(root, names) is not { } node)
            return;
        if (node.Parent is null)
            _roots.Remove(root);
        else
            node.Parent.Remove(node);
        // The tree's topmost folder last: members that outlive it could be included by no other process.
        foreach (Node next in WithChildren([node]).Reverse())
        {
            next.IsRemoved = true;
            Close(next);
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
    /// <param name="node">The folder.</param>
    /// <param name="ownTree">True to watch a member by itself, with the folders below, which may be members of this one alone.</param>
    private void Renew(Node node, bool ownTree = false)
    {
        // Closed last: a folder stays a member only as long as there is a handle.
        (FolderWatch? watch, nint member) = (node.Watch, node.Member);
        (node.Watch, node.Member) = (null, 0);
        Watched -= watch is null && member == 0 ? 0 : 1;
        Members -= member == 0 ? 0 : 1;
        Watch(node, isNew: ownTree || member == 0, out _, isTree: ownTree);
        if (node.IsWatched && !IsUnreliable)
            _polled.Remove(node);
        else
            _polled.Add(node);
        watch?.Close();
        TreeMember.Leave(member);
    }

    /// <summary>Notes the report of a change. Returns false if a watch nearer to the folder reports the change, too.</summary>
    /// <param name="watch">The watch that has reported the change.</param>
    /// <param name="names">The names that lead to the folder from the watch's root.</param>
    public bool Told(FolderWatch watch, string[] names)
    {
        if (!isWine || !watch.IsTree || watch.IsClosed || Find(watch.Root!, names) is not { } node)
            return true;
        node.Told = DateTime.UtcNow.ToFileTimeUtc();
        for (Node? nearest = node; nearest is not null; nearest = nearest.Parent)
        {
            if (nearest.Watch is { } own && (nearest == node || own.IsTree))
                return own == watch;
        }

        return true;
    }

    /// <summary>
    /// Checks some of the members. One that has changed without a report will be listed again, and has a watch of its own from then on.
    /// </summary>
    /// <returns>True if there was one.</returns>
    public bool LookAtMembers(LiveMods live)
    {
        if (_nextMember >= _members.Length)
        {
            _members = [.. AllNodes().Where(node => node.Member != 0)];
            _nextMember = 0;
        }

        bool any = false;
        long now = DateTime.UtcNow.ToFileTimeUtc();
        int last = Math.Min(_members.Length, _nextMember + Math.Max(FewestLooks, _members.Length / Rounds));
        for (; _nextMember < last; _nextMember++)
        {
            Node node = _members[_nextMember];
            if (node.Member == 0 || node.IsRemoved)
                continue;
            long time = FolderTime.Get(PathOf(node), out _);
            // The report of a recent change may be on its way.
            if (time == node.Time || now - time is >= 0 and < TimeSpan.TicksPerSecond)
                continue;
            node.Time = time;
            if (node.Told >= time - Tick)
                continue;
            any = true;
            live.Lost(node.Root, node.GetNames(), deep: false);
            Renew(node, ownTree: true);
        }

        return any;
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
        foreach (Node node in _polled)
        {
            long time = FolderTime.Get(PathOf(node), out _);
            if (time == node.Time)
                continue;
            // A folder that comes back is watched again, with all that is in it.
            bool wasMissing = node.Time == 0;
            node.Time = StableTime(time);
            live.Lost(node.Root, node.GetNames(), deep: wasMissing);
        }

        return Stopwatch.GetElapsedTime(began);
    }

    /// <summary>
    /// Requests a new listing of every watched folder that has changed since a time: under load watches may have missed something. Returns
    /// the number of folders.
    /// </summary>
    public int Sweep(LiveMods live, long since)
    {
        List<Node> changed = [.. AllNodes().Where(node => FolderTime.Get(PathOf(node), out _) >= since)];
        foreach (Node node in changed)
        {
            // What is listed deeply is followed anew.
            bool isTree = !isWine || node.Watch is { IsTree: true };
            live.Lost(node.Root, node.GetNames(), deep: isTree);
            if (!isTree)
                Renew(node);
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

        if (_places.Find(place => place.Watch == watch) is { } place)
            place.Watch = null;
        watch.Close();
        Free(watch);
    }

    public void Close()
    {
        _places.ForEach(Close);
        foreach (Node node in AllNodes().Reverse())
        {
            node.Watch?.Close();
            node.Metadata?.Close();
            TreeMember.Leave(node.Member);
            node.Member = 0;
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
        if (!node.IsWatched)
            return;
        node.Watch?.Close();
        node.Watch = null;
        TreeMember.Leave(node.Member);
        Members -= node.Member == 0 ? 0 : 1;
        node.Member = 0;
        Watched--;
    }

    private Node? Find(LiveRoot root, string[] names)
    {
        Node? node = _roots.GetValueOrDefault(root);
        for (int i = 0; i < names.Length && node is not null; i++)
            node = node.Find(names[i]);
        return node;
    }

    private IEnumerable<Node> AllNodes() => WithChildren(_roots.Values);

    private static IEnumerable<Node> WithChildren(IEnumerable<Node> nodes)
    {
        var pending = new Stack<Node>(nodes);
        while (pending.TryPop(out Node? node))
        {
            yield return node;
            foreach (Node child in node.Children)
                pending.Push(child);
        }
    }

    /// <summary>Returns a folder's path in NT form. It is valid until the next call.</summary>
    private ReadOnlySpan<char> PathOf(Node node) => _path.AsSpan(0, WritePath(node));

    private int WritePath(Node node)
    {
        int length = node.Parent is { } parent ? WritePath(parent) : 0;
        if (_path.Length < length + 1 + node.Name.Length)
            Array.Resize(ref _path, Math.Max(2 * _path.Length, length + 1 + node.Name.Length));
        if (node.Parent is not null)
            _path[length++] = '\\';
        node.Name.CopyTo(_path.AsSpan(length));
        return length + node.Name.Length;
    }

    private static long StableTime(long time) => DateTime.UtcNow.ToFileTimeUtc() - time < Tick ? -1 : time;

    /// <summary>A folder that is watched without what is below it: the mods folder, or that of the load order.</summary>
    private sealed class Place(string path)
    {
        public string Path => path;
        public FolderWatch? Watch { get; set; }

        /// <summary>Gets or sets the number of the last folder here on its volume, or 0 if there was none.</summary>
        public ulong Id { get; set; }

        /// <summary>Gets or sets the time of the last change at the last check; -1 to check again soon.</summary>
        public long Time { get; set; } = -1;
    }

    /// <summary>A followed folder. There are thousands, so it has few fields.</summary>
    private sealed class Node(LiveRoot root, Node? parent, string name)
    {
        // Null without subfolders.
        private Dictionary<string, Node>? _children;

        public LiveRoot Root { get; } = root;
        public Node? Parent { get; } = parent;

        /// <summary>Gets the folder's name; of a root, its path in NT form.</summary>
        public string Name { get; } = name;

        public string Path => Root.PathOf(GetNames());
        public IEnumerable<Node> Children => _children?.Values ?? Enumerable.Empty<Node>();

        public FolderWatch? Watch { get; set; }

        /// <summary>Gets or sets the handle of a member of the watch of a folder above, or 0.</summary>
        public nint Member { get; set; }

        public bool IsWatched => Watch is not null || Member != 0;

        /// <summary>Gets or sets the watch of the contents of a mod's own files, in its topmost folder; null elsewhere.</summary>
        public FolderWatch? Metadata { get; set; }

        /// <summary>Gets or sets the time of the last change at the last check; -1 to check again soon.</summary>
        public long Time { get; set; } = -1;

        /// <summary>Gets or sets the time of the last report of a change in a member, as a FILETIME.</summary>
        public long Told { get; set; }

        public bool IsRemoved { get; set; }

        /// <summary>Gets or sets a value indicating whether the watch of a folder above reports changes in this one (on Windows).</summary>
        public bool IsCovered { get; set; }

        public Node? Find(string name) => _children?.GetValueOrDefault(name);

        public Node GetOrAdd(string name)
        {
            _children ??= new(StringComparer.Ordinal);
            if (!_children.TryGetValue(name, out Node? child))
                _children.Add(name, child = new Node(Root, this, name));
            return child;
        }

        public void Remove(Node child) => _children!.Remove(child.Name);

        public string[] GetNames()
        {
            int count = 0;
            for (Node node = this; node.Parent is not null; node = node.Parent)
                count++;
            string[] names = new string[count];
            for (Node node = this; node.Parent is not null; node = node.Parent)
                names[--count] = node.Name;
            return names;
        }
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
    public new bool TryOpen(string path, nint port) => base.TryOpen(NtPath.ToLongWin32(NtPath.From(path)), port);

    /// <summary>Passes on a packet's changes.</summary>
    public void Parse(uint bytes, Action<string, ChangeKind> action) =>
        Parse(bytes, (string name, uint kind) => action(name, (ChangeKind)kind));
}

/// <summary>The time at which a folder's list of names last changed.</summary>
internal static class FolderTime
{
    /// <summary>Returns the time as a FILETIME, or 0 if the folder doesn't exist.</summary>
    /// <remarks>
    /// The change time, which no program sets back (an unpacker sets the last write time), or the last write time if the file system has no
    /// change time.
    /// </remarks>
    public static long Get(string path) => Get(NtPath.From(path), out _);

    /// <inheritdoc cref="Get(string)"/>
    /// <param name="path">The path, in NT form.</param>
    /// <param name="isLink">True if the path may lead to another tree of folders.</param>
    public static long Get(ReadOnlySpan<char> path, out bool isLink) =>
        FolderState.TryGetTimes(path, out long lastWrite, out long change, out isLink) ? Math.Max(lastWrite, change) : 0;

    /// <summary>Returns the time of the last change of a mod's metadata file, or 0 if it had none.</summary>
    public static long OfMetadata(LiveRoot root) => root.Mod?.Metadata.File is { } file ? Get(file) : 0;

    /// <summary>Returns the time of the latest change of a mods folder's names, its <c>order.txt</c> or its <c>prefer.txt</c>.</summary>
    public static long OfOrder(string mods) => Math.Max(Get(mods),
        Math.Max(Get(Path.Join(mods, OrderFile.Name)), Get(Path.Join(mods, PreferenceFile.Name))));
}
