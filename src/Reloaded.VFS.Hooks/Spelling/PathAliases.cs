namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>Two canonical paths that lead to one folder.</summary>
/// <param name="Alias">The other spelling.</param>
/// <param name="Canonical">The target's own spelling, or that of a folder above it (<c>C:</c>).</param>
internal readonly record struct FolderAlias(string Alias, string Canonical);

/// <summary>A source of other spellings of a folder.</summary>
internal interface IAliasSource
{
    /// <summary>Returns the spellings of <paramref name="target"/>, or of folders above it; some may occur twice.</summary>
    IReadOnlyList<FolderAlias> Find(string target);

    /// <summary>
    /// Gets the beginnings of spellings that programs hardly use and the system is slow to return (a volume's GUID: Wine asks another
    /// process).
    /// </summary>
    IReadOnlyList<string> RareBeginnings { get; }

    /// <summary>
    /// Returns the spellings with such a beginning, for the first name that begins so. Several threads may call it at once, inside calls of
    /// the game.
    /// </summary>
    IReadOnlyList<FolderAlias> FindRare(string target);

    /// <summary>Determines whether two canonical paths lead to one folder.</summary>
    bool IsSame(string left, string right);
}

/// <summary>
/// The spellings of the targets' folders that aren't the targets' own. Look-ups are safe from any thread: lists are replaced as a whole.
/// </summary>
/// <remarks>The spellings, except for the rare ones, are found once for each new target; a call pays only if its spelling failed.</remarks>
/// <param name="source">The source of the spellings.</param>
internal sealed class PathAliases(IAliasSource source)
{
    /// <summary>The maximum number of spellings of one target that differ in several names. Each name has at most two.</summary>
    private const int MostMixed = 64;

    // By target, as short as possible; the host calls under its lock.
    private readonly Dictionary<string, FolderAlias[]> _byTarget = new(StringComparer.OrdinalIgnoreCase);
    private readonly string[] _rareBeginnings = [.. source.RareBeginnings];
    private volatile Known _known = new([], []);

    /// <summary>Finds the other spellings of targets that weren't targets before. Only one thread may call it at a time.</summary>
    /// <param name="targets">All targets, canonical.</param>
    /// <returns>All spellings, those of the targets themselves first, for the gates' filter.</returns>
    public IReadOnlyList<string> Update(IReadOnlyCollection<string> targets)
    {
        var spellings = new List<string>(targets);
        var rewrites = new List<FolderAlias>();
        foreach (string target in targets)
        {
            if (!_byTarget.TryGetValue(target, out FolderAlias[]? found))
            {
                var seen = new HashSet<string>(targets, StringComparer.OrdinalIgnoreCase);
                var others = new List<FolderAlias>();
                foreach (FolderAlias spelling in source.Find(target))
                {
                    if (seen.Add(Of(target, spelling)))
                        others.Add(Shorten(spelling));
                }

                _byTarget.Add(target, found = [.. others]);
            }

            foreach (FolderAlias spelling in found)
            {
                rewrites.Add(spelling);
                if (!IsOfOneName(spelling))
                    spellings.Add(Of(target, spelling));
            }

            spellings.AddRange(Mixed(target, found));
        }

        _known = new Known([.. rewrites.Distinct()], [.. targets]);
        return spellings;
    }

    /// <summary>Gets the beginnings of rare spellings, for the gates' filter.</summary>
    public IReadOnlyList<string> RareBeginnings => _rareBeginnings;

    /// <summary>Determines whether a canonical path is a target. No lock, no allocation.</summary>
    public bool IsTarget(ReadOnlySpan<char> path)
    {
        foreach (string target in _known.Targets)
        {
            if (CaseFolding.Equals(path, target))
                return true;
        }

        return false;
    }

    /// <summary>
    /// Finds the spelling that a canonical path begins with. No lock; no allocation, except for the first path with a rare beginning.
    /// </summary>
    /// <param name="aliasLength">The length of the part of the path that the target's own spelling replaces.</param>
    /// <param name="canonical">The target's own spelling.</param>
    public bool TryFind(ReadOnlySpan<char> path, out int aliasLength, out string canonical)
    {
        Known known = _known;
        return TryFindIn(HasDrive(path) ? known.OfDrives : known.Others, path, out aliasLength, out canonical)
            || (IsRare(path) && TryFindIn(known.Rare ??= FindRare(known.Targets), path, out aliasLength, out canonical));
    }

