using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// A new name for what a handle leads to (<c>ntifs.h</c>); <c>FILE_LINK_INFORMATION</c> is laid out alike. The name follows at
/// <see cref="NameOffset"/>: 20 on 64 bit, 12 on 32 bit.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct FILE_RENAME_INFORMATION
{
    /// <summary>
    /// <c>ReplaceIfExists</c> in the lowest byte; in the Ex classes all of it.
    /// </summary>
    public RenameFlags Flags;

    /// <summary>A folder that the name is relative to, or zero.</summary>
    public nint RootDirectory;

    /// <summary>The name's bytes, without a terminator.</summary>
    public uint FileNameLength;

    /// <summary>Where the name begins.</summary>
    public static int NameOffset => 2 * sizeof(nint) + sizeof(uint);
}
