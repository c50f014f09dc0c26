using System.Runtime.ExceptionServices;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>
/// Lists everything below a real folder. Links are followed, except those that lead to a folder around them: following these would never
/// end, and .NET's own enumeration does.
/// </summary>
internal static class TreeNames
{
    /// <summary>Returns the paths relative to a folder, a folder before its content.</summary>
    /// <param name="folder">The folder, absolute.</param>
    /// <param name="isWhole">True if a folder that can't be read causes the file system's exception. Otherwise it has no content.</param>
    public static IEnumerable<(string Path, bool IsFolder)> List(string folder, bool isWhole = false)
    {
        var pending = new Stack<(string Relative, FolderWay Way)>();
        if (FolderLinks.Resolve(folder) is { } start)
            pending.Push(("", new FolderWay(start, null)));
        while (pending.TryPop(out (string Relative, FolderWay Way) next))
        {
            var names = new List<(string Name, bool IsFolder, bool IsLink)>();
            Exception? failure = FolderReader.TryRead(Path.Join(folder, next.Relative),
                (name, isFolder, isLink) => names.Add((name.ToString(), isFolder, isLink)));
            if (failure is not null && isWhole)
                ExceptionDispatchInfo.Throw(failure);
            foreach ((string name, bool isFolder, bool isLink) in names)
            {
                string path = Path.Join(next.Relative, name);
                yield return (path, isFolder);
                if (isFolder && next.Way.Enter(name, isLink) is { } way)
                    pending.Push((path, way));
            }
        }
    }
}

/// <summary>The way that has led to a folder. Immutable.</summary>
/// <param name="real">The folder's path, without any link in it.</param>
/// <param name="around">The way to the folder that has the last link, or null if there is no link on the way.</param>
internal sealed class FolderWay(string real, FolderWay? around)
{
    private readonly string _real = real;
    private readonly FolderWay? _around = around;

    /// <summary>Returns the way to a folder in this one, or null if the folder is a link that leads to one on the way, or around it.</summary>
    public FolderWay? Enter(string name, bool isLink)
    {
        if (!isLink)
            return new FolderWay(Path.Join(_real, name), _around);
        if (FolderLinks.Resolve(Path.Join(_real, name)) is not { } target)
            return null;
        for (FolderWay? way = this; way is not null; way = way._around)
        {
            if (FolderLinks.IsInside(way._real, target))
                return null;
        }

        return new FolderWay(target, this);
    }
}

/// <summary>The names in one folder, ignoring case, each a file's or a folder's. Not thread-safe.</summary>
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

    public static NameSet Of(FolderListing listing, int folder)
    {
        var set = new NameSet();
        (int first, int count) = listing.GetFiles(folder);
        for (int i = first; i < first + count; i++)
            set._names[listing.GetFileName(i)] = false;
        for (int i = folder + 1; i < listing.FolderCount; i++)
        {
            if (listing.GetParent(i) == folder)
                set._names[listing.GetFolderName(i)] = true;
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

    /// <summary>Returns the first name, in order, of one kind that both sets have, as this set spells it, or null for none.</summary>
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
