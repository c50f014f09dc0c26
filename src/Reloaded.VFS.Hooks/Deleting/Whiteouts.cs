using System.Diagnostics.CodeAnalysis;

namespace Reloaded.VFS.Hooks.Deleting;

/// <summary>
/// Names that the game itself has deleted or renamed away: they are on disk, and gone for the game. Safe from any thread, without a lock.
/// </summary>
/// <remarks>
/// A whiteout, and its memory, last until the process ends. The whiteout of a mod's file means three things. A file of the game's own or of
/// a lower mod with the name isn't seen. What the game creates anew under the name goes into that mod. A file of a higher mod is seen. If
/// every call that was to delete the file has failed, the whiteout counts only while the file exists. Buckets are immutable chains that
/// grow at their head.
/// </remarks>
internal sealed unsafe partial class Whiteouts
{
    private const int BucketCount = 256;

    private readonly VirtualFileSystem _files;
    private readonly IDisk _disk;
    private readonly Node?[] _buckets = new Node?[BucketCount];
    private volatile bool _any;
    private volatile bool _anyPlace;

    /// <summary>Creates an empty set of whiteouts.</summary>
    public Whiteouts(VirtualFileSystem files, IDisk disk)
    {
        (_files, _disk) = (files, disk);
        Folders = new DeletedFolders(files, disk, Begin, IsThere);
    }

    public DeletedFolders Folders { get; }

    /// <summary>Gets a value indicating whether there is any, of a file or a folder: false forever in most processes.</summary>
    public bool Any => _any;

    /// <summary>Gets or sets the callback before the first whiteout. Called perhaps by several threads, inside calls of the game.</summary>
    public Action? First { get; set; }

    /// <summary>Whites out a name that a mod supplies. A name that is known already keeps its place.</summary>
    /// <param name="name">The name, as the game gave it or sees it.</param>
    /// <param name="found">What the name was: a mod's file.</param>
    /// <param name="letters">The name in the letter case in which the file is seen while it exists; null for that of the layers.</param>
    /// <returns>The whiteout, whose deletion is to be taken back if the call deletes nothing; null if the name isn't a file's.</returns>
    public Node? Add(ReadOnlySpan<char> name, in LookupResult found, string? letters = null)
    {
        Node? node = Add(name, isLasting: false, in found);
        if (letters is not null)
            SetLetters(found.PathId, letters);
        return node;
    }

    /// <summary>Sets the letter case in which a whited-out name is seen if the file of its mod exists.</summary>
    /// <param name="parentId">The folder's stable id.</param>
    /// <param name="letters">The name. Nothing happens if it isn't whited out.</param>
    public void SetLetters(int parentId, string letters)
    {
        if (_any && TryFind(parentId, letters, out _, out Node? node))
            node.Letters = letters;
    }

    /// <summary>Returns the name's whiteout, old or new, with one deletion more; null for a place that was reused, or for no file.</summary>
    private Node? Add(ReadOnlySpan<char> name, bool isLasting, in LookupResult found)
    {
        if (found.Kind != LookupKind.File)
            return null;
        if (TryFind(found.PathId, name, out _, out Node? node) || (node is not null && !isLasting && IsOf(node, in found)))
        {
            node.AddDeletion();
            return node;
        }

        if (isLasting && TryReusePlace(name, in found))
            return null;
        Begin();
        node = new Node(name.ToString(), Copy(found), isLasting);
        Push(node);
        return node;
    }

    private static bool IsOf(Node node, in LookupResult found) =>
        node.Found.Layer == found.Layer && BackingPath.Of(node.Found) == BackingPath.Of(found);

    private static LookupResult Copy(in LookupResult found)
    {
        LookupResult kept = found;
        kept.Origin = null;
        kept.BackingRoot = (char*)Copy(found.BackingRoot, found.BackingRootLength * sizeof(char));
        kept.BackingFolder = (byte*)Copy(found.BackingFolder,
            found.BackingFolderLength * (found.BackingFolderIsWide ? sizeof(char) : sizeof(byte)));
        kept.BackingName = (byte*)Copy(found.BackingName, found.BackingNameLength * (found.BackingNameIsWide ? sizeof(char) : sizeof(byte)));
        return kept;
    }

