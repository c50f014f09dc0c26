namespace Reloaded.VFS.Listings;

/// <summary>A listing with the files that have appeared since it was made.</summary>
internal static class GrownListing
{
    /// <summary>Makes the listing, in which every folder keeps its number.</summary>
    /// <param name="old">The listing.</param>
    /// <param name="added">The names of the new files, by folder.</param>
    public static FolderListing Create(FolderListing old, ILookup<int, string> added)
    {
        using var builder = new FolderListingBuilder(old.Root);
        Span<char> buffer = stackalloc char[Paths.VirtualPath.MaxNameLength];
        for (int folder = 1; folder < old.FolderCount; folder++)
            builder.AddFolder(old.GetParent(folder), old.GetFolderName(folder, buffer));
        for (int folder = 0; folder < old.FolderCount; folder++)
        {
            (int first, int count) = old.GetFiles(folder);
            for (int file = first; file < first + count; file++)
                builder.AddFile(folder, old.GetFileName(file, buffer));
            foreach (string name in added[folder])
                builder.AddFile(folder, name);
        }

        foreach (HiddenName hidden in old.Hides.Names)
            builder.AddHidden(hidden.Folder, hidden.Name);
        foreach (HiddenName left in old.Hides.LeftOut)
            builder.LeaveOut(left.Folder, left.Name);
        builder.Hide(old.Hides.Paths, old.Hides.Patterns);
        if (old.Hides.HasExcludes)
            builder.SetHasExcludes();
        return builder.Build();
    }
}
