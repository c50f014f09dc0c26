using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>
/// Which of the game's own files and folders a pattern means now: the names that are hidden have to be known one by one. Reads only folders
/// in which the pattern can mean something; what is in a hidden folder isn't looked at.
/// </summary>
internal static class HiddenGameFiles
{
    /// <summary>The relative paths, with backslashes between names.</summary>
    /// <param name="target">The game's folder, a host path.</param>
    /// <param name="pattern">The pattern.</param>
    /// <param name="only">The only folders that are read; null for all.</param>
    public static List<string> Find(string target, PathPattern pattern, PartialTree? only = null)
    {
        var found = new List<string>();
        string[] leading = [.. pattern.LeadingNames];
        var pending = new Stack<(string Folder, string Path, int Depth)>();
        pending.Push((target, "", 0));
        while (pending.TryPop(out (string Folder, string Path, int Depth) next))
        {
            FolderReader.TryRead(next.Folder, (name, isFolder, isLink) =>
            {
                if (next.Depth == 0 && NameComparer.Instance.Equals(name.ToString(), VfsConfiguration.FolderName))
                    return;
                string path = string.Concat(next.Path, name);
                if (pattern.Matches(path))
                    found.Add(path);
                else if (isFolder && !isLink && (next.Depth >= leading.Length || CaseFolding.Equals(leading[next.Depth], name))
                    && only?.Has(path) != false)
                    pending.Push((Path.Join(next.Folder, name), path + '\\', next.Depth + 1));
            });
        }

        return found;
    }
}
