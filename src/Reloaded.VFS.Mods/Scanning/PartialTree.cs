using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>
/// Some folders of a tree, and those that lead to them: all that has to be read for what is in them. Immutable, thread-safe.
/// </summary>
/// <param name="folders">The folders' relative paths, with backslashes between names; empty for the root.</param>
internal sealed class PartialTree(IReadOnlyList<string> folders)
{
    /// <summary>Whether a folder is one of them, or leads to one. Letter case doesn't matter.</summary>
    /// <param name="path">Its relative path, with backslashes.</param>
    public bool Has(ReadOnlySpan<char> path)
    {
        foreach (string folder in folders)
        {
            if (VirtualPath.IsSameOrBelow(folder, path))
                return true;
        }

        return false;
    }
}