    private void Push(Node node)
    {
        ref Node? bucket = ref _buckets[Hash(node.Found.PathId, node.Name)];
        do
            node.Next = Volatile.Read(ref bucket);
        while (Interlocked.CompareExchange(ref bucket, node, node.Next) != node.Next);
        _anyPlace |= node.IsLasting;
    }

    /// <summary>
    /// Moves the whiteouts of the names in a folder, and in folders below it, to one of the real folders over it: what the game creates
    /// anew under the names goes there, since a marker hides the other real folders from the next start on.
    /// </summary>
    /// <param name="path">The folder's canonical path. Its own name is whited out, with a place in the same layer.</param>
    /// <param name="source">The real folder, in NT form without a backslash at the end.</param>
    public void MoveInto(ReadOnlySpan<char> path, string source)
    {
        Snapshot snapshot = _files.Snapshot;
        if (!TryGetParent(snapshot, path, out int parentId) || !TryFind(parentId, VirtualPath.GetName(path), out LookupResult own))
            return;
        GC.KeepAlive(snapshot);
        foreach (Node? first in _buckets)
        {
            for (Node? node = first; node is not null; node = node.Next)
            {
                ReadOnlySpan<char> parent = _files.GetPath(node.Found.PathId);
                if (node.IsLasting || node.IsLifted || !node.HasDeletion || !VirtualPath.IsSameOrBelow(parent, path))
                    continue;
                string place = string.Concat(source, parent[path.Length..], @"\", Split(node.Found).Name);
                if (CaseFolding.Equals(place, BackingPath.Of(node.Found)))
                    continue;
                // The name is whited out at any time.
                fixed (char* text = place)
                {
                    LookupResult moved = PlaceAt(node.Found.PathId, text, place.LastIndexOf('\\') + 1, place.Length, own.Layer);
                    Push(new Node(node.Name, Copy(moved), isLasting: false) { Letters = node.Letters });
                }

                node.Lift();
            }
        }
    }

    /// <summary>Whites out a folder that the game has deleted, and its name.</summary>
    /// <param name="path">The folder's canonical path.</param>
    /// <param name="deleted">The deleted folders, as for <see cref="DeletedFolders.Add"/>.</param>
    /// <param name="kept">The kept folders, as for <see cref="DeletedFolders.Add"/>.</param>
    /// <param name="layer">The layer of the first of <paramref name="deleted"/>.</param>
    public void AddFolder(Snapshot snapshot, string path, string[] deleted, string[] kept, int layer)
    {
        LookupResult parent = snapshot.Lookup(VirtualPath.GetParent(path));
        if (parent.Kind != LookupKind.Folder)
            return;
        // What the game creates anew under the name lies in the mod.
        AddPlace(parent.PathId, VirtualPath.GetName(path), deleted[0], layer, isLasting: false);
        Folders.Add(snapshot, path, deleted, kept);
    }

    /// <summary>
    /// Gives a name its place: from now on, the name shows what lies there, or nothing, and what the game creates under the name goes
    /// there.
    /// </summary>
    /// <param name="parentId">The folder in which the name is seen.</param>
    /// <param name="source">The place, in NT form without a backslash at the end.</param>
    /// <param name="layer">The layer of the place.</param>
    /// <param name="isLasting">True if the place counts even if its folder is gone; false for a whiteout.</param>
    public void AddPlace(int parentId, ReadOnlySpan<char> name, string source, int layer, bool isLasting)
    {
        int folder = source.LastIndexOf('\\') + 1;
        fixed (char* text = source)
            Add(name, isLasting, PlaceAt(parentId, text, folder, source.Length, layer));
    }

    private static LookupResult PlaceAt(int parentId, char* source, int folder, int length, int layer) => new()
    {
        Kind = LookupKind.File,
        PathId = parentId,
        BackingRoot = source,
        BackingRootLength = folder,
        BackingName = (byte*)(source + folder),
        BackingNameLength = length - folder,
        BackingNameIsWide = true,
        Layer = layer,
    };

    /// <summary>
    /// Finds what a name was, in any letter case. Returns false also if the mod's folder is gone, and the game hasn't deleted it, or if the
    /// file is gone, and the game hasn't deleted that. The pointers stay valid.
    /// </summary>
    private bool TryFind(int parentId, ReadOnlySpan<char> name, out LookupResult found) => TryFind(parentId, name, out found, out _);

    private bool TryFind(int parentId, ReadOnlySpan<char> name, out LookupResult found, [MaybeNullWhen(false)] out Node node)
    {
        for (node = Volatile.Read(ref _buckets[Hash(parentId, name)]); node is not null; node = node.Next)
        {
            if (node.Found.PathId == parentId && !node.IsLifted && CaseFolding.Equals(node.Name, name))
            {
                found = node.Found;
                if (node.IsLasting)
                    return true;
                if (!node.HasDeletion)
                    return _disk.Exists(BackingPath.Of(found));
                // Without its folder nothing can be created again, unless the game itself has deleted the folder, too.
                string folder = Split(found).Folder;
                return _disk.Exists(folder) || Folders.HasDeleted(folder);
            }
        }

        found = default;
        return false;
    }

    /// <summary>Lifts the place that <see cref="AddPlace"/> gave to a name: other layers' files and the game's are seen again.</summary>
    public void LiftPlace(int parentId, ReadOnlySpan<char> name)
    {
        for (Node? node = Volatile.Read(ref _buckets[Hash(parentId, name)]); node is not null; node = node.Next)
        {
            if (node.IsLasting && node.Found.PathId == parentId && CaseFolding.Equals(node.Name, name))
                node.Lift();
        }
    }

    /// <summary>
    /// Replaces what a whiteout has uncovered, nothing or a lower mod's file, by the whited-out file. The caller opens or creates the file
    /// there.
    /// </summary>
    /// <param name="snapshot">The snapshot that was asked, kept alive by the caller.</param>
    /// <param name="name">The last name of the path.</param>
    /// <param name="found">What mods supply there.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Apply(Snapshot snapshot, ReadOnlySpan<char> name, ref LookupResult found)
    {
        if (found.Kind == LookupKind.Folder)
            Folders.ApplyToRemoved(snapshot, ref found);
        if (found.Kind == LookupKind.Folder && (found.IsBacked || Folders.Any))
            ApplyToFolder(snapshot, name, ref found);
        else if (found.Kind is LookupKind.Miss or LookupKind.File && TryFind(found.PathId, name, out LookupResult whiteout)
            && (found.Kind == LookupKind.Miss
                || (snapshot.TryGetFolder(found.PathId, out FolderView folder)
                    && !HasHigherPriority(snapshot, folder, found.Layer, whiteout.Layer))))
            found = whiteout;
    }

    /// <summary>Applies the whiteout of a folder that the game created and removed again, and that may still be known.</summary>
    private void ApplyToFolder(Snapshot snapshot, ReadOnlySpan<char> name, ref LookupResult found)
    {
        ReadOnlySpan<char> path = _files.GetPath(found.PathId);
        LookupResult parent = snapshot.Lookup(VirtualPath.GetParent(path));
        if (parent.Kind != LookupKind.Folder || !TryFind(parent.PathId, name, out LookupResult whiteout))
            return;
        bool isThere = (found.IsBacked && _disk.Exists(BackingPath.Of(found))) || _disk.IsFolder(NtPath.FromCanonical(path));
        if (Folders.Contains(path) || !isThere)
            found = whiteout;
    }

    /// <summary>Finds the place of a listed entry that is whited out. Returns false if the entry is correct as it is.</summary>
    /// <param name="parent">The listed folder.</param>
    /// <param name="entry">The entry, as mods supply it.</param>
    /// <param name="folder">The real folder, in NT form, with a backslash at the end.</param>
    /// <param name="name">The name in the real folder; the file need not exist.</param>
    /// <param name="letters">The name in the letter case in which the entry is seen; null for its own.</param>
    public bool TryGetPlace(in FolderView parent, in EntryView entry, out string folder, out string name, out string? letters)
    {
        (folder, name, letters) = ("", "", null);
        if (!_any || !TryFind(parent.PathId, entry.Name, out LookupResult whiteout, out Node? node))
            return false;
        bool isRight = entry.IsFolder
            ? !Folders.Contains(string.Concat(parent.Path, @"\", entry.Name))
                && (entry.BackingFolder.IsEmpty || _disk.Exists(string.Concat(entry.BackingFolder, entry.BackingName))
                    || _disk.IsFolder(string.Concat(NtPath.Prefix, parent.Path, @"\", entry.Name)))
            : HasHigherPriority(_files.Snapshot, parent, entry.Layer, whiteout.Layer);
        // What the game has created anew is known in the earlier letter case until its folder is listed again.
        bool isPlaced = node.IsLasting && !entry.IsFolder && entry.Layer == whiteout.Layer && _disk.IsFile(BackingPath.Of(whiteout));
        if (isRight && !isPlaced)
        {
            letters = !entry.IsFolder && entry.Layer == whiteout.Layer ? node.Letters : null;
            return false;
        }

        (folder, name) = Split(whiteout);
        return true;
    }

    /// <summary>
    /// Determines whether what the game sees as an entry of a folder is on disk: the game doesn't see a lower mod's file under a whiteout.
    /// </summary>
    public bool IsThere(in FolderView parent, in EntryView entry) => TryGetPlace(parent, entry, out string folder, out string name, out _)
        ? _disk.Exists(folder + name)
        : _disk.Exists(string.Concat(entry.BackingFolder, entry.BackingName));

    /// <summary>Finds the place of a name that is whited out and that mods don't supply. The disk knows whether the file exists.</summary>
    /// <param name="parentId">The folder's stable id.</param>
    /// <param name="name">The name, in any letter case.</param>
    /// <param name="seen">The name as the game sees it.</param>
    /// <param name="folder">The real folder, in NT form, with a backslash at the end.</param>
    /// <param name="real">The name in the real folder.</param>
    public bool TryGetPlace(int parentId, ReadOnlySpan<char> name, out string seen, out string folder, out string real)
    {
        (seen, folder, real) = ("", "", "");
        if (!_any || !TryFind(parentId, name, out LookupResult whiteout))
            return false;
        (folder, real) = Split(whiteout);
        // A single file that is laid over a name has another name of its own.
        seen = CaseFolding.Equals(real, name) ? real : name.ToString();
        return true;
    }

    /// <summary>Finds the whited-out name of a folder that has a file as its place.</summary>
    /// <param name="parentId">The folder's stable id.</param>
    /// <param name="place">The file, in NT form.</param>
    /// <param name="name">The name as the game saw it.</param>
    /// <param name="found">What the name was: a mod's file. The pointers stay valid.</param>
    public bool TryFindPlace(int parentId, string place, out string name, out LookupResult found)
    {
        foreach (string known in NamesIn(parentId))
        {
            if (TryFind(parentId, known, out found) && CaseFolding.Equals(BackingPath.Of(found), place))
            {
                name = known;
                return true;
            }
        }

        (name, found) = ("", default);
        return false;
    }

    /// <summary>Takes back a deletion of a file that still exists.</summary>
    /// <param name="parentId">The folder's stable id.</param>
    /// <param name="place">The file, in NT form.</param>
    public void TakeDeletionBack(int parentId, string place)
    {
        if (TryFindPlace(parentId, place, out string name, out _) && TryFind(parentId, name, out _, out Node? node))
            node.TakeDeletionBack();
    }

    /// <summary>
    /// Determines whether a name has a place, whatever lies there, or the game itself deleted the name, or renamed it away, and the mod
    /// still exists.
    /// </summary>
    public bool Contains(int parentId, ReadOnlySpan<char> name) => _any && TryFind(parentId, name, out _);

    /// <summary>Returns the names that are whited out in a folder, in no particular order.</summary>
    public List<string> NamesIn(int parentId)
    {
        List<string> names = [];
        foreach (Node? first in _any ? _buckets : [])
        {
            for (Node? node = first; node is not null; node = node.Next)
            {
                if (node.Found.PathId == parentId && !node.IsLifted)
                    names.Add(node.Name);
            }
        }

        return names;
    }

    /// <summary>
    /// Determines whether the game itself deleted a name. A whited-out mod's file counts, even if it exists again. A place counts if
    /// nothing lies there.
    /// </summary>
    public bool IsDeleted(int parentId, ReadOnlySpan<char> name) =>
        _any && TryFind(parentId, name, out _, out Node? node) && (!node.IsLasting || IsEmpty(node));

    /// <summary>Determines whether a name of the game's own is covered by one that it deleted in a mod and hasn't created again.</summary>
    public bool CoversName(int parentId, ReadOnlySpan<char> name) =>
        _any && TryFind(parentId, name, out _, out Node? node) && IsEmpty(node);

    /// <summary>
    /// Determines whether a canonical path of the game's own folder is whited out: a file, a folder, or something in such a folder.
    /// </summary>
    public bool Hides(Snapshot snapshot, ReadOnlySpan<char> path) =>
        Folders.Covers(snapshot, path, out _)
        || (TryGetParent(snapshot, path, out int parentId) && CoversName(parentId, VirtualPath.GetName(path)));

    /// <summary>
    /// Determines whether a canonical path of the game's own folder is whited out, or was until the game created the name anew in a mod:
    /// that covers the game's own, so that it isn't seen in either case.
    /// </summary>
    public bool Outlast(Snapshot snapshot, ReadOnlySpan<char> path) =>
        Folders.Covers(snapshot, path, out _)
        || (TryGetParent(snapshot, path, out int parentId) && Contains(parentId, VirtualPath.GetName(path)));

    /// <summary>
    /// Determines whether a canonical path of the game's own folder is whited out, or was, so that the layers never come to know it. For
    /// reports of changes of the layers.
    /// </summary>
    /// <remarks>A place in the overwrite folder doesn't count: the layers know what lies there, and what a marker there hides.</remarks>
    /// <inheritdoc cref="Outlast"/>
    public bool OutlastsLayers(Snapshot snapshot, ReadOnlySpan<char> path) =>
        Folders.Covers(snapshot, path, out _)
        || (TryGetParent(snapshot, path, out int parentId) && TryFind(parentId, VirtualPath.GetName(path), out _, out Node? node)
            && !node.IsLasting);

    private bool TryGetParent(Snapshot snapshot, ReadOnlySpan<char> path, out int parentId)
    {
        LookupResult parent = _any ? snapshot.Lookup(VirtualPath.GetParent(path)) : default;
        parentId = parent.PathId;
        return _any && parent.Kind == LookupKind.Folder;
    }

    /// <summary>
    /// Determines whether nothing lies at a place. A copy that comes and goes meanwhile has its place lifted before it is removed.
    /// </summary>
    private bool IsEmpty(Node node)
    {
        int lifts = node.Lifts;
        return !_disk.Exists(BackingPath.Of(node.Found)) && !node.IsLifted && node.Lifts == lifts;
    }

    /// <summary>
    /// Determines whether a layer's file is seen beside the whiteout of another layer's: the layer is the same, or a higher one. A mod
    /// whose folder the game has deleted has its rank in a parent folder.
    /// </summary>
    private bool HasHigherPriority(Snapshot snapshot, in FolderView folder, int layer, int whiteout)
    {
        if (layer == whiteout)
            return true;
        FolderView at = folder;
        int rank = -1, other = -1;
        while (rank < 0 || other < 0)
        {
            (rank, other) = (RankOf(at, layer), RankOf(at, whiteout));
            ReadOnlySpan<char> above = VirtualPath.GetParent(at.Path);
            if ((rank < 0 || other < 0) && (above.IsEmpty || !_files.TryGetPathId(above, out int id) || !snapshot.TryGetFolder(id, out at)))
                break;
        }

        // Highest first.
        return rank >= 0 && other >= 0 && rank < other;
    }

    /// <summary>
    /// Determines whether mods supply a name to the game in a snapshot that may be of the past: the whiteout's own layer has the name, or a
    /// higher one.
    /// </summary>
    /// <param name="path">The name's canonical path. There is a whiteout of it (<see cref="Outlast"/>).</param>
    public bool IsSuppliedIn(Snapshot snapshot, ReadOnlySpan<char> path)
    {
        LookupResult found = snapshot.Lookup(path);
        return found.Kind == LookupKind.File
            && (!TryFind(found.PathId, VirtualPath.GetName(path), out LookupResult whiteout)
                || (snapshot.TryGetFolder(found.PathId, out FolderView folder)
                    && HasHigherPriority(snapshot, folder, found.Layer, whiteout.Layer)));
    }

    /// <summary>Reports the first whiteout before it exists.</summary>
    private void Begin()
    {
        if (_any)
            return;
        First?.Invoke();
        _any = true;
    }

    private static int RankOf(in FolderView folder, int layer)
    {
        foreach (FolderSource source in folder.Sources)
        {
            if (source.Layer == layer)
                return source.Rank;
        }

        return -1;
    }

    private static (string Folder, string Name) Split(in LookupResult whiteout)
    {
        string target = BackingPath.Of(whiteout);
        int length = target.Length - whiteout.BackingNameLength;
        return (target[..length], target[length..]);
    }

    private static void* Copy(void* text, int bytes)
    {
        void* copy = NativeMemory.Alloc((nuint)Math.Max(1, bytes));
        NativeMemory.Copy(text, copy, (nuint)bytes);
        return copy;
    }

    private static int Hash(int parentId, ReadOnlySpan<char> name)
    {
        // Both cases of a letter share these bits.
        uint hash = (uint)parentId;
        foreach (char c in name)
            hash = (hash * 31) + (c < 0x80 ? (uint)c & 31 : 0);
        return (int)(hash % BucketCount);
    }

    /// <summary>The whiteout of a name, or its place.</summary>
    internal sealed class Node(string name, LookupResult found, bool isLasting)
    {
        public volatile bool IsLifted;
        private volatile int _lifts;
        private int _deletions = 1;

        /// <summary>The name in the letter case in which it is seen if the file exists; null for that of the layers.</summary>
        public volatile string? Letters;

        public string Name { get; } = name;
        public bool IsLasting { get; } = isLasting;
        public LookupResult Found { get; } = found;
        public Node? Next { get; set; }

        /// <summary>Gets the number of times that the place was lifted.</summary>
        public int Lifts => _lifts;

        /// <summary>Gets a value indicating whether a call has deleted the name, or is about to.</summary>
        public bool HasDeletion => Volatile.Read(ref _deletions) > 0;

        /// <summary>Adds a call that has deleted the name, or is about to.</summary>
        public void AddDeletion() => Interlocked.Increment(ref _deletions);

        /// <summary>Takes back a call that has deleted nothing.</summary>
        public void TakeDeletionBack() => Interlocked.Decrement(ref _deletions);

        /// <summary>Lifts the place. Only one thread at a time for each name.</summary>
        public void Lift()
        {
            IsLifted = true;
            _lifts++;
        }
    }
}
