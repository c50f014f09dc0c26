namespace Reloaded.VFS.Mods.Tracking;

/// <summary>
/// Creates a root's new listing from the old one: folders that were listed again are replaced, and everything else is kept, with the files
/// that were appended. Nothing is read from disk.
/// </summary>
/// <param name="old">The current listing.</param>
/// <param name="appended">The files that the listing lacks.</param>
internal sealed class ListingPatch(FolderListing old, IReadOnlyList<(int Folder, string Name)> appended)
{
    private readonly Dictionary<int, (FolderListing Scan, ChildFolders Children, HashSet<string> Fresh)> _replaced = [];
    private readonly Dictionary<int, List<string>> _appended = appended.GroupBy(a => a.Folder, a => a.Name)
        .ToDictionary(g => g.Key, g => g.ToList());
    private readonly ChildFolders _children = new(old);

    /// <summary>Gets the folders that only the new listing has, parents first. Filled by <see cref="Build"/>.</summary>
    public List<string[]> Gained { get; } = [];

    /// <summary>Gets the folders that are gone, the outermost of each tree. Filled by <see cref="Build"/>.</summary>
    public List<string[]> Lost { get; } = [];

    /// <summary>Adds a file that has appeared in a folder that wasn't listed again.</summary>
    public void AddFile(int folder, string name)
    {
        if (!_appended.TryGetValue(folder, out List<string>? names))
            _appended.Add(folder, names = []);
        names.Add(name);
    }

    /// <summary>Adds a folder that was listed again.</summary>
    /// <param name="folder">The folder's number in the old listing.</param>
    /// <param name="scan">The new scan, in which folder 0 is that folder. Subfolders that aren't fresh are empty and stay.</param>
    /// <param name="fresh">The names of subfolders that were scanned, whether or not the old listing has them.</param>
    /// <returns>False if the folder is unchanged.</returns>
    public bool Replace(int folder, FolderListing scan, HashSet<string> fresh)
    {
        var children = new ChildFolders(scan);
        if (fresh.Count == 0 && IsSame(folder, scan, children))
            return false;
        _replaced[folder] = (scan, children, fresh);
        return true;
    }

    /// <summary>
    /// Builds the new listing, in the order of a scan: of two folders that differ only in letter case, the first one's files win.
    /// </summary>
    public FolderListing Build()
    {
        using var builder = new FolderListingBuilder(old.Root);
        // What to copy, and the new number of the destination folder. This is a stack because folders may be nested deeply.
        var pending = new Stack<Source>();
        pending.Push(new Source(old, _children, 0, -1));
        while (pending.TryPop(out Source next))
        {
            int to = next.Into < 0 ? 0 : builder.AddFolder(next.Into, next.From.GetFolderName(next.Folder));
            int firstPushed = pending.Count;
            if (ReferenceEquals(next.From, old)
                && _replaced.TryGetValue(next.Folder, out (FolderListing Scan, ChildFolders Children, HashSet<string> Fresh) replaced))
            {
                CopyFiles(replaced.Scan, 0, to, builder);
                PushReplaced(next.Folder, to, replaced.Scan, replaced.Children, replaced.Fresh, pending);
            }
            else
            {
                CopyFiles(next.From, next.Folder, to, builder);
                if (ReferenceEquals(next.From, old))
                {
                    foreach (string name in AppendedTo(next.Folder))
                        builder.AddFile(to, name);
                }

                foreach (int child in next.Children.Of(next.Folder))
                    pending.Push(next with { Folder = child, Into = to });
            }

            Reverse(pending, firstPushed);
        }

        if (old.Hides.HasExcludes)
            builder.SetHasExcludes();
        if (old.Hides.Paths.Count > 0 || old.Hides.Patterns.Count > 0)
            builder.Hide(old.Hides.Paths, old.Hides.Patterns);
        return builder.Build();
    }

    private void PushReplaced(int folder, int to, FolderListing scan, ChildFolders scanned, HashSet<string> fresh, Stack<Source> pending)
    {
        var before = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach (int child in _children.Of(folder))
            before[old.GetFolderName(child)] = child;
        string[] names = ListingSearch.GetNames(old, folder);
        // Those that weren't scanned come first.
        List<(string Name, int Child)> after = [.. scanned.Of(0).Select(child => (scan.GetFolderName(child), child))];
        after.Sort((x, y) => NameComparer.Compare(x.Name, y.Name));
        foreach ((string name, int child) in after)
        {
            bool isKnown = before.Remove(name, out int known);
            if (isKnown && !fresh.Contains(name))
            {
                pending.Push(new Source(old, _children, known, to));
                continue;
            }

            if (isKnown)
                Lost.Add([.. names, name]);
            AddGained(scan, scanned, child, names);
            pending.Push(new Source(scan, scanned, child, to));
        }

        foreach (string name in before.Keys)
            Lost.Add([.. names, name]);
    }

