using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>
/// Which of the game's own files and folders patterns mean now: the names that are hidden have to be known one by one. Each folder is read
/// once, whatever the number of patterns, and only where one of them can mean something; what is in a hidden folder isn't looked at.
/// </summary>
internal static class HiddenGameFiles
{
    private readonly record struct Pending(string Folder, string Path, int Depth, List<(PathPattern Pattern, string[] Leading)> Patterns);

    /// <summary>The relative paths, with backslashes between names.</summary>
    /// <param name="target">The game's folder, a host path.</param>
    /// <param name="patterns">The patterns.</param>
    /// <param name="only">The only folders that are read; null for all.</param>
    public static List<string> Find(string target, IReadOnlyList<PathPattern> patterns, PartialTree? only = null)
    {
        var found = new List<string>();
        if (patterns.Count == 0)
            return found;
        var pending = new Stack<Pending>();
        pending.Push(new Pending(target, "", 0, [.. patterns.Select(pattern => (pattern, pattern.LeadingNames.ToArray()))]));
        while (pending.TryPop(out Pending next))
        {
            FolderReader.TryRead(next.Folder, (name, isFolder, isLink) =>
            {
                if (next.Depth == 0 && NameComparer.Instance.Equals(name, VfsConfiguration.FolderName))
                    return;
                string path = string.Concat(next.Path, name);
                foreach ((PathPattern pattern, _) in next.Patterns)
                {
                    if (!pattern.Matches(path))
                        continue;
                    found.Add(path);
                    return;
                }

                if (!isFolder || isLink || only?.Has(path) == false)
                    return;
                var below = new List<(PathPattern Pattern, string[] Leading)>();
                foreach ((PathPattern Pattern, string[] Leading) one in next.Patterns)
                {
                    if (next.Depth >= one.Leading.Length || CaseFolding.Equals(one.Leading[next.Depth], name))
                        below.Add(one);
                }

                if (below.Count > 0)
                    pending.Push(new Pending(Path.Join(next.Folder, name), path + '\\', next.Depth + 1, below));
            });
        }

        return found;
    }
}
