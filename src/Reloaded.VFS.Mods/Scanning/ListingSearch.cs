namespace Reloaded.VFS.Mods.Scanning;

/// <summary>Finds names in a listing by linear search, which suits single changes but not storms.</summary>
internal static class ListingSearch
{
    /// <summary>Returns the number of a subfolder by its name as on disk, or -1 for none.</summary>
    /// <param name="listing">The listing.</param>
    /// <param name="parent">The number of the folder in which to look.</param>
    /// <param name="name">The name.</param>
    /// <param name="hasTwin">True if there is another subfolder whose name differs only in letter case.</param>
    public static int FindFolder(FolderListing listing, int parent, ReadOnlySpan<char> name, out bool hasTwin)
    {
        int found = -1;
        hasTwin = false;
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
        for (int i = parent + 1; i < listing.FolderCount; i++)
        {
            if (listing.GetParent(i) != parent)
                continue;
            ReadOnlySpan<char> other = listing.GetFolderName(i, buffer);
            if (other.SequenceEqual(name))
                found = i;
            else
                hasTwin |= CaseFolding.Equals(other, name);
        }

        return found;
    }

    /// <summary>Returns the number of the folder that names lead to from the listed folder, or -1 if one isn't there.</summary>
    /// <param name="listing">The listing.</param>
    /// <param name="names">The names.</param>
    /// <param name="hasTwin">True if a folder on the way has another one beside it whose name differs only in letter case.</param>
    public static int Find(FolderListing listing, IReadOnlyList<string> names, out bool hasTwin)
    {
        int folder = 0;
        hasTwin = false;
        foreach (string name in names)
        {
            folder = FindFolder(listing, folder, name, out bool twin);
            hasTwin |= twin;
            if (folder < 0)
                return -1;
        }

        return folder;
    }

    /// <summary>Returns every folder that a path leads to in any letter case. A case-sensitive file system may have several.</summary>
    /// <param name="listing">The listing.</param>
    /// <param name="path">The path, with backslashes between names; empty for the listed folder itself.</param>
    public static List<int> FindFolded(FolderListing listing, ReadOnlySpan<char> path)
    {
        List<int> found = [0];
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
        while (!path.IsEmpty && found.Count > 0)
        {
            ReadOnlySpan<char> name = VirtualPath.GetRoot(path);
            path = path[name.Length..].TrimStart('\\');
            List<int> below = [];
            for (int i = found[0] + 1; i < listing.FolderCount; i++)
            {
                if (found.Contains(listing.GetParent(i)) && CaseFolding.Equals(listing.GetFolderName(i, buffer), name))
                    below.Add(i);
            }

            found = below;
        }

        return found;
    }

    /// <summary>Returns a file's name as listed, found in any letter case, or an empty span if the folder has no such file.</summary>
    public static ReadOnlySpan<char> FindFile(FolderListing listing, int folder, ReadOnlySpan<char> name)
    {
        (int first, int count) = listing.GetFiles(folder);
        for (int i = first; i < first + count; i++)
        {
            if (listing.GetFileText(i).EqualsFolded(name))
                return listing.GetFileName(i);
        }

        return [];
    }

    public static string[] GetNames(FolderListing listing, int folder)
    {
        var names = new Stack<string>();
        for (int i = folder; i > 0; i = listing.GetParent(i))
            names.Push(listing.GetFolderName(i).ToString());
        return [.. names];
    }
}
