namespace Reloaded.VFS.Mods.Tracking;

/// <summary>What is known to have changed in one folder since changes were last applied.</summary>
internal sealed class PendingFolder(string[] names)
{
    /// <summary>More changed names than this and the folder is listed anew; looking at each would cost more.</summary>
    public const int MostNames = 32;

    /// <summary>The names that lead to it.</summary>
    public string[] Names { get; } = names;

    /// <summary>Names that were added, and nothing else.</summary>
    public HashSet<string> Added { get; } = new(StringComparer.Ordinal);

    /// <summary>Names that came or went: what was in a folder of such a name isn't known any more.</summary>
    public HashSet<string> Touched { get; } = new(StringComparer.Ordinal);

    /// <summary>Names that were changed, with the new one: the snapshot that has it is published with this.</summary>
    public List<(string From, string To)> Renames { get; } = [];

    /// <summary>Whether the folder has to be listed.</summary>
    public bool IsStale { get; set; }

    /// <summary>Whether everything below has to be, too.</summary>
    public bool IsDeepStale { get; set; }

    /// <summary>How often it was looked at, one look after the other, and couldn't be listed.</summary>
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

    /// <summary>Takes in what is known of the same folder from elsewhere.</summary>
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

/// <summary>What a watch says about a name: the values of <c>FILE_ACTION_*</c> (<c>winnt.h</c>).</summary>
internal enum ChangeKind
{
    /// <summary>A name has appeared.</summary>
    Added = 1,

    /// <summary>A name is gone.</summary>
    Removed = 2,

    /// <summary>What it names has changed; the name itself hasn't.</summary>
    Modified = 3,

    /// <summary>A name is gone: something was renamed or moved away.</summary>
    RenamedFrom = 4,

    /// <summary>A name has appeared: something was renamed or moved to it.</summary>
    RenamedTo = 5,
}
