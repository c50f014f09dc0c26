using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>A change in a virtual folder.</summary>
/// <param name="Kind">What happened.</param>
/// <param name="Name">The path from the watched folder on.</param>
internal readonly record struct Change(ChangeKind Kind, string Name);

/// <summary><c>FILE_NOTIFY_CHANGE_*</c> (<c>winnt.h</c>): what a watch is told of.</summary>
internal static class ChangeFilter
{
    public const uint FileName = 0x001;
    public const uint DirectoryName = 0x002;

    /// <summary>Attributes, size, last write and creation: another file under the same name differs in one of them.</summary>
    public const uint Replaced = 0x004 | 0x008 | 0x010 | 0x040;

    /// <summary>Everything but names.</summary>
    public const uint Contents = Known & ~(FileName | DirectoryName);

    /// <summary>What there is (<c>FILE_NOTIFY_VALID_MASK</c>, <c>wdm.h</c>).</summary>
    public const uint Known = 0xFFF;

    /// <summary>
    /// What this system takes: Wine knows neither extended attributes nor streams (<c>FILE_NOTIFY_ALL</c> of its winnt.h).
    /// </summary>
    public static readonly uint Accepted = NtFunctions.IsWine ? 0x17Fu : Known;
}
