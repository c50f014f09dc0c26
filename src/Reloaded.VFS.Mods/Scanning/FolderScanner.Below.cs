using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Reading;

namespace Reloaded.VFS.Mods.Scanning;

/// <content>
/// Scans one folder of a mod again, by the rules that a scan of the whole mod would apply to it, and takes over what is cached of unchanged
/// folders. A folder that was found is a <see cref="Node"/>.
/// </content>
internal sealed partial class FolderScanner
{
    // The folder with which a partial scan begins, or null for a whole one.
    private Node? _start;
    private Func<string, bool>? _isKnown;
    private bool _notesBusy;
    private readonly List<string[]> _busy = [];

    /// <summary>Scans a mod's folder, and notes folders that are held instead of reporting them. Nothing on disk makes it throw.</summary>
    /// <param name="mod">The mod's name, for messages.</param>
    /// <param name="folder">The mod's folder.</param>
    /// <param name="options">The options that say what to leave out.</param>
    public static FolderScan ScanUnheld(string mod, string folder, ScanOptions options) =>
        Run(mod, folder, () => new FolderScanner(mod, folder, options) { _notesBusy = true });

    /// <summary>Scans one folder. Nothing on disk makes it throw.</summary>
    /// <remarks>
    /// Folder 0 of the listing is that folder. Its subfolders that are known are listed without their content, the others with everything.
    /// </remarks>
    /// <param name="mod">The mod's name, for messages.</param>
    /// <param name="folder">The mod's folder.</param>
    /// <param name="relative">The names, as on disk, that lead to the folder to scan; none for the mod's folder itself.</param>
    /// <param name="options">The options that say what to leave out. A folder that is itself left out must not be requested.</param>
    /// <param name="isKnown">Determines whether a direct subfolder needn't be scanned.</param>
    public static FolderScan ScanBelow(string mod, string folder, IReadOnlyList<string> relative, ScanOptions options,
        Func<string, bool> isKnown) => Run(mod, folder, () =>
        {
            var scanner = new FolderScanner(mod, folder, options) { _isKnown = isKnown, _notesBusy = true };
            scanner._start = scanner.NodeOf(relative);
            return scanner;
        });

    /// <summary>Adds a folder that is there but whose content will be known only later.</summary>
    private void AddBusy(Node node)
    {
        _busy.Add(NamesOf(node));
        if (!node.IsExcluded)
            Enter(node);
    }

    private static string[] NamesOf(Node node)
    {
        var names = new Stack<string>();
        for (Node at = node; at.Parent is not null; at = at.Parent)
            names.Push(at.Name);
        return [.. names];
    }

    private Node NodeOf(IReadOnlyList<string> relative)
    {
        Node node = _root;
        foreach (string name in relative)
        {
            string path = Path.Join(node.Path, name);
            // Circles are found by the links on the way and by the names above.
            string? target = _options.SeesLinks && new DirectoryInfo(path).LinkTarget is not null ? FolderLinks.Resolve(path) : null;
            node.Fingerprint = FolderCircles.Fingerprint(node.Path);
            node = new Node(this, node, name, path, node.RelativeLength + 1 + name.Length)
            {
                IsExcluded = node.IsExcluded || DefaultExcludes.IsExcluded(name, isFolder: true, atRoot: node.Parent is null),
                LinkTarget = target,
                Links = node.Links + (target is null ? 0 : 1),
            };
        }

        node.Id = 0;
        return node;
    }

    private void ReadNames(Node node, FolderContent content)
    {
        if (node.Cached == CachedLayout.None || !_cached!.Confirm(node.Cached, node.Path, node.IsUnmoved))
        {
            content.Complete(_options.Read(node.Path, content.AddListed));
            return;
        }

        node.IsConfirmed = true;
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
        (int first, int count) = _cached.GetEntries(node.Cached);
        for (int entry = first; entry < first + count; entry++)
            content.Add(_cached.GetName(entry, buffer), _cached.IsFolder(entry), isLink: false, _cached.GetFolder(entry));
        content.Complete(null);
    }

    /// <summary>Returns the number of a subfolder among the cached folders.</summary>
    private int FindCached(Node parent, ReadOnlySpan<char> name, FolderContent.Entry item) =>
        parent.IsConfirmed || parent.Cached == CachedLayout.None ? item.Cached : _cached!.FindFolder(parent.Cached, name);

    private sealed class Node(FolderScanner scanner, Node? parent, string name, string path, int relativeLength) : ReadJob
    {
        private FolderContent? _content;

        public Node? Parent => parent;
        public string Name => name;
        public string Path => path;
        public int RelativeLength => relativeLength;

        /// <summary>Gets or sets the folder's number in the listing, which is -1 until something below the folder isn't excluded.</summary>
        public int Id { get; set; } = -1;

        /// <summary>Gets a value indicating whether the folder's content is left out unless a pattern includes it.</summary>
        public bool IsExcluded { get; init; }

        /// <summary>Gets the target, without links, of the link that was followed to get here, or null for a plain folder.</summary>
        public string? LinkTarget { get; init; }

        public int Links { get; init; }

        /// <summary>Gets or sets the fingerprint of the folder's names (<see cref="FolderCircles"/>).</summary>
        public ulong Fingerprint { get; set; }

        /// <summary>Gets the folder's number among the cached ones, or <see cref="CachedLayout.None"/> for none.</summary>
        public int Cached { get; init; } = CachedLayout.None;

        /// <summary>Gets a value indicating whether the parent folder is known to be as it was cached.</summary>
        public bool IsUnmoved { get; init; }

        /// <summary>Gets or sets a value indicating whether the folder itself was found to be as it was cached.</summary>
        public bool IsConfirmed { get; set; }

        /// <summary>Gets the folder's names, between <see cref="Read"/> and <see cref="Release"/>.</summary>
        public FolderContent Content => _content!;

        /// <summary>Releases the names' memory for a folder that is read later.</summary>
        public void Release()
        {
            scanner._contents.Return(Content);
            _content = null;
        }

        protected override int Read()
        {
            FolderContent content = scanner._contents.Rent();
            _content = content;
            scanner.ReadNames(this, content);
            Fingerprint = content.Fingerprint;
            return content.Bytes;
        }
    }
}
