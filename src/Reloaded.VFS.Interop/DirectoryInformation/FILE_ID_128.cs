using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.DirectoryInformation;

/// <summary>A file's id on its volume, 128 bits. 16 bytes without an alignment of its own, in 64 and 32 bit.</summary>
[StructLayout(LayoutKind.Sequential, Pack = 1)]
public unsafe struct FILE_ID_128
{
    /// <summary>The id's bytes.</summary>
    public fixed byte Identifier[16];
}
