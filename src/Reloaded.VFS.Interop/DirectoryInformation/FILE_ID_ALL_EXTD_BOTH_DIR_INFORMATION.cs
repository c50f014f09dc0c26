using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Interop.DirectoryInformation;

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileIdAllExtdBothDirectoryInformation"/> (81). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public unsafe struct FILE_ID_ALL_EXTD_BOTH_DIR_INFORMATION
{
    /// <summary>Bytes from this record to the next one; 0 in the last.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 where that has no meaning (NTFS).</summary>
    public uint FileIndex;

    /// <summary>When it was created: 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>When it was last read: 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>When its content was last written: 100 ns since 1601, UTC.</summary>
    public long LastWriteTime;

    /// <summary>When anything of it, attributes included, last changed: 100 ns since 1601, UTC.</summary>
    public long ChangeTime;

    /// <summary>The size in bytes.</summary>
    public long EndOfFile;

    /// <summary>The bytes that it takes on the volume.</summary>
    public long AllocationSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>Bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The bytes of its extended attributes.</summary>
    public uint EaSize;

    /// <summary>The reparse point's tag; 0 where there is none.</summary>
    public uint ReparsePointTag;

    /// <summary>The file's id on its volume, 64 bits.</summary>
    public long FileId;

    /// <summary>The file's id on its volume, 128 bits.</summary>
    public FILE_ID_128 FileId128;

    /// <summary>Bytes in <see cref="ShortName"/>; 0 where it has no 8.3 name.</summary>
    public byte ShortNameLength;

    /// <summary>The 8.3 name, without a terminator.</summary>
    public fixed char ShortName[12];

    /// <summary>The name's first character; the others follow.</summary>
    public char FileName;
}
