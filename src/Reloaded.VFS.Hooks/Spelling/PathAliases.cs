using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>What knows other spellings of a folder.</summary>
internal interface IAliasSource
{
    /// <summary>The canonical paths that lead to the same folder as <paramref name="target"/>; some may be named twice.</summary>
    IReadOnlyList<string> Find(string target);

    /// <summary>Whether two canonical paths lead to one folder.</summary>
    bool IsSame(string left, string right);
}

/// <summary>
/// The spellings of the targets' folders that aren't the targets' own. They are found once for each target, when it becomes one; a call
/// pays only where its own spelling led nowhere. Look-ups are safe from any thread: lists are replaced whole.
/// </summary>
/// <param name="source">Where the spellings come from.</param>
internal sealed class PathAliases(IAliasSource source)
{
    // By target; the host calls under its lock.
    private readonly Dictionary<string, string[]> _byTarget = new(StringComparer.OrdinalIgnoreCase);
    private volatile (string Alias, string Canonical)[] _rewrites = [];
    private volatile string[] _targets = [];

    /// <summary>Finds the other spellings of targets that weren't targets before. One caller at a time.</summary>
    /// <param name="targets">All targets, canonical.</param>
    /// <returns>All spellings, those of the targets themselves included, for the gates' filter.</returns>
    public IReadOnlyList<string> Update(IReadOnlyCollection<string> targets)
    {
        var spellings = new List<string>(targets);
        var rewrites = new List<(string, string)>();
        foreach (string target in targets)
        {
            if (!_byTarget.TryGetValue(target, out string[]? aliases))
            {
                aliases = [.. source.Find(target).Where(alias => !targets.Contains(alias, StringComparer.OrdinalIgnoreCase))
                    .Distinct(StringComparer.OrdinalIgnoreCase)];
                _byTarget.Add(target, aliases);
            }

            spellings.AddRange(aliases);
            rewrites.AddRange(aliases.Select(alias => Shorten(alias, target)));
        }

        _rewrites = [.. rewrites.Distinct()];
        _targets = [.. targets];
        return spellings;
    }

    /// <summary>Whether a canonical path is a target. No lock, no allocation.</summary>
    public bool IsTarget(ReadOnlySpan<char> path)
    {
        foreach (string target in _targets)
        {
            if (CaseFolding.Equals(path, target))
                return true;
        }

        return false;
    }

    /// <summary>Finds the spelling that a canonical path begins with. No lock, no allocation.</summary>
    /// <param name="path">The path.</param>
    /// <param name="aliasLength">How much of it the target's own spelling replaces.</param>
    /// <param name="canonical">That spelling.</param>
    public bool TryFind(ReadOnlySpan<char> path, out int aliasLength, out string canonical)
    {
        foreach ((string alias, string own) in _rewrites)
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

    /// <summary>Without the names at the end that alias and target share, as far as the folders above them are the same too.</summary>
    private (string Alias, string Canonical) Shorten(string alias, string target)
    {
        while (true)
        {
            ReadOnlySpan<char> above = VirtualPath.GetParent(alias), own = VirtualPath.GetParent(target);
            if (above.IsEmpty || own.IsEmpty || !CaseFolding.Equals(VirtualPath.GetName(alias), VirtualPath.GetName(target))
                || !source.IsSame(above.ToString(), own.ToString()))
                return (alias, target);
            (alias, target) = (above.ToString(), own.ToString());
        }
    }
}
