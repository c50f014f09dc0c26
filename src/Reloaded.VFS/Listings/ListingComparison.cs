namespace Reloaded.VFS.Listings;

/// <summary>The comparison of two listings of one folder, in which names may have another order.</summary>
internal static class ListingComparison
{
    /// <summary>Determines whether two listings have the same root, names in the same letter case, and hidden names.</summary>
    public static bool AreEqual(FolderListing one, FolderListing other)
    {
        if (ReferenceEquals(one, other))
            return true;
        if (one.FolderCount != other.FolderCount || one.FileCount != other.FileCount || one.Root != other.Root
            || FindFolders(one, other) is not { } numbers || !AreEqual(one.Hides, other.Hides, numbers))
            return false;
        for (int folder = 0; folder < numbers.Length; folder++)
        {
            if (!HaveSameFiles(one, folder, other, numbers[folder]))
                return false;
        }

        return true;
    }

    /// <summary>Returns the other listing's number of each folder, or null if it doesn't have one of them.</summary>
    private static int[]? FindFolders(FolderListing one, FolderListing other)
    {
        var numbers = new int[one.FolderCount];
        Dictionary<(int Parent, string Name), int>? byName = null;
        for (int folder = 1; folder < numbers.Length; folder++)
        {
            int parent = numbers[one.GetParent(folder)];
            // Mostly the order is the same.
            if (other.GetParent(folder) == parent && AreEqual(one.GetFolderText(folder), other.GetFolderText(folder)))
            {
                numbers[folder] = folder;
                continue;
            }

            byName ??= IndexFolders(other);
            if (!byName.TryGetValue((parent, one.GetFolderName(folder)), out numbers[folder]))
                return null;
        }

        return numbers;
    }

    private static Dictionary<(int Parent, string Name), int> IndexFolders(FolderListing listing)
    {
        var folders = new Dictionary<(int Parent, string Name), int>(listing.FolderCount);
        for (int folder = 1; folder < listing.FolderCount; folder++)
            folders[(listing.GetParent(folder), listing.GetFolderName(folder))] = folder;
        return folders;
    }

    private static bool HaveSameFiles(FolderListing one, int folder, FolderListing other, int otherFolder)
    {
        (int first, int count) = one.GetFiles(folder);
        (int otherFirst, int otherCount) = other.GetFiles(otherFolder);
        if (count != otherCount)
            return false;
        int same = 0;
        while (same < count && AreEqual(one.GetFileText(first + same), other.GetFileText(otherFirst + same)))
            same++;
        if (same == count)
            return true;
        var names = new HashSet<string>(count - same, StringComparer.Ordinal);
        for (int i = same; i < count; i++)
            names.Add(one.GetFileName(first + i));
        for (int i = same; i < count; i++)
        {
            if (!names.Remove(other.GetFileName(otherFirst + i)))
                return false;
        }

        return true;
    }

    private static bool AreEqual(PackedText one, PackedText other) => one.IsWide == other.IsWide && one.Bytes.SequenceEqual(other.Bytes);

    private static bool AreEqual(ListedHides one, ListedHides other, int[] numbers) =>
        one.HasExcludes == other.HasExcludes
        && AreEqual(one.Names, other.Names, numbers) && AreEqual(one.LeftOut, other.LeftOut, numbers)
        && new HashSet<string>(one.Paths).SetEquals(other.Paths)
        && Texts(one.Patterns).SetEquals(Texts(other.Patterns));

    private static bool AreEqual(IReadOnlyList<HiddenName> one, IReadOnlyList<HiddenName> other, int[] numbers) =>
        (one.Count == 0 && other.Count == 0)
        || one.Select(name => name with { Folder = numbers[name.Folder] }).ToHashSet().SetEquals(other);

    private static HashSet<string> Texts(IReadOnlyList<PathPattern> patterns) => [.. patterns.Select(pattern => pattern.Text)];
}
