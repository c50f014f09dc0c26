namespace Reloaded.VFS.Mods.Tracking;

/// <summary>The changes known in one folder since changes were last applied.</summary>
internal sealed class PendingFolder(string[] names)
{
    /// <summary>
    /// The maximum number of added names. If there are more, the folder is listed again, because looking at each would cost more.
    /// </summary>
    public const int MostNames = 32;

    /// <summary>Gets the names that lead to the folder.</summary>
    public string[] Names { get; } = names;

    /// <summary>Gets the names that were only added.</summary>
    public HashSet<string> Added { get; } = new(StringComparer.Ordinal);

    /// <summary>Gets the names that appeared or disappeared. The content of a folder of such a name is no longer known.</summary>
    public HashSet<string> Touched { get; } = new(StringComparer.Ordinal);

    /// <summary>
    /// Gets the renames, each with the old and the new name. They are published with the snapshot that contains the new name.
    /// </summary>
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
