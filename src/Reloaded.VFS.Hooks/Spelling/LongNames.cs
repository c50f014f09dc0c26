using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>The long names that replace 8.3 names: those in the game's folder first, then those in the mods' folders over it.</summary>
/// <remarks>Only for paths with a name of that form that led nowhere; asks the disk, and allocates.</remarks>
internal static class LongNames
{
    /// <summary>Returns the path with long names; null if nothing was replaced.</summary>
    /// <param name="path">A canonical path.</param>
    /// <param name="files">The layers, for the folders that mods have.</param>
    /// <param name="snapshot">The snapshot, kept alive by the caller.</param>
    /// <param name="disk">The disk, for the names on it.</param>
    public static string? Expand(ReadOnlySpan<char> path, VirtualFileSystem files, Snapshot snapshot, IDisk disk)
    {
        string result = "";
        bool replaced = false;
        foreach (Range range in path.Split('\\'))
        {
            ReadOnlySpan<char> name = path[range];
            string? real = result.Length > 0 && ShortName.MayBe(name) ? Find(result, name, files, snapshot, disk) : null;
            replaced |= real is not null;
            result = result.Length == 0 ? name.ToString() : string.Concat(result, @"\", real ?? name);
        }

        return replaced ? result : null;
    }

    // A name that is found as it is, in any letter case, is a long one: the letters that the game gives it stay.
    private static string? Find(string folder, ReadOnlySpan<char> name, VirtualFileSystem files, Snapshot snapshot, IDisk disk)
    {
        if (disk.FindName(string.Concat(NtPath.Prefix, folder, @"\"), name) is { } own)
            return CaseFolding.Equals(own, name) ? null : own;
        if (!files.TryGetPathId(folder, out int id) || !snapshot.TryGetFolder(id, out FolderView view))
            return null;
        foreach (FolderSource source in view.Sources)
        {
            // A name that the mod has but the game doesn't see isn't meant.
            if (disk.FindName(source.Text, name) is { } found && view.TryFind(found, out EntryView entry))
                return CaseFolding.Equals(found, name) ? null : entry.Name.ToString();
        }

        return null;
    }
}
