using Reloaded.VFS.Listings;
using Reloaded.VFS.PathRecords;

namespace Reloaded.VFS.Lookup;

/// <summary>
/// One folder of a snapshot, by path id: on 64 bit a cache line, which has all that a look-up or a new file needs.
/// All zero: not part of it.
/// </summary>
internal unsafe struct LookupFolder
{
    // The number of sources, and these.
    private const uint Live = 1u << 31, Target = 1u << 30, Opaque = 1u << 29, Flags = Live | Target | Opaque;

    /// <summary>As the lowest layer cases it; null where that is as the path has it.</summary>
    public char* Name;

    /// <summary>Files added since the tree was built, the latest first.</summary>
    public LookupAppended* Appended;

    /// <summary>A reference to its <see cref="PathRecord"/>.</summary>
    public uint Record;

    public int Parent;

    /// <summary>The folder's run of <see cref="LookupTree.OtherSources"/>: all but the first.</summary>
    public int FirstOtherSource;

    private uint _sources;

    /// <summary>The folder's run of <see cref="LookupTree.Lists"/>.</summary>
    public uint FirstEntry;

    public uint EntryCount;

    /// <summary>The source of the highest priority, where there is one.</summary>
    public LookupSource Source;

    public int SourceCount
    {
        readonly get => (int)(_sources & ~Flags);
        set => _sources = (_sources & Flags) | (uint)value;
    }

    public bool IsLive
    {
        readonly get => (_sources & Live) != 0;
        set => _sources = value ? _sources | Live : _sources & ~Live;
    }

    /// <summary>Whether it's a target or below one.</summary>
    public bool InTarget
    {
        readonly get => (_sources & Target) != 0;
        set => _sources = value ? _sources | Target : _sources & ~Target;
    }

    /// <summary>Whether a layer hides the game's own folder of that name: only what mods have is in it.</summary>
    public bool IsOpaque
    {
        readonly get => (_sources & Opaque) != 0;
        set => _sources = value ? _sources | Opaque : _sources & ~Opaque;
    }
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
    public byte* Names;

    /// <summary>By number in the listing.</summary>
    public FolderListing.FolderRecord* ListedFolders;

    public ListedFile* ListedFiles;

    /// <summary>The real folder in target form, with a trailing separator.</summary>
    public char* Root;

    public int RootLength;

    /// <summary><see cref="Root"/> in the spelling by which the system opens its files fastest; null where that is this one.</summary>
    public char* OpenRoot;

    public int OpenRootLength;

    /// <summary>Characters of the virtual folder that it lies over: what follows in a path is the same below <see cref="Root"/>.</summary>
    public int VirtualLength;

    public int Handle;
}

/// <summary>A real folder over a virtual one.</summary>
internal struct LookupSource
{
    /// <summary>The source's whole path and its files' names, once one of them was asked for (<see cref="SourceTexts"/>).</summary>
    public nint Text;

    /// <summary>The place in <see cref="LookupTree.Layers"/>.</summary>
    public int Layer;

    /// <summary>The place in <see cref="LookupTree.Tails"/>; -1 where it's cased as the virtual path.</summary>
    public int Tail;

    /// <summary>The source's number in the layer's listing.</summary>
    public int ListedFolder;
}
