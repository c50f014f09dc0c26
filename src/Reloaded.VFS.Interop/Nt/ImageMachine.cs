namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>Machine</c> of an image's headers: the processor that it is for (<c>winnt.h</c>): those that are used here.</summary>
public static class ImageMachine
{
    /// <summary>x86, or any processor in a .NET program.</summary>
    public const ushort IMAGE_FILE_MACHINE_I386 = 0x14C;

    /// <summary>x64.</summary>
    public const ushort IMAGE_FILE_MACHINE_AMD64 = 0x8664;

    /// <summary>ARM64.</summary>
    public const ushort IMAGE_FILE_MACHINE_ARM64 = 0xAA64;
}
