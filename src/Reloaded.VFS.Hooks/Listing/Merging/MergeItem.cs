using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>What a build knows of an entry beside its record.</summary>
[Flags]
internal enum MergeFlags
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>A folder.</summary>
    Folder = 1,

    /// <summary>
    /// The record's name is the winner's to the letter: beats one that differs in case (a case-sensitive folder on Linux).
    /// </summary>
    Exact = 2,

    /// <summary>Only mods have it.</summary>
    Virtual = 4,

    /// <summary>It stands at a base record's place, or gave way to it.</summary>
    Placed = 8,

    /// <summary>A folder whose record counts before that of the game's own.</summary>
    Leads = 16,

    /// <summary>A file whose letters count before those of the game's own.</summary>
    OwnLetters = 32,
}

/// <summary>One entry while a listing is built. The pointers lead into the build's arena.</summary>
internal unsafe struct MergeItem
{
    /// <summary>The fixed part of its record, in the listing's class.</summary>
    internal byte* Record;

    /// <summary>The name that is listed.</summary>
    internal char* NameStart;

    /// <summary>Characters of the name.</summary>
    internal int NameLength;

    /// <summary>The 8.3 name's characters; 0 for none.</summary>
    internal int ShortNameLength;

    /// <summary>The 8.3 name that is listed.</summary>
    internal char* ShortNameStart;

    /// <summary>What else is known.</summary>
    internal MergeFlags Flags;

    /// <summary>The item's place in another list, where one is kept.</summary>
    internal int Index;

    /// <summary>The name that is listed.</summary>
    internal readonly ReadOnlySpan<char> Name => new(NameStart, NameLength);

    /// <summary>The 8.3 name that is listed.</summary>
    internal readonly ReadOnlySpan<char> ShortName => new(ShortNameStart, ShortNameLength);

    /// <summary>An item for a record under its own name, without flags.</summary>
    internal static MergeItem Create(byte* record, in DirectoryRecordLayout layout)
    {
        return new MergeItem
        {
            Record = record,
            NameStart = (char*)(record + layout.FileName),
            NameLength = DirectoryRecord.Name(record, layout).Length,
            ShortNameStart = layout.HasShortName ? (char*)(record + layout.ShortName) : null,
            ShortNameLength = DirectoryRecord.ShortName(record, layout).Length,
        };
    }

    /// <summary>The order of a listing: by folded name; of equal names the exact one first.</summary>
    internal static int Compare(in MergeItem left, in MergeItem right)
    {
        int order = CaseFolding.Compare(left.Name, right.Name);
        return order != 0 ? order : (right.Flags & MergeFlags.Exact) - (left.Flags & MergeFlags.Exact);
    }
}
