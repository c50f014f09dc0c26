using Reloaded.VFS.Listings;

namespace Reloaded.VFS.Testing;

/// <summary>Listings made without a disk.</summary>
internal static class TestListings
{
    private const string HideEnding = ".rvfshide";

    /// <summary>
    /// Creates a listing from relative paths with backslashes. A path that ends in a backslash is an empty folder; one that ends in
    /// <c>.rvfshide</c> is a marker.
    /// </summary>
    public static FolderListing Of(params string[] paths)
    {
        using var builder = new FolderListingBuilder(@"D:\source");
        var folders = new Dictionary<string, int> { [""] = 0 };
        foreach (string path in paths)
        {
            int split = path.LastIndexOf('\\');
            int folder = FolderOf(builder, folders, split < 0 ? "" : path[..split]);
            if (path.EndsWith(HideEnding, StringComparison.Ordinal))
                builder.AddHidden(folder, path.AsSpan(split + 1, path.Length - split - 1 - HideEnding.Length));
            else if (split != path.Length - 1)
                builder.AddFile(folder, path.AsSpan(split + 1));
        }

        return builder.Build();
    }

    private static int FolderOf(FolderListingBuilder builder, Dictionary<string, int> folders, string path)
    {
        if (folders.TryGetValue(path, out int known))
            return known;
        int split = path.LastIndexOf('\\');
        int parent = FolderOf(builder, folders, split < 0 ? "" : path[..split]);
        return folders[path] = builder.AddFolder(parent, path.AsSpan(split + 1));
    }
}