    /// <summary>Reverses the items pushed last, because a stack returns them in reverse.</summary>
    private static void Reverse(Stack<Source> pending, int from)
    {
        if (pending.Count - from < 2)
            return;
        var pushed = new List<Source>();
        while (pending.Count > from)
            pushed.Add(pending.Pop());
        pushed.ForEach(pending.Push);
    }

    private List<string> AppendedTo(int folder) => _appended.GetValueOrDefault(folder, []);

    private static void CopyFiles(FolderListing from, int folder, int to, FolderListingBuilder builder)
    {
        (int first, int count) = from.GetFiles(folder);
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
        for (int i = first; i < first + count; i++)
            builder.AddFile(to, from.GetFileName(i, buffer));
        foreach (string hidden in NamesIn(from.Hides.Names, folder))
            builder.AddHidden(to, hidden);
        foreach (string left in NamesIn(from.Hides.LeftOut, folder))
            builder.LeaveOut(to, left);
    }

    private static IEnumerable<string> NamesIn(IReadOnlyList<HiddenName> names, int folder) =>
        names.Where(n => n.Folder == folder).Select(n => n.Name);

    private void AddGained(FolderListing scan, ChildFolders scanned, int folder, string[] above)
    {
        var pending = new Queue<(int Folder, string[] Above)>();
        pending.Enqueue((folder, above));
        while (pending.TryDequeue(out (int Folder, string[] Above) next))
        {
            string[] names = [.. next.Above, scan.GetFolderName(next.Folder)];
            Gained.Add(names);
            foreach (int child in scanned.Of(next.Folder))
                pending.Enqueue((child, names));
        }
    }

    private bool IsSame(int folder, FolderListing scan, ChildFolders scanned)
    {
        (int first, int count) = old.GetFiles(folder);
        (int scanFirst, int scanCount) = scan.GetFiles(0);
        int appendedCount = AppendedTo(folder).Count;
        if (count + appendedCount != scanCount
            || !NamesIn(old.Hides.Names, folder).ToHashSet().SetEquals(NamesIn(scan.Hides.Names, 0))
            || !NamesIn(old.Hides.LeftOut, folder).ToHashSet().SetEquals(NamesIn(scan.Hides.LeftOut, 0)))
            return false;
        if (appendedCount == 0)
        {
            for (int i = 0; i < count; i++)
            {
                if (old.GetFileName(first + i) != scan.GetFileName(scanFirst + i))
                    return false;
            }
        }
        else
        {
            HashSet<string> names = [.. AppendedTo(folder)];
            for (int i = first; i < first + count; i++)
                names.Add(old.GetFileName(i));
            for (int i = scanFirst; i < scanFirst + scanCount; i++)
            {
                if (!names.Contains(scan.GetFileName(i)))
                    return false;
            }
        }

        return _children.Of(folder).Select(old.GetFolderName).ToHashSet().SetEquals(scanned.Of(0).Select(scan.GetFolderName));
    }

    private readonly record struct Source(FolderListing From, ChildFolders Children, int Folder, int Into);
}

/// <summary>The subfolders of each folder of a listing, which itself knows only parents. Immutable.</summary>
internal sealed class ChildFolders
{
    private readonly int[] _first;
    private readonly int[] _next;

    public ChildFolders(FolderListing listing)
    {
        _first = new int[listing.FolderCount];
        _next = new int[listing.FolderCount];
        Array.Fill(_first, -1);
        Array.Fill(_next, -1);
        for (int i = listing.FolderCount - 1; i > 0; i--)
        {
            int parent = listing.GetParent(i);
            _next[i] = _first[parent];
            _first[parent] = i;
        }
    }

    /// <summary>Returns a folder's subfolders, in the listing's order.</summary>
    public IEnumerable<int> Of(int folder)
    {
        for (int child = _first[folder]; child >= 0; child = _next[child])
            yield return child;
    }
}
