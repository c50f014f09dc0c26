namespace Reloaded.VFS.Lookup;

/// <summary>
/// One folder of a snapshot, by path id. On 64 bit it is one cache line with everything that a look-up or an appended file needs. A folder
/// that isn't part of the snapshot is all zero.
/// </summary>
internal unsafe struct LookupFolder
{
    // The bits of _sources above the number of sources.
    private const uint Live = 1u << 31, Target = 1u << 30, Opaque = 1u << 29, Flags = Live | Target | Opaque;

    /// <summary>The name in the lowest layer's letter case; null if it equals that of the path.</summary>
    public char* Name;

    /// <summary>The files appended since the tree was built, newest first.</summary>
    public LookupAppended* Appended;

    /// <summary>A reference to the folder's <see cref="PathRecord"/>.</summary>
    public uint Record;

    public int Parent;

    /// <summary>The start of the folder's run in <see cref="LookupTree.OtherSources"/>: all sources but the first.</summary>
    public int FirstOtherSource;

    private uint _sources;

    /// <summary>The start of the folder's run in <see cref="LookupTree.Lists"/>.</summary>
    public uint FirstEntry;

    public uint EntryCount;

    /// <summary>The source of the highest priority; valid only if there is one.</summary>
    public LookupSource Source;

    public int SourceCount
    {
        readonly get => (int)(_sources & ~Flags);
        set => _sources = (_sources & Flags) | (uint)value;
    }

    public bool IsLive { readonly get => (_sources & Live) != 0; set => Set(Live, value); }

    /// <summary>Gets or sets a value indicating whether the folder is a target or below one.</summary>
    public bool InTarget { readonly get => (_sources & Target) != 0; set => Set(Target, value); }

    /// <summary>
    /// Gets or sets a value indicating whether a layer hides the game's own folder of this path, so that only mods' files are in it.
    /// </summary>
    public bool IsOpaque { readonly get => (_sources & Opaque) != 0; set => Set(Opaque, value); }

    private void Set(uint flag, bool value) => _sources = value ? _sources | flag : _sources & ~flag;
}

/// <summary>A file appended while readers use the tree. Immutable once readers can see it.</summary>
internal unsafe struct LookupAppended
{
    public LookupAppended* Next;
    public LookupEntry Entry;

    /// <summary>The number of appended files from this one on.</summary>
    public int Count;
}

internal unsafe struct LookupLayer
{
    /// <summary>The base of its entries' name offsets.</summary>
    public byte* Names;

    /// <summary>The folders, by number in the listing.</summary>
    public FolderListing.FolderRecord* ListedFolders;

    public ListedFile* ListedFiles;

    /// <summary>The real folder in real-path form, with a trailing separator.</summary>
    public char* Root;

    public int RootLength;

    /// <summary><see cref="Root"/> in the spelling that the system opens fastest; null if <see cref="Root"/> is that spelling.</summary>
    public char* OpenRoot;

    public int OpenRootLength;

    /// <summary>The length in characters of the virtual folder: the rest of a path is the same below <see cref="Root"/>.</summary>
    public int VirtualLength;

    public int Handle;

    /// <summary>Makes the data of a layer. The memory belongs to the layer.</summary>
    public static LookupLayer Of(FolderLayer folder, int handle) => new()
    {
        Names = folder.Listing.Names,
        ListedFolders = folder.Listing.Folders,
        ListedFiles = folder.Listing.Files,
        Root = folder.RootText,
        RootLength = folder.RootLength,
        OpenRoot = folder.OpenRootText,
        OpenRootLength = folder.OpenRootLength,
        VirtualLength = folder.VirtualLength,
        Handle = handle,
    };
}

/// <summary>A real folder over a virtual one.</summary>
internal struct LookupSource
{
    /// <summary>The source's whole path and its files' names, once one of them was requested (<see cref="SourceTexts"/>).</summary>
    public nint Text;

    /// <summary>The index into <see cref="LookupTree.Layers"/>.</summary>
    public int Layer;

    /// <summary>The index into <see cref="LookupTree.Tails"/>; -1 if the letter case is that of the virtual path.</summary>
    public int Tail;

    /// <summary>The folder's number in the layer's listing.</summary>
    public int ListedFolder;
}
