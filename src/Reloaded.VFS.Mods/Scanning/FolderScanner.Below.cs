using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Scanning;

/// <content>Scans one folder of a mod again, by the rules that a scan of the whole mod would apply to it.</content>
internal sealed partial class FolderScanner
{
    // The folder that a partial scan begins with; null for a whole one.
    private Node? _start;
    private Func<string, bool>? _isKnown;
    private readonly List<string[]> _busy = [];

    /// <summary>
    /// Scans one folder. Folder 0 of the listing is that folder; of its subfolders those that are known are listed without what is in them,
    /// the others with everything. Nothing on disk makes it throw.
    /// </summary>
    /// <param name="mod">The mod's name, for messages.</param>
    /// <param name="folder">The mod's folder.</param>
    /// <param name="relative">The names that lead to the folder to scan, as they are on disk; none for the mod's folder itself.</param>
    /// <param name="options">What to leave out; a folder that is left out itself must not be asked for.</param>
    /// <param name="isKnown">Whether a direct subfolder needn't be scanned.</param>
    public static FolderScan ScanBelow(string mod, string folder, IReadOnlyList<string> relative, ScanOptions options,
        Func<string, bool> isKnown)
    {
        try
        {
            var scanner = new FolderScanner(mod, folder, options) { _isKnown = isKnown };
            scanner._start = scanner.NodeOf(relative);
            return scanner.Run();
        }
        catch (Exception e) when (FolderReader.IsFileSystemError(e))
        {
            return new(null, [Unreadable(mod, folder, e)]);
        }
    }

    /// <summary>The folder is there; what is in it will be known later.</summary>
    private void TakeBusy(Node node)
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
            // Links on the way and the names above are what circles are found by.
            string? target = _options.SeesLinks && new DirectoryInfo(path).LinkTarget is not null ? FolderLinks.Resolve(path) : null;
            node.Fingerprint = FolderCircles.Fingerprint(node.Path);
            node = new Node(this, node, name, path, node.RelativeLength + 1 + name.Length)
            {
                IsExcluded = node.IsExcluded || DefaultExcludes.IsExcludedAnywhere(name),
                LinkTarget = target,
                Links = node.Links + (target is null ? 0 : 1),
            };
        }

        node.Id = 0;
        return node;
    }
}
