using System.Buffers;
using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Mods.Reading;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Mods.Caching;

/// <summary>
/// Reads a folder with everything below it, the mods folder or an archive's content, and stores the result in a file for starts that can't
/// see links. Not thread-safe; several processes may write the same cache at a time.
/// </summary>
/// <remarks>
/// Wine shows a link as what it leads to, and what a link leads to may change without the folder that contains the link. A folder that
/// isn't completely clear is cached in such a way that it is never confirmed. A few threads read; the result doesn't depend on them.
/// </remarks>
internal sealed class FolderCacheWriter(IFolderFacts facts, CachedFolders? known, CachedFoldersBuilder builder, DateTime latest,
    ReadThreads threads)
{
    /// <summary>The minimum number of folders. Fewer are read about as quickly as they are confirmed, so nothing is cached of them.</summary>
    public const int FewestFolders = 64;

    private const int MostThreads = 4;

    // A folder that changes twice within a tick of the file system's clock may have the same times but other names.
    private static readonly TimeSpan s_margin = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan s_abandoned = TimeSpan.FromMinutes(10);

    private readonly IFolderFacts _facts = facts;
    private readonly CachedFolders? _known = known;
    private readonly CachedFoldersBuilder _builder = builder;
    private readonly PendingFolders<Step> _pending = new(threads, isStack: false);
    private readonly List<Step> _subfolders = [];
    private readonly long _latest = latest.ToFileTimeUtc();
    private ulong? _volume;
    private string? _root;
    private int _numbers;

    /// <summary>Reads what has changed since last time, and rewrites the file if anything has. Nothing on disk makes it throw.</summary>
    /// <param name="modsFolder">The mods folder, a host path.</param>
    /// <param name="facts">The system.</param>
    /// <param name="fewest">The number of folders below which nothing is cached.</param>
    /// <param name="margin">A folder that has changed within this time is cached as one that isn't clear; null for 2 s.</param>
    /// <param name="threads">The maximum number of threads that read.</param>
    /// <returns>True if the file exists and matches the disk.</returns>
    public static bool Run(string modsFolder, IFolderFacts facts, int fewest = FewestFolders, TimeSpan? margin = null,
        int threads = MostThreads) =>
        CacheFiles.Of(modsFolder) is { } file && Run(modsFolder, file, facts, fewest, margin, threads);

    /// <summary>
    /// Reads what has changed in an archive's content since the last time, and rewrites its file if anything has. Nothing on disk makes it
    /// throw.
    /// </summary>
    /// <param name="content">The content's folder in the cache, a host path.</param>
    /// <param name="facts">The system.</param>
    /// <returns>True if the file exists and matches the disk.</returns>
    public static bool RunContent(string content, IFolderFacts facts) =>
        CacheFiles.OfContent(content) is { } file && Run(content, file, facts, FewestFolders, margin: null, MostThreads);

    private static bool Run(string folder, string file, IFolderFacts facts, int fewest, TimeSpan? margin, int most)
    {
        try
        {
            using CachedFolders? known = CachedFolders.Open(file, facts);
            using var builder = new CachedFoldersBuilder();
            DateTime latest = DateTime.UtcNow - (margin ?? s_margin);
            ReadThreads.ForEach(1, most, (_, threads) => new FolderCacheWriter(facts, known, builder, latest, threads).Walk(folder));
            if (builder.FolderCount < fewest)
            {
                DiskRemoval.DeleteFile(file);
                return false;
            }

            byte[] content = builder.Build();
            if (known is null || !known.IsContent(content))
                Write(file, content);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or OverflowException
            or OutOfMemoryException)
        {
            return false;
        }
    }

    private static void Write(string file, byte[] content)
    {
        // Left by a process that ended while it wrote.
        foreach (string left in Directory.EnumerateFiles(Path.GetDirectoryName(file)!, Path.GetFileName(file) + ".*.tmp"))
        {
            if (DateTime.UtcNow - File.GetLastWriteTimeUtc(left) > s_abandoned)
                DiskRemoval.DeleteFile(left);
        }

        AtomicFile.Write(file, content);
    }

    private void Walk(string folder)
    {
        using PendingFolders<Step> pending = _pending;
        _volume = _facts.IsTrusted(folder) ? _facts.FindVolume(folder) : null;
        _root = _facts.FindReal(folder);
        Enqueue(new Step(this, folder, CachedLayout.None, _known is null ? CachedLayout.None : 0, isUnmoved: false));
        Add();
        while (pending.TryTake(out Step? step))
        {
            int number = _builder.FolderCount;
            if (!step.IsOnVolume)
                _builder.AddFolder(default);
            else if (step.IsConfirmed)
                Copy(step, number);
            else
                Store(step, number);
            Add();
        }
    }

    private int Enqueue(Step step)
    {
        _subfolders.Add(step);
        return _numbers++;
    }

    private void Add()
    {
        _pending.Add(CollectionsMarshal.AsSpan(_subfolders));
        _subfolders.Clear();
    }

    /// <summary>Copies what is cached of a folder that is unchanged.</summary>
    private void Copy(Step step, int number)
    {
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
        _builder.AddFolder(_known!.GetStamp(step.Known));
        (int first, int count) = _known.GetEntries(step.Known);
        for (int entry = first; entry < first + count; entry++)
        {
            ReadOnlySpan<char> name = _known.GetName(entry, buffer);
            int below = _known.GetFolder(entry);
            _builder.AddEntry(name, _known.IsFolder(entry), below < 0
                ? CachedLayout.None
                : Enqueue(new Step(this, Path.Join(step.Path, name), number, below, isUnmoved: true)));
        }
    }

    private void Store(Step step, int number)
    {
        bool isClear = step.IsClear;
        _builder.AddFolder(step.Stamp);
        for (int i = 0; i < step.Names.Count; i++)
        {
            (string name, EntryKind kind) = step.Names[i];
            bool isUsual = PlainName.Is(name) && (i == 0 || !NameComparer.Instance.Equals(name, step.Names[i - 1].Name));
            bool isPlain = isUsual && kind != EntryKind.Other;
            isClear &= isPlain;
            // A folder with a link is never confirmed, but what the link leads to may be, by its number.
            if (isPlain || (isUsual && (number == 0 || step.Parent == 0) && LeadsElsewhere(Path.Join(step.Path, name))))
                _builder.AddEntry(name, kind != EntryKind.File, FindBelow(step, name, kind, number));
            // Wine hides its prefix in the folder that contains it.
            if (step.Parent >= 0 && name == "dosdevices")
                _builder.Doubt(step.Parent);
        }

        if (!isClear)
            _builder.Doubt(number);
    }

    private int FindBelow(Step step, string name, EntryKind kind, int number)
    {
        if (kind == EntryKind.File || DefaultExcludes.IsExcludedAnywhere(name))
            return CachedLayout.None;
        int known = step.Known < 0 ? CachedLayout.None : _known!.FindFolder(step.Known, name);
        return Enqueue(new Step(this, Path.Join(step.Path, name), number, known, isUnmoved: false));
    }

    /// <summary>
    /// Determines whether a link leads to a folder of the same volume that doesn't contain the mods folder. Only such links to whole mods,
    /// and directly in mods, are followed, so that no way leads in a circle.
    /// </summary>
    private bool LeadsElsewhere(string link) => _volume is not null && _facts.FindVolume(link) == _volume && _root is not null
        && _facts.FindReal(link) is { } real && !$"{_root}/".StartsWith(real.TrimEnd('/') + '/', StringComparison.Ordinal);

    private sealed class Step(FolderCacheWriter writer, string path, int parent, int known, bool isUnmoved) : ReadJob
    {
        // The size of a string's header and of its place in the list.
        private const int NameBytes = 40;

        public string Path => path;

        /// <summary>Gets the number of the parent folder, or <see cref="CachedLayout.None"/> for the first folder.</summary>
        public int Parent => parent;

        /// <summary>Gets the folder's number among those that were cached before, or <see cref="CachedLayout.None"/> for none.</summary>
        public int Known => known;

        /// <summary>
        /// Gets a value indicating whether the folder is on the volume of the first folder and no volume is mounted at it.
        /// </summary>
        public bool IsOnVolume { get; private set; }

        /// <summary>Gets a value indicating whether the folder is as it was cached. Otherwise it was listed.</summary>
        public bool IsConfirmed { get; private set; }

        /// <summary>Gets the folder's stamp before it was listed, or an empty one if it can't be determined.</summary>
        public FolderStamp Stamp { get; private set; }

        /// <summary>
        /// Gets a value indicating whether the folder was completely listed, didn't change meanwhile, and hasn't changed just before.
        /// </summary>
        public bool IsClear { get; private set; }

        /// <summary>Gets the folder's names, in order.</summary>
        public IReadOnlyList<(string Name, EntryKind Kind)> Names { get; private set; } = [];

        protected override int Read()
        {
            IFolderFacts facts = writer._facts;
            IsOnVolume = writer._volume is not null && facts.FindVolume(path) == writer._volume;
            IsConfirmed = IsOnVolume && known >= 0 && writer._known!.Confirm(known, path, isUnmoved);
            return IsOnVolume && !IsConfirmed ? List(facts) : 0;
        }

        private int List(IFolderFacts facts)
        {
            FolderStamp? before = facts.Find(path, withId: true);
            List<(string Name, EntryKind Kind)> names = [];
            int bytes = 0;
            bool isWhole = facts.TryList(path, (name, kind) =>
            {
                names.Add((name.ToString(), kind));
                bytes += NameBytes + (name.Length * sizeof(char));
            });
            IsClear = isWhole && before is { } stamp && stamp == facts.Find(path, withId: true)
                && stamp.LastWrite < writer._latest && stamp.Change < writer._latest;
            Stamp = before ?? default;
            names.Sort((x, y) => NameComparer.Instance.Compare(x.Name, y.Name));
            Names = names;
            return bytes;
        }
    }
}

/// <summary>The names that every system lists alike. Others are shown by Wine in a form that Windows allows.</summary>
internal static class PlainName
{
    private static readonly SearchValues<char> s_special =
        SearchValues.Create([.. Enumerable.Range(0, 32).Select(c => (char)c), .. "\"*/:<>?\\|\uFFFD"]);

    /// <summary>Determines whether a name is one of them.</summary>
    public static bool Is(ReadOnlySpan<char> name) =>
        name.Length is > 0 and <= 255 && !name.ContainsAny(s_special) && name[^1] is not ('.' or ' ')
            && !name.ContainsAnyInRange('\uD800', '\uF8FF');
}
