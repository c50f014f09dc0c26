using Reloaded.VFS.Layers;
using Reloaded.VFS.PathRecords;

namespace Reloaded.VFS.Lookup;

/// <summary>What is special about an entry; a plain file has none of these.</summary>
[Flags]
internal enum LookupEntryFlags : uint
{
    None = 0,

    /// <summary>A folder; <see cref="LookupEntry.Value"/> is its own <see cref="PathRecord"/>, where its name is too.</summary>
    Folder = 1 << 8,

    /// <summary>A <see cref="SingleFile"/>: <see cref="LookupEntry.Name"/> is its reference, and its layer is told there.</summary>
    Single = 1 << 9,

    /// <summary>
    /// A lower layer cased the name otherwise first: <see cref="LookupEntry.Name"/> is an index into <see cref="LookupTree.Names"/>.
    /// </summary>
    Recased = 1 << 10,

    /// <summary>
    /// The layer cases the folder otherwise than its path: <see cref="LookupEntry.Value"/> is an index into <see cref="LookupTree.Tails"/>.
    /// </summary>
    OwnTail = 1 << 11,

    /// <summary>Found by look-ups, not listed: a folder that no mod has and that only leads to a target.</summary>
    Hidden = 1 << 12,

    /// <summary>A plain file's real name has two bytes a character.</summary>
    Wide = PackedText.Wide,
}

/// <summary>A name in a folder. Never changes once readers can see it.</summary>
internal struct LookupEntry
{
    internal const int LayerShift = 14;

    /// <summary>Layers with a listing that <see cref="Layer"/> can tell apart.</summary>
    public const int MaxLayers = 1 << (32 - LayerShift);

    // What LookupTree.Lookup can't answer the short way.
    private const uint Special = (uint)(LookupEntryFlags.Folder | LookupEntryFlags.Single | LookupEntryFlags.Recased
        | LookupEntryFlags.OwnTail | LookupEntryFlags.Wide);

    /// <summary>A plain file's name: in bytes from its layer's <see cref="LookupLayer.Names"/>.</summary>
    public uint Name;

    /// <summary>A plain file's folder: a reference to its <see cref="PathRecord"/>.</summary>
    public uint Value;

    /// <summary>The length of the name, flags and layer.</summary>
    public uint Info;

    /// <summary>Makes the entry of a file that is no part of a listing.</summary>
    public static unsafe LookupEntry OfSingle(uint reference, SingleFile* file, LookupFolder* folder) => new()
    {
        Name = reference,
        Value = folder->Record,
        Info = MakeInfo(file->NameLength, LookupEntryFlags.Single),
    };

    public readonly int NameLength => (byte)Info;

    public readonly LookupEntryFlags Flags => (LookupEntryFlags)(Info & ((1u << LayerShift) - 0x100));

    /// <summary>The place in <see cref="LookupTree.Layers"/>.</summary>
    public readonly uint Layer => Info >> LayerShift;

    public readonly bool Has(LookupEntryFlags flag) => (Info & (uint)flag) != 0;

    /// <summary>Whether an entry of such a <see cref="Info"/> is a file of a listing, cased as there, and narrow.</summary>
    public static bool IsPlain(uint info) => (info & Special) == 0;

    public static uint MakeInfo(int nameLength, LookupEntryFlags flags, int layer = 0) =>
        (byte)nameLength | (uint)flags | ((uint)layer << LayerShift);
}

/// <summary>The two casings of a name that the winner cases otherwise than the layer that had it first.</summary>
internal unsafe struct LookupName
{
    /// <summary>What the game sees, as long as the winner's; in the snapshot's memory.</summary>
    public char* Seen;

    /// <summary>The winner's, as <see cref="LookupEntry.Name"/> would have it.</summary>
    public uint Name;
}

/// <summary>A real folder's path below its layer's root, where its casing isn't that of the virtual path.</summary>
internal unsafe struct LookupTail
{
    /// <summary>With a trailing separator.</summary>
    public char* Text;

    /// <summary>Characters.</summary>
    public int Length;

    /// <summary>The folder's <see cref="PathRecord"/>.</summary>
    public uint Record;
}
