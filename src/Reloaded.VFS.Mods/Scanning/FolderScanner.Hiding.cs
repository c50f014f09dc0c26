using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Scanning;

/// <content>What a mod hides of lower layers, and what of its own files it leaves out.</content>
internal sealed partial class FolderScanner
{
    private List<PathPattern>? _excludes;

    private List<PathPattern> Excludes => _excludes ??= [.. _metadata.Exclude.Select(pattern => new PathPattern(pattern))];

    /// <summary>Determines whether a name is a marker, or one that the mod leaves out by a marker or a pattern.</summary>
    private bool TryLeaveOut(Node node, ReadOnlySpan<char> name, bool isFolder)
    {
        bool isMarker = !isFolder && HideMarker.IsMarker(name);
        if (!isMarker && !(_options.HasRules && HideMarker.IsOwnHidden(name))
            && (Excludes.Count == 0 || !IsExcluded(RelativePath(node, name).Replace('/', '\\'))))
            return false;
        if (node.IsExcluded || !IsUsable(node, name))
            return true;
        _builder.LeaveOut(Enter(node), name);
        bool isHiding = HideMarker.TryGetName(name, out ReadOnlySpan<char> hidden);
        if (isMarker && isHiding && IsUsable(node, hidden))
            _builder.AddHidden(Enter(node), hidden);
        else if (isMarker && !isHiding)
            Report(Diagnostic.Warning($"'{HideMarker.Ending}' hides nothing: no name precedes it",
                fix: "rename or delete it"), Path.Join(node.Path, name));
        return true;
    }

    private bool IsExcluded(string path)
    {
        foreach (PathPattern pattern in Excludes)
        {
            if (pattern.Matches(path))
                return true;
        }

        return false;
    }

    /// <summary>
    /// Adds the rules of <c>mod.json</c> for the whole mod, unless only a part is listed again, which doesn't change them.
    /// </summary>
    private void AddRules()
    {
        if (_metadata.Exclude.Count > 0)
            _builder.SetHasExcludes();
        if (_start is not null)
            return;
        _diagnostics.AddRange(_metadata.Diagnostics.Select(diagnostic => diagnostic with { Mod = _mod }));
        if (_metadata.Hide.Count == 0)
            return;
        var paths = new HashSet<string>(NameComparer.Instance);
        var patterns = new List<PathPattern>();
        foreach (string text in _metadata.Hide)
        {
            var pattern = new PathPattern(text);
            if (pattern.IsPath(out string path))
            {
                paths.Add(path);
                continue;
            }

            patterns.Add(pattern);
        }

        foreach (string target in _options.Targets)
            paths.UnionWith(HiddenGameFiles.Find(target, patterns, _options.OnlyOfTargets));

        _builder.Hide(paths, patterns);
    }
}
