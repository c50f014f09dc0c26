namespace Reloaded.VFS.Lookup;

/// <summary>The properties of an entry that isn't a plain file. A plain file has none of these.</summary>
[Flags]
internal enum LookupEntryFlags : uint
{
    None = 0,

    /// <summary>A folder; <see cref="LookupEntry.Value"/> refers to its own <see cref="PathRecord"/>, which has its name.</summary>
    Folder = 1 << 8,

    /// <summary>A <see cref="SingleFile"/>; <see cref="LookupEntry.Name"/> is its reference, and the record has its layer.</summary>
    Single = 1 << 9,

    /// <summary>
    /// The winner's letter case differs from that of the lowest layer: <see cref="LookupEntry.Name"/> is an index into
    /// <see cref="LookupTree.Names"/>.
    /// </summary>
    Recased = 1 << 10,

    /// <summary>
    /// The real folder's letter case differs from that of the virtual path: <see cref="LookupEntry.Value"/> is an index into
    /// <see cref="LookupTree.Tails"/>.
    /// </summary>
    OwnTail = 1 << 11,

    /// <summary>An entry that is found by look-ups but not listed: a folder that no mod supplies and that only leads to a target.</summary>
    Hidden = 1 << 12,

    /// <summary>A plain file whose real name has two bytes for each character.</summary>
    Wide = PackedText.Wide,
}

/// <summary>A name in a folder. Immutable once readers can see it.</summary>
internal struct LookupEntry
{
    internal const int LayerShift = 14;

    /// <summary>The maximum number of layers with a listing.</summary>
    public const int MaxLayers = 1 << (32 - LayerShift);

    // Entries that LookupTree.Lookup can't answer on its fast path.
    private const uint Special = (uint)(LookupEntryFlags.Folder | LookupEntryFlags.Single | LookupEntryFlags.Recased
        | LookupEntryFlags.OwnTail | LookupEntryFlags.Wide);

    /// <summary>A plain file's name: the offset in bytes from <see cref="LookupLayer.Names"/> of its layer.</summary>
    public uint Name;

    /// <summary>A plain file's folder: a reference to its <see cref="PathRecord"/>.</summary>
    public uint Value;

    /// <summary>The name's length, the flags and the layer.</summary>
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

    /// <summary>Gets the index into <see cref="LookupTree.Layers"/>.</summary>
    public readonly uint Layer => Info >> LayerShift;

    public readonly bool Has(LookupEntryFlags flag) => (Info & (uint)flag) != 0;

    /// <summary>
    /// Determines whether an entry with this <see cref="Info"/> is a listed file whose name is Latin-1 and seen in the letter case of the
    /// listing.
    /// </summary>
    public static bool IsPlain(uint info) => (info & Special) == 0;

    public static uint MakeInfo(int nameLength, LookupEntryFlags flags, int layer = 0) =>
        (byte)nameLength | (uint)flags | ((uint)layer << LayerShift);
}

/// <summary>The two spellings of a name if the winner's letter case differs from that of the lowest layer.</summary>
internal unsafe struct LookupName
{
    /// <summary>The name that the game sees, as long as the winner's; in the snapshot's memory.</summary>
    public char* Seen;

    /// <summary>The winner's name, encoded as <see cref="LookupEntry.Name"/>.</summary>
    public uint Name;
}

/// <summary>A real folder's path below its layer's root, if its letter case differs from that of the virtual path.</summary>
internal unsafe struct LookupTail
{
    /// <summary>The path, with a trailing separator.</summary>
    public char* Text;

    public int Length;

    /// <summary>A reference to the folder's <see cref="PathRecord"/>.</summary>
    public uint Record;
}
