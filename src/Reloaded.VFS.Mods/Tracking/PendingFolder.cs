namespace Reloaded.VFS.Mods.Tracking;

/// <summary>The changes known in one folder since changes were last applied.</summary>
internal sealed class PendingFolder(string[] names)
{
    /// <summary>The maximum number of added names. With more, the folder is listed again, as looking at each would cost more.</summary>
    public const int MostNames = 32;

    public string[] Names { get; } = names;

    /// <summary>Gets the names that were only added.</summary>
    public HashSet<string> Added { get; } = new(StringComparer.Ordinal);

    /// <summary>Gets the names that appeared or disappeared. The content of a folder of such a name is no longer known.</summary>
    public HashSet<string> Touched { get; } = new(StringComparer.Ordinal);

    /// <summary>Gets the renames, each with the old and the new name. They are published with the new name's snapshot.</summary>
    public List<(string From, string To)> Renames { get; } = [];

    /// <summary>Gets or sets a value indicating whether the folder must be listed.</summary>
    public bool IsStale { get; set; }

    /// <summary>Gets or sets a value indicating whether everything below the folder must be listed, too.</summary>
    public bool IsDeepStale { get; set; }

    /// <summary>Gets or sets the number of consecutive attempts in which the folder couldn't be listed.</summary>
    public int BusyLooks { get; set; }

    public void Add(string name, ChangeKind kind)
    {
        Touched.Add(name);
        if (kind == ChangeKind.Added && !IsStale)
            Added.Add(name);
        else if (kind != ChangeKind.Modified)
            IsStale = true;
        IsStale |= Added.Count > MostNames;
    }

    /// <summary>Adds what is known of the same folder from elsewhere.</summary>
    public void Merge(PendingFolder other)
    {
        Added.UnionWith(other.Added);
        Touched.UnionWith(other.Touched);
        Renames.AddRange(other.Renames);
        IsStale |= other.IsStale;
        IsDeepStale |= other.IsDeepStale;
        BusyLooks = Math.Max(BusyLooks, other.BusyLooks);
    }
}

/// <summary>The kinds of change that a watch reports for a name, with the values of <c>FILE_ACTION_*</c> (<c>winnt.h</c>).</summary>
internal enum ChangeKind
{
    /// <summary>A name has appeared.</summary>
    Added = 1,

    /// <summary>A name is gone.</summary>
    Removed = 2,

    /// <summary>The file or folder of the name has changed, but not the name itself.</summary>
    Modified = 3,

    /// <summary>A name is gone because something was renamed or moved away.</summary>
    RenamedFrom = 4,

    /// <summary>A name has appeared because something was renamed or moved to it.</summary>
    RenamedTo = 5,
}

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