    private static bool TryFindIn(FolderAlias[] rewrites, ReadOnlySpan<char> path, out int aliasLength, out string canonical)
    {
        foreach ((string alias, string own) in rewrites)
        {
            if (VirtualPath.IsSameOrBelow(path, alias))
            {
                (aliasLength, canonical) = (alias.Length, own);
                return true;
            }
        }

        (aliasLength, canonical) = (0, "");
        return false;
    }

    private bool IsRare(ReadOnlySpan<char> path)
    {
        // A drive's letter isn't a rare beginning.
        if (HasDrive(path))
            return false;
        // The loop over an array: one over a list allocates.
        foreach (string beginning in _rareBeginnings)
        {
            if (path.Length >= beginning.Length && CaseFolding.Equals(path[..beginning.Length], beginning))
                return true;
        }

        return false;
    }

    private static bool HasDrive(ReadOnlySpan<char> path) => path.Length > 1 && path[1] == ':';

    private FolderAlias[] FindRare(string[] targets) =>
    [
        .. targets.SelectMany(target => source.FindRare(target)
            .Where(spelling => !targets.Contains(Of(target, spelling), StringComparer.OrdinalIgnoreCase))).Distinct(),
    ];

    /// <summary>
    /// Returns the target with any of its names in another spelling. The innermost name is replaced first, so that the names above it are
    /// those of the spelling.
    /// </summary>
    private static List<string> Mixed(string target, IEnumerable<FolderAlias> found)
    {
        List<string> mixed = [target];
        foreach (FolderAlias name in found.Where(IsOfOneName).OrderByDescending(name => name.Canonical.Length))
        {
            mixed.AddRange(mixed.Where(path => mixed.Count < MostMixed && VirtualPath.IsSameOrBelow(path, name.Canonical))
                .Select(path => Of(path, name)).ToArray());
        }

        return mixed[1..];
    }

    /// <summary>Determines whether a spelling differs only in its last name, below the same folder.</summary>
    private static bool IsOfOneName(FolderAlias spelling) =>
        spelling.Canonical.Contains('\\')
            && CaseFolding.Equals(VirtualPath.GetParent(spelling.Alias), VirtualPath.GetParent(spelling.Canonical));

    /// <summary>Returns the whole target in another spelling.</summary>
    private static string Of(string target, FolderAlias spelling) =>
        string.Concat(spelling.Alias, target.AsSpan(spelling.Canonical.Length));

    /// <summary>Removes the names at the end that both paths share, as far as the folders above them are the same, too.</summary>
    private FolderAlias Shorten(FolderAlias spelling)
    {
        while (true)
        {
            (string alias, string canonical) = spelling;
            ReadOnlySpan<char> above = VirtualPath.GetParent(alias), own = VirtualPath.GetParent(canonical);
            if (above.IsEmpty || own.IsEmpty || !CaseFolding.Equals(VirtualPath.GetName(alias), VirtualPath.GetName(canonical))
                || !source.IsSame(above.ToString(), own.ToString()))
                return spelling;
            spelling = new FolderAlias(above.ToString(), own.ToString());
        }
    }

    /// <summary>The spellings of one set of targets.</summary>
    private sealed class Known(FolderAlias[] rewrites, string[] targets)
    {
        // Two threads that search at once find the same spellings.
        private volatile FolderAlias[]? _rare;

        // Both a path and a spelling that it begins with have a drive's letter, or neither has: only these texts are read.
        public FolderAlias[] OfDrives { get; } = [.. rewrites.Where(rewrite => HasDrive(rewrite.Alias))];

        public FolderAlias[] Others { get; } = [.. rewrites.Where(rewrite => !HasDrive(rewrite.Alias))];

        public string[] Targets => targets;

        public FolderAlias[]? Rare
        {
            get => _rare;
            set => _rare = value;
        }
    }
}
