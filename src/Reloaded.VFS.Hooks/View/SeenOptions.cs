
namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// What a question for a path takes notice of, beside what mods supply under the path as it is spelled.
/// A caller that leaves something out says why.
/// </summary>
[Flags]
internal enum SeenOptions
{
    /// <summary>Only what mods supply: for a path that the file system itself has spelled.</summary>
    Supplied = 0,

    /// <summary>Other spellings of a target (<see cref="Spelling.PathAliases"/>), and two backslashes behind the drive.</summary>
    Aliases = 1,

    /// <summary>
    /// 8.3 names, and names that Wine cuts (<see cref="Spelling.CutNames"/>). Asks the disk, where a name in the path may be an 8.3 name.
    /// </summary>
    ShortNames = 2,

    /// <summary><c>a.dds:stream</c>, a stream of the file that the game sees.</summary>
    Streams = 4,

    /// <summary>Names that the game itself has deleted (<see cref="Deleting.Whiteouts"/>). Asks the disk, where there are any.</summary>
    Whiteouts = 8,

    /// <summary>Names that belong to another file (<see cref="CompanionNames"/>). Asks the disk, where the name is of that kind.</summary>
    Companions = 16,

    /// <summary>Names of the VFS (<see cref="HiddenNames"/>).</summary>
    Hidden = 32,

    /// <summary>What an open takes notice of: all of it.</summary>
    All = Aliases | ShortNames | Streams | Whiteouts | Companions | Hidden,

    /// <summary>For a path in its canonical spelling, which the system or a listing has told: all but other spellings.</summary>
    Canonical = Whiteouts | Companions | Hidden,
}
