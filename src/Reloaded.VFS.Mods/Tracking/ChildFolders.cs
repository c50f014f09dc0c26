using Reloaded.VFS.Listings;

namespace Reloaded.VFS.Mods.Tracking;

/// <summary>The subfolders of each folder of a listing, which itself knows parents only. Immutable.</summary>
internal sealed class ChildFolders
{
    private readonly int[] _first;
    private readonly int[] _next;

    public ChildFolders(FolderListing listing)
    {
        _first = new int[listing.FolderCount];
        _next = new int[listing.FolderCount];
        Array.Fill(_first, -1);
        Array.Fill(_next, -1);
        for (int i = listing.FolderCount - 1; i > 0; i--)
        {
            int parent = listing.GetParent(i);
            _next[i] = _first[parent];
            _first[parent] = i;
        }
    }

    /// <summary>The first subfolder, in the listing's order; -1 for none.</summary>
    public int First(int folder) => _first[folder];

    /// <summary>The next one beside it; -1 behind the last.</summary>
    public int Next(int folder) => _next[folder];
}
