namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// What <c>NtCreateFile</c> has done, in <see cref="IO_STATUS_BLOCK.Information"/> (<c>ntifs.h</c>): those that are used here.
/// </summary>
public static class CreateResult
{
    /// <summary>A file was there, and a new one has taken its place.</summary>
    public const nuint FILE_SUPERSEDED = 0;

    /// <summary>It wasn't there, and is now.</summary>
    public const nuint FILE_CREATED = 2;

    /// <summary>A file was there, and has lost its content.</summary>
    public const nuint FILE_OVERWRITTEN = 3;
}
