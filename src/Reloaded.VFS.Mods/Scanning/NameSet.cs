using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>The names in one folder, files and folders apart, in any letter case. Not thread-safe.</summary>
internal sealed class NameSet
{
    private readonly Dictionary<string, bool> _names = new(NameComparer.Instance);

    public int Count => _names.Count;

    /// <summary>All names; whether each is a folder's.</summary>
    public IEnumerable<KeyValuePair<string, bool>> All => _names;

    public IEnumerable<string> Folders => _names.Where(n => n.Value).Select(n => n.Key);

    /// <summary>The names in a real folder; none where it can't be read.</summary>
    public static NameSet Read(string folder)
    {
        var set = new NameSet();
        FolderReader.TryRead(folder, (name, isFolder, _) => set._names[name.ToString()] = isFolder);
        return set;
    }

    /// <summary>The names in a folder of a listing.</summary>
    public static NameSet Of(FolderListing listing, int folder)
    {
        var set = new NameSet();
        (int first, int count) = listing.GetFiles(folder);
        for (int i = first; i < first + count; i++)
            set._names[listing.GetFileName(i).ToString()] = false;
        for (int i = folder + 1; i < listing.FolderCount; i++)
        {
            if (listing.GetParent(i) == folder)
                set._names[listing.GetFolderName(i).ToString()] = true;
        }

        return set;
    }

    /// <summary>The number of the one folder in a folder of a listing; 0 where it has none or several.</summary>
    public static int SoleFolder(FolderListing listing, int folder)
    {
        int sole = 0;
        for (int i = folder + 1; i < listing.FolderCount; i++)
        {
            if (listing.GetParent(i) != folder)
                continue;
            if (sole != 0)
                return 0;
            sole = i;
        }

        return sole;
    }

    public void Remove(string name) => _names.Remove(name);

    /// <summary>How many names of the same kind both have.</summary>
    public int CountCommon(NameSet other) => _names.Count(n => other.Has(n.Key, n.Value));

    /// <summary>A name of the same kind that both have, the first in order, as this set spells it; null where there is none.</summary>
    public string? FirstCommon(NameSet other) => _names.Where(n => other.Has(n.Key, n.Value)).Select(n => n.Key).Min(NameComparer.Instance);

    private bool Has(string name, bool isFolder) => _names.TryGetValue(name, out bool kind) && kind == isFolder;
}
