namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>CreateDisposition</c> of <c>NtCreateFile</c> (<c>wdm.h</c>).</summary>
public static class CreateDisposition
{
    /// <summary>Replaces what is there, creates what isn't.</summary>
    public const uint FILE_SUPERSEDE = 0;

    /// <summary>Opens; fails where nothing is there.</summary>
    public const uint FILE_OPEN = 1;

    /// <summary>Creates; fails where something is there.</summary>
    public const uint FILE_CREATE = 2;

    /// <summary>Opens or creates.</summary>
    public const uint FILE_OPEN_IF = 3;

    /// <summary>Empties; fails where nothing is there.</summary>
    public const uint FILE_OVERWRITE = 4;

    /// <summary>Empties or creates.</summary>
    public const uint FILE_OVERWRITE_IF = 5;
}
