namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>CreateDisposition</c> of <c>NtCreateFile</c> (<c>wdm.h</c>).</summary>
public enum CreateDisposition : uint
{
    /// <summary>Replaces what is there, creates what isn't.</summary>
    FILE_SUPERSEDE = 0,

    /// <summary>Opens; fails where nothing is there.</summary>
    FILE_OPEN = 1,

    /// <summary>Creates; fails where something is there.</summary>
    FILE_CREATE = 2,

    /// <summary>Opens or creates.</summary>
    FILE_OPEN_IF = 3,

    /// <summary>Empties; fails where nothing is there.</summary>
    FILE_OVERWRITE = 4,

    /// <summary>Empties or creates.</summary>
    FILE_OVERWRITE_IF = 5,
}
