namespace Reloaded.VFS.Trees;

/// <summary>One folder of a snapshot, by path id. All zero: not part of it.</summary>
internal unsafe struct LookupFolder
{
    /// <summary>As the lowest layer cases it; null where that is as the path has it.</summary>
    public char* Name;

    /// <summary>Files added since the tree was built, the latest first.</summary>
    public LookupAppended* Appended;

    /// <summary>A reference to its <see cref="PathRecord"/>.</summary>
    public uint Record;

    public int Parent;

    /// <summary>Its run of <see cref="LookupTree.Sources"/>, highest priority first.</summary>
    public int FirstSource;

    public int SourceCount;

    /// <summary>Its run of <see cref="LookupTree.Lists"/>.</summary>
    public uint FirstEntry;

    public uint EntryCount;

    public bool IsLive;

    /// <summary>Whether it's a target or below one.</summary>
    public bool InTarget;
}

/// <summary>A file added while readers use the tree. Never changes once they can see it.</summary>
internal unsafe struct LookupAppended
{
    public LookupAppended* Next;
    public LookupEntry Entry;

    /// <summary>How many there are from this one on.</summary>
    public int Count;
}

/// <summary>A layer with a listing.</summary>
internal unsafe struct LookupLayer
{
    /// <summary>What the name offsets of its entries count from.</summary>
    public char* Names;

    /// <summary>The real folder in target form, with a trailing separator.</summary>
    public char* Root;

    public int RootLength;

    /// <summary>Characters of the virtual folder that it lies over: what follows in a path is the same below <see cref="Root"/>.</summary>
    public int VirtualLength;

    public int Handle;
}

/// <summary>A real folder over a virtual one.</summary>
internal struct LookupSource
{
    /// <summary>Its whole path, once somebody has asked for it (<see cref="SourceTexts"/>).</summary>
    public nint Text;

    /// <summary>The place in <see cref="LookupTree.Layers"/>.</summary>
    public int Layer;

    /// <summary>The place in <see cref="LookupTree.Tails"/>; -1 where it's cased as the virtual path.</summary>
    public int Tail;
}

/// <summary>What all targets of one drive or of the network have in common; a path that doesn't fit it is none of ours.</summary>
internal unsafe struct LookupPrefix
{
    public char* Text;
    public int Length;
}
