using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Mods.Tracking;

/// <summary>Finds new files that can be added to the current listing, reading only their attributes from disk.</summary>
internal static class NewFiles
{
    /// <summary>
    /// Determines whether all names that were added in a listed folder are plain new files or names that mods can't have. If so, the files
    /// are added to <paramref name="files"/> and the folder needn't be listed again.
    /// </summary>
    public static bool TryCollect(LiveRoot root, int number, PendingFolder folder, List<NewFile> files)
    {
        int longest = root.Options.LongestRelative(root.Folder);
        int length = folder.Names.Sum(n => n.Length + 1);
        var found = new List<NewFile>();
        foreach (string name in folder.Added)
        {
            FileAttributes attributes;
            try
            {
                attributes = File.GetAttributes(Path.Join(root.PathOf(folder.Names), name));
            }
            catch (Exception e) when (FolderReader.IsFileSystemError(e))
            {
                return false;
            }

            if ((attributes & FileAttributes.Directory) != 0)
                return false;
            if (root.Listing.Hides.HasExcludes || HideMarker.IsMarker(name) || HideMarker.IsOwnHidden(name))
                return false;
            if (DefaultExcludes.IsExcluded(name, isFolder: false, folder.Names.Length == 0))
            {
                if (!root.Options.Include.IsEmpty)
                    return false;
                continue;
            }

            if (length + name.Length + 1 > longest || ModName.WhyImpossible(name) is not null || name.Contains('\uFFFD'))
                return false;
            ReadOnlySpan<char> listed = ListingSearch.FindFile(root.Listing, number, name);
            if (listed.SequenceEqual(name))
                continue;
            int child = ListingSearch.FindFolder(root.Listing, number, name, out bool hasTwin);
            if (!listed.IsEmpty || child >= 0 || hasTwin)
                return false;
            string? appended = root.Appended.Concat(found.Select(f => (f.Folder, f.Name)))
                .FirstOrDefault(a => a.Folder == number && NameComparer.Instance.Equals(a.Name, name)).Name;
            if (appended == name)
                continue;
            if (appended is not null)
                return false;
            found.Add(new NewFile(root, number, folder.Names, name));
        }

        files.AddRange(found);
        return true;
    }
}
