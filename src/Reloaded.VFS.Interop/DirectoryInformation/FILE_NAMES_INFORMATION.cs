using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Interop.DirectoryInformation;

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileNamesInformation"/> (12). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public struct FILE_NAMES_INFORMATION
{
    /// <summary>Bytes from this record to the next one; 0 in the last.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 where that has no meaning (NTFS).</summary>
    public uint FileIndex;

    /// <summary>Bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The name's first character; the others follow.</summary>
    public char FileName;
}
