using System.Runtime.InteropServices;

namespace Reloaded.VFS.Trees;

/// <summary>What is special about an entry.</summary>
[Flags]
internal enum LookupEntryFlags : ushort
{
    None = 0,

    /// <summary>A folder; <see cref="LookupEntry.Value"/> is its path id and its name is the folder's.</summary>
    Folder = 1,

    /// <summary>Found by look-ups, not listed: a folder that no mod has and that only leads to a target.</summary>
    Hidden = 2,

    /// <summary>The real name differs; it lies behind the virtual one, as <see cref="SingleFile"/> tells.</summary>
    Aliased = 4,

    /// <summary>A lower layer cased the name otherwise first; <see cref="LookupEntry.NameOffset"/> is an index into <see cref="LookupTree.Names"/>.</summary>
    Recased = 8,
}

/// <summary>One name of a folder, 16 bytes. The hash is written last: a reader that sees it sees the rest.</summary>
internal struct LookupEntry
{
    /// <summary>Of the folded name; 0 is a free slot.</summary>
    public uint Hash;

    /// <summary>A file's name, in characters from its origin's <see cref="Origin.NameBase"/>.</summary>
    public uint NameOffset;

    /// <summary>A file's origin, a folder's path id.</summary>
    public int Value;

    /// <summary>A file's.</summary>
    public ushort NameLength;

    public LookupEntryFlags Flags;
}

/// <summary>The two casings of a name that the winner cases otherwise than the layer that had it first.</summary>
internal unsafe struct LookupName
{
    /// <summary>What the game sees: in the memory of the layer that had it first, as long as the winner's.</summary>
    public char* Seen;

    /// <summary>The winner's, as <see cref="LookupEntry.NameOffset"/> would have it.</summary>
    public uint NameOffset;
}

/// <summary>The head of a folder's open-addressing table; its slots follow. There is always a free slot.</summary>
[StructLayout(LayoutKind.Sequential, Size = 16)]
internal unsafe struct LookupTable
{
    public uint Capacity;
    public uint Used;

    /// <summary>Entries that are listed.</summary>
    public uint Visible;

    public static LookupEntry* GetSlots(LookupTable* table) => (LookupEntry*)(table + 1);

    /// <summary>Slots for a number of entries: a fifth stays free.</summary>
    public static uint GetCapacity(uint entries) => entries + (entries / 4) + 1;

    public static nuint GetSize(uint capacity) => (nuint)sizeof(LookupTable) + (capacity * (nuint)sizeof(LookupEntry));
}

/// <summary>One folder of a snapshot, by path id. All zero: not part of it.</summary>
internal unsafe struct LookupFolder
{
    /// <summary>Replaced by a larger one when files are appended.</summary>
    public LookupTable* Table;

    public char* Path;
    public char* Name;
    public int FirstSource;
    public int SourceCount;
    public ushort PathLength;
    public ushort NameLength;
    public bool InTarget;

    public readonly bool IsLive => Path != null;
}

/// <summary>What all targets of one drive or of the network have in common; a path that doesn't fit it is none of ours.</summary>
internal unsafe struct LookupPrefix
{
    public char* Text;
    public int Length;
}
