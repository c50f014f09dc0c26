using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>The names in one folder, ignoring case, with files and folders told apart. Not thread-safe.</summary>
internal sealed class NameSet
{
    private readonly Dictionary<string, bool> _names = new(NameComparer.Instance);

    public int Count => _names.Count;

    /// <summary>Gets all names, each with a value indicating whether it is a folder's.</summary>
    public IEnumerable<KeyValuePair<string, bool>> All => _names;

    public IEnumerable<string> Folders => Select((_, isFolder) => isFolder);

    /// <summary>Returns the names in a real folder, or none if it can't be read.</summary>
    public static NameSet Read(string folder)
    {
        var set = new NameSet();
        FolderReader.TryRead(folder, (name, isFolder, _) => set._names[name.ToString()] = isFolder);
        return set;
    }

    /// <summary>Returns the names in a folder of a listing.</summary>
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

    /// <summary>Returns the number of the only subfolder of a folder in a listing, or 0 if it has none or several.</summary>
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

    /// <summary>Returns the number of names of the same kind that both sets have.</summary>
    public int CountCommon(NameSet other) => _names.Count(n => other.Has(n.Key, n.Value));

    /// <summary>
    /// Returns the first name, in order, of the same kind that both sets have, as this set spells it, or null if there is none.
    /// </summary>
    public string? FirstCommon(NameSet other) => Select(other.Has).Min(NameComparer.Instance);

    private IEnumerable<string> Select(Func<string, bool, bool> isMeant)
    {
        foreach ((string name, bool isFolder) in _names)
        {
            if (isMeant(name, isFolder))
                yield return name;
        }
    }

    private bool Has(string name, bool isFolder) => _names.TryGetValue(name, out bool kind) && kind == isFolder;
}
