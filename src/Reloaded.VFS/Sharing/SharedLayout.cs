using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Sharing;

/// <summary>A run of items in shared memory. The offset counts from the start of the memory.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct SharedRun
{
    public long Offset;
    public int Count;
    private readonly int _padding;
}

/// <summary>What shared memory begins with.</summary>
/// <remarks>
/// Every reference is an offset, so that the memory can be mapped at any address. The layout is that of one build on one kind of processor,
/// which <see cref="Identity"/> stands for.
/// </remarks>
[StructLayout(LayoutKind.Sequential)]
internal struct SharedHeader
{
    /// <summary>The value of <see cref="Magic"/> in whole memory: it is written last.</summary>
    public const ulong MagicValue = 0x3153_5246_5652_4C52;

    /// <summary>The version of this layout.</summary>
    public const uint CurrentVersion = 3;

    /// <summary>
    /// The number of bytes after the last run. Any text that an entry of the tree refers to ends before the memory does, and vectors may be
    /// read beyond it.
    /// </summary>
    public const int Slack = 1024;

    public ulong Magic;
    public uint Version;
    public uint PointerSize;

    /// <summary>The identity of the image that has written the memory.</summary>
    public ulong Identity;

    /// <summary>The length of the memory in bytes.</summary>
    public long Length;

    public SharedRun Listings;

    /// <summary>The number 1 if the memory has a tree with its paths and layers, otherwise 0.</summary>
    public int HasTree;

    /// <summary>The number of files in or below targets.</summary>
    public int FileCount;

    /// <summary>The number of live folders in or below targets.</summary>
    public int LiveFolderCount;

    public uint BucketsPerSegment;

    /// <summary>The chunks of path records (<see cref="SharedRun"/>, of bytes).</summary>
    public SharedRun PathChunks;

    /// <summary>The nodes of all paths (<see cref="PathTable.Node"/>).</summary>
    public SharedRun Nodes;

    /// <summary>The slots of the index of paths (<see cref="PathIndex.Slot"/>).</summary>
    public SharedRun Index;

    /// <summary>The path ids of declared targets.</summary>
    public SharedRun Targets;

    /// <summary>The layers, lowest priority first (<see cref="SharedLayer"/>).</summary>
    public SharedRun Layers;

    /// <summary>The folders, by path id (<see cref="LookupFolder"/>). Their names are offsets.</summary>
    public SharedRun Folders;

    public SharedRun OtherSources;

    public SharedRun Lists;

    public SharedRun Buckets;

    /// <summary>The number of entries in each segment of the table.</summary>
    public SharedRun Used;

    /// <summary>The words of a filter of all names (<see cref="NameFilter"/>).</summary>
    public SharedRun Filter;

    /// <summary>The names in another letter case (<see cref="LookupName"/>). Their texts are offsets.</summary>
    public SharedRun Names;

    /// <summary>The tails in another letter case (<see cref="LookupTail"/>). Their texts are offsets.</summary>
    public SharedRun Tails;

    /// <summary>The texts of the prefixes (<see cref="SharedRun"/>, of characters).</summary>
    public SharedRun Prefixes;
}

/// <summary>A listing of a mod's folder.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct SharedListing
{
    /// <summary>The listed folder, a host path.</summary>
    public SharedRun Root;

    /// <summary>The options of the scan. Empty if each process makes the listing itself and compares the two.</summary>
    public SharedRun Options;

    /// <summary>The names that the folder hides (<see cref="HidesText"/>).</summary>
    public SharedRun Hides;

    /// <summary>The stamp of the mod's metadata at the scan.</summary>
    public ulong MetadataStamp;

    /// <summary>The number 1 if patterns may exclude a name that is new in the folder, otherwise 0.</summary>
    public int HasExcludes;

    private readonly int _padding;

    public SharedRun Names;

    /// <summary>The folders (<see cref="FolderListing.FolderRecord"/>).</summary>
    public SharedRun Folders;

    /// <summary>The files (<see cref="ListedFile"/>).</summary>
    public SharedRun Files;
}

/// <summary>A layer of a listing over a virtual folder.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct SharedLayer
{
    /// <summary>The listing's number.</summary>
    public int Listing;

    /// <summary>The path id of the virtual folder.</summary>
    public int RootId;

    /// <summary>The number of folders left out because their paths are too long.</summary>
    public int Skipped;

    /// <summary>The number of files that the layer supplies.</summary>
    public int FileCount;

    /// <summary>The real folder in real-path form, with a trailing separator.</summary>
    public SharedRun Root;

    /// <summary>The real folder as it is opened fastest; no characters if that is <see cref="Root"/>.</summary>
    public SharedRun OpenRoot;

    /// <summary>The listing's folders (<see cref="FolderLayer.FolderPath"/>).</summary>
    public SharedRun Folders;

    /// <summary>The characters of the tails that differ from the virtual paths' (<see cref="FolderLayer.OwnTails"/>).</summary>
    public SharedRun OwnTails;
}
