namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>FileSystemAttributes</c> of <c>FILE_FS_ATTRIBUTE_INFORMATION</c> (<c>ntifs.h</c>): those that are used here.</summary>
[Flags]
public enum FileSystemFlags : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>Files may share clusters until one of them is written to.</summary>
    FILE_SUPPORTS_BLOCK_REFCOUNTING = 0x0800_0000,
}
