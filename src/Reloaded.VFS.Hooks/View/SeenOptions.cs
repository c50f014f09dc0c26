
namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// Options for a look-up of a path: what is considered, apart from what mods supply under the path as it is spelled. A caller that omits an
/// option gives the reason.
/// </summary>
[Flags]
internal enum SeenOptions
{
    /// <summary>Only what mods supply: for a path that the VFS itself has spelled.</summary>
    Supplied = 0,

    /// <summary>Other spellings of a target (<see cref="Spelling.PathAliases"/>), and two backslashes after the drive.</summary>
    Aliases = 1,

    /// <summary>
    /// 8.3 names, and names that Wine truncates (<see cref="Spelling.CutNames"/>). Asks the disk if a name in the path may be an 8.3 name.
    /// </summary>
    ShortNames = 2,

    /// <summary>A stream (<c>a.dds:stream</c>) of the file that the game sees.</summary>
    Streams = 4,

    /// <summary>Names that the game itself has deleted (<see cref="Deleting.Whiteouts"/>). Asks the disk if there are any.</summary>
    Whiteouts = 8,

    /// <summary>Names that belong to another file (<see cref="CompanionNames"/>). Asks the disk if the name is of that kind.</summary>
    Companions = 16,

    /// <summary>Names of the VFS (<see cref="HiddenNames"/>).</summary>
    Hidden = 32,

    /// <summary>Everything: for an open.</summary>
    All = Aliases | ShortNames | Streams | Whiteouts | Companions | Hidden,

    /// <summary>Everything but other spellings: for a path in its canonical spelling, which the system or a listing has reported.</summary>
    Canonical = Whiteouts | Companions | Hidden,
}
