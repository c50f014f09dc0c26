namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>Flags</c> of <c>FILE_DISPOSITION_INFORMATION_EX</c> (<c>ntddk.h</c>): those that are used here.</summary>
[Flags]
public enum DispositionFlags : uint
{
    /// <summary>The file isn't to be deleted.</summary>
    FILE_DISPOSITION_DO_NOT_DELETE = 0,

    /// <summary>The file is to be deleted.</summary>
    FILE_DISPOSITION_DELETE = 0x01,

    /// <summary>The name goes at once, and not with the last handle.</summary>
    FILE_DISPOSITION_POSIX_SEMANTICS = 0x02,

    /// <summary>A read-only file is deleted, too.</summary>
    FILE_DISPOSITION_IGNORE_READONLY_ATTRIBUTE = 0x10,
}
