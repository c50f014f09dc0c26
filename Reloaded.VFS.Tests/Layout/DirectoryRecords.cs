using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Tests.Layout;

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileBothDirectoryInformation"/> (3). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public unsafe struct FILE_BOTH_DIR_INFORMATION
{
    /// <summary>The number of bytes from this record to the next one; 0 in the last record.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 if the file system has none (NTFS).</summary>
    public uint FileIndex;

    /// <summary>The time of creation, in units of 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>The time of last access, in units of 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The time of last write, in units of 100 ns since 1601, UTC.</summary>
    public long LastWriteTime;

    /// <summary>The time of the last change, including attributes, in units of 100 ns since 1601, UTC.</summary>
    public long ChangeTime;

    /// <summary>The size in bytes.</summary>
    public long EndOfFile;

    /// <summary>The number of bytes allocated on the volume.</summary>
    public long AllocationSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>The number of bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The size of the extended attributes in bytes, or a reparse point's tag.</summary>
    public uint EaSize;

    /// <summary>The number of bytes in <see cref="ShortName"/>; 0 if there is no 8.3 name.</summary>
    public byte ShortNameLength;

    /// <summary>The 8.3 name, without a terminator.</summary>
    public fixed char ShortName[12];

    /// <summary>The first character of the name; the others follow.</summary>
    public char FileName;
}

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileDirectoryInformation"/> (1). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public struct FILE_DIRECTORY_INFORMATION
{
    /// <summary>The number of bytes from this record to the next one; 0 in the last record.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 if the file system has none (NTFS).</summary>
    public uint FileIndex;

    /// <summary>The time of creation, in units of 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>The time of last access, in units of 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The time of last write, in units of 100 ns since 1601, UTC.</summary>
    public long LastWriteTime;

    /// <summary>The time of the last change, including attributes, in units of 100 ns since 1601, UTC.</summary>
    public long ChangeTime;

    /// <summary>The size in bytes.</summary>
    public long EndOfFile;

    /// <summary>The number of bytes allocated on the volume.</summary>
    public long AllocationSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>The number of bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The first character of the name; the others follow.</summary>
    public char FileName;
}

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileFullDirectoryInformation"/> (2). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public struct FILE_FULL_DIR_INFORMATION
{
    /// <summary>The number of bytes from this record to the next one; 0 in the last record.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 if the file system has none (NTFS).</summary>
    public uint FileIndex;

    /// <summary>The time of creation, in units of 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>The time of last access, in units of 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The time of last write, in units of 100 ns since 1601, UTC.</summary>
    public long LastWriteTime;

    /// <summary>The time of the last change, including attributes, in units of 100 ns since 1601, UTC.</summary>
    public long ChangeTime;

    /// <summary>The size in bytes.</summary>
    public long EndOfFile;

    /// <summary>The number of bytes allocated on the volume.</summary>
    public long AllocationSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>The number of bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The size of the extended attributes in bytes, or a reparse point's tag.</summary>
    public uint EaSize;

    /// <summary>The first character of the name; the others follow.</summary>
    public char FileName;
}

/// <summary>A file's id on its volume, 128 bits. 16 bytes without an alignment of its own, in 64 and 32 bit.</summary>
[StructLayout(LayoutKind.Sequential, Pack = 1)]
public unsafe struct FILE_ID_128
{
    /// <summary>The id's bytes.</summary>
    public fixed byte Identifier[16];
}

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileId64ExtdBothDirectoryInformation"/> (79). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public unsafe struct FILE_ID_64_EXTD_BOTH_DIR_INFORMATION
{
    /// <summary>The number of bytes from this record to the next one; 0 in the last record.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 if the file system has none (NTFS).</summary>
    public uint FileIndex;

    /// <summary>The time of creation, in units of 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>The time of last access, in units of 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The time of last write, in units of 100 ns since 1601, UTC.</summary>
    public long LastWriteTime;

    /// <summary>The time of the last change, including attributes, in units of 100 ns since 1601, UTC.</summary>
    public long ChangeTime;

    /// <summary>The size in bytes.</summary>
    public long EndOfFile;

    /// <summary>The number of bytes allocated on the volume.</summary>
    public long AllocationSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>The number of bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The size of the extended attributes in bytes.</summary>
    public uint EaSize;

    /// <summary>The reparse point's tag, or 0 if there is none.</summary>
    public uint ReparsePointTag;

    /// <summary>The file's id on its volume, 64 bits.</summary>
    public long FileId;

    /// <summary>The number of bytes in <see cref="ShortName"/>; 0 if there is no 8.3 name.</summary>
    public byte ShortNameLength;

    /// <summary>The 8.3 name, without a terminator.</summary>
    public fixed char ShortName[12];

    /// <summary>The first character of the name; the others follow.</summary>
    public char FileName;
}

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileId64ExtdDirectoryInformation"/> (78). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public struct FILE_ID_64_EXTD_DIR_INFORMATION
{
    /// <summary>The number of bytes from this record to the next one; 0 in the last record.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 if the file system has none (NTFS).</summary>
    public uint FileIndex;

    /// <summary>The time of creation, in units of 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>The time of last access, in units of 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The time of last write, in units of 100 ns since 1601, UTC.</summary>
    public long LastWriteTime;

    /// <summary>The time of the last change, including attributes, in units of 100 ns since 1601, UTC.</summary>
    public long ChangeTime;

    /// <summary>The size in bytes.</summary>
    public long EndOfFile;

    /// <summary>The number of bytes allocated on the volume.</summary>
    public long AllocationSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>The number of bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The size of the extended attributes in bytes.</summary>
    public uint EaSize;

    /// <summary>The reparse point's tag, or 0 if there is none.</summary>
    public uint ReparsePointTag;

    /// <summary>The file's id on its volume, 64 bits.</summary>
    public long FileId;

    /// <summary>The first character of the name; the others follow.</summary>
    public char FileName;
}

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileIdAllExtdBothDirectoryInformation"/> (81). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public unsafe struct FILE_ID_ALL_EXTD_BOTH_DIR_INFORMATION
{
    /// <summary>The number of bytes from this record to the next one; 0 in the last record.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 if the file system has none (NTFS).</summary>
    public uint FileIndex;

    /// <summary>The time of creation, in units of 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>The time of last access, in units of 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The time of last write, in units of 100 ns since 1601, UTC.</summary>
    public long LastWriteTime;

    /// <summary>The time of the last change, including attributes, in units of 100 ns since 1601, UTC.</summary>
    public long ChangeTime;

    /// <summary>The size in bytes.</summary>
    public long EndOfFile;

    /// <summary>The number of bytes allocated on the volume.</summary>
    public long AllocationSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>The number of bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The size of the extended attributes in bytes.</summary>
    public uint EaSize;

    /// <summary>The reparse point's tag, or 0 if there is none.</summary>
    public uint ReparsePointTag;

    /// <summary>The file's id on its volume, 64 bits.</summary>
    public long FileId;

    /// <summary>The file's id on its volume, 128 bits.</summary>
    public FILE_ID_128 FileId128;

    /// <summary>The number of bytes in <see cref="ShortName"/>; 0 if there is no 8.3 name.</summary>
    public byte ShortNameLength;

    /// <summary>The 8.3 name, without a terminator.</summary>
    public fixed char ShortName[12];

    /// <summary>The first character of the name; the others follow.</summary>
    public char FileName;
}

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileIdAllExtdDirectoryInformation"/> (80). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public struct FILE_ID_ALL_EXTD_DIR_INFORMATION
{
    /// <summary>The number of bytes from this record to the next one; 0 in the last record.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 if the file system has none (NTFS).</summary>
    public uint FileIndex;

    /// <summary>The time of creation, in units of 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>The time of last access, in units of 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The time of last write, in units of 100 ns since 1601, UTC.</summary>
    public long LastWriteTime;

    /// <summary>The time of the last change, including attributes, in units of 100 ns since 1601, UTC.</summary>
    public long ChangeTime;

    /// <summary>The size in bytes.</summary>
    public long EndOfFile;

    /// <summary>The number of bytes allocated on the volume.</summary>
    public long AllocationSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>The number of bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The size of the extended attributes in bytes.</summary>
    public uint EaSize;

    /// <summary>The reparse point's tag, or 0 if there is none.</summary>
    public uint ReparsePointTag;

    /// <summary>The file's id on its volume, 64 bits.</summary>
    public long FileId;

    /// <summary>The file's id on its volume, 128 bits.</summary>
    public FILE_ID_128 FileId128;

    /// <summary>The first character of the name; the others follow.</summary>
    public char FileName;
}

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileIdBothDirectoryInformation"/> (37). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public unsafe struct FILE_ID_BOTH_DIR_INFORMATION
{
    /// <summary>The number of bytes from this record to the next one; 0 in the last record.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 if the file system has none (NTFS).</summary>
    public uint FileIndex;

    /// <summary>The time of creation, in units of 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>The time of last access, in units of 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The time of last write, in units of 100 ns since 1601, UTC.</summary>
    public long LastWriteTime;

    /// <summary>The time of the last change, including attributes, in units of 100 ns since 1601, UTC.</summary>
    public long ChangeTime;

    /// <summary>The size in bytes.</summary>
    public long EndOfFile;

    /// <summary>The number of bytes allocated on the volume.</summary>
    public long AllocationSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>The number of bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The size of the extended attributes in bytes, or a reparse point's tag.</summary>
    public uint EaSize;

    /// <summary>The number of bytes in <see cref="ShortName"/>; 0 if there is no 8.3 name.</summary>
    public byte ShortNameLength;

    /// <summary>The 8.3 name, without a terminator.</summary>
    public fixed char ShortName[12];

    /// <summary>The file's id on its volume, 64 bits.</summary>
    public long FileId;

    /// <summary>The first character of the name; the others follow.</summary>
    public char FileName;
}

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileIdExtdBothDirectoryInformation"/> (63). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public unsafe struct FILE_ID_EXTD_BOTH_DIR_INFORMATION
{
    /// <summary>The number of bytes from this record to the next one; 0 in the last record.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 if the file system has none (NTFS).</summary>
    public uint FileIndex;

    /// <summary>The time of creation, in units of 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>The time of last access, in units of 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The time of last write, in units of 100 ns since 1601, UTC.</summary>
    public long LastWriteTime;

    /// <summary>The time of the last change, including attributes, in units of 100 ns since 1601, UTC.</summary>
    public long ChangeTime;

    /// <summary>The size in bytes.</summary>
    public long EndOfFile;

    /// <summary>The number of bytes allocated on the volume.</summary>
    public long AllocationSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>The number of bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The size of the extended attributes in bytes.</summary>
    public uint EaSize;

    /// <summary>The reparse point's tag, or 0 if there is none.</summary>
    public uint ReparsePointTag;

    /// <summary>The file's id on its volume, 128 bits.</summary>
    public FILE_ID_128 FileId;

    /// <summary>The number of bytes in <see cref="ShortName"/>; 0 if there is no 8.3 name.</summary>
    public byte ShortNameLength;

    /// <summary>The 8.3 name, without a terminator.</summary>
    public fixed char ShortName[12];

    /// <summary>The first character of the name; the others follow.</summary>
    public char FileName;
}

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileIdExtdDirectoryInformation"/> (60). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public struct FILE_ID_EXTD_DIR_INFORMATION
{
    /// <summary>The number of bytes from this record to the next one; 0 in the last record.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 if the file system has none (NTFS).</summary>
    public uint FileIndex;

    /// <summary>The time of creation, in units of 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>The time of last access, in units of 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The time of last write, in units of 100 ns since 1601, UTC.</summary>
    public long LastWriteTime;

    /// <summary>The time of the last change, including attributes, in units of 100 ns since 1601, UTC.</summary>
    public long ChangeTime;

    /// <summary>The size in bytes.</summary>
    public long EndOfFile;

    /// <summary>The number of bytes allocated on the volume.</summary>
    public long AllocationSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>The number of bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The size of the extended attributes in bytes.</summary>
    public uint EaSize;

    /// <summary>The reparse point's tag, or 0 if there is none.</summary>
    public uint ReparsePointTag;

    /// <summary>The file's id on its volume, 128 bits.</summary>
    public FILE_ID_128 FileId;

    /// <summary>The first character of the name; the others follow.</summary>
    public char FileName;
}

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileIdFullDirectoryInformation"/> (38). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public struct FILE_ID_FULL_DIR_INFORMATION
{
    /// <summary>The number of bytes from this record to the next one; 0 in the last record.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 if the file system has none (NTFS).</summary>
    public uint FileIndex;

    /// <summary>The time of creation, in units of 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>The time of last access, in units of 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The time of last write, in units of 100 ns since 1601, UTC.</summary>
    public long LastWriteTime;

    /// <summary>The time of the last change, including attributes, in units of 100 ns since 1601, UTC.</summary>
    public long ChangeTime;

    /// <summary>The size in bytes.</summary>
    public long EndOfFile;

    /// <summary>The number of bytes allocated on the volume.</summary>
    public long AllocationSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>The number of bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The size of the extended attributes in bytes, or a reparse point's tag.</summary>
    public uint EaSize;

    /// <summary>The file's id on its volume, 64 bits.</summary>
    public long FileId;

    /// <summary>The first character of the name; the others follow.</summary>
    public char FileName;
}

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileIdGlobalTxDirectoryInformation"/> (50). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public struct FILE_ID_GLOBAL_TX_DIR_INFORMATION
{
    /// <summary>The number of bytes from this record to the next one; 0 in the last record.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 if the file system has none (NTFS).</summary>
    public uint FileIndex;

    /// <summary>The time of creation, in units of 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>The time of last access, in units of 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The time of last write, in units of 100 ns since 1601, UTC.</summary>
    public long LastWriteTime;

    /// <summary>The time of the last change, including attributes, in units of 100 ns since 1601, UTC.</summary>
    public long ChangeTime;

    /// <summary>The size in bytes.</summary>
    public long EndOfFile;

    /// <summary>The number of bytes allocated on the volume.</summary>
    public long AllocationSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>The number of bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The file's id on its volume, 64 bits.</summary>
    public long FileId;

    /// <summary>The transaction that locks the file, or a null GUID.</summary>
    public Guid LockingTransactionId;

    /// <summary><c>FILE_ID_GLOBAL_TX_DIR_INFO_FLAG_*</c>.</summary>
    public uint TxInfoFlags;

    /// <summary>The first character of the name; the others follow.</summary>
    public char FileName;
}

/// <summary>
/// One record of a folder listing in class <see cref="FILE_INFORMATION_CLASS.FileNamesInformation"/> (12). Records are
/// aligned to 8 bytes; every field has the same offset in 64 and 32 bit. Documented in [MS-FSCC] 2.4 and ntifs.h.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public struct FILE_NAMES_INFORMATION
{
    /// <summary>The number of bytes from this record to the next one; 0 in the last record.</summary>
    public uint NextEntryOffset;

    /// <summary>The position in the folder; 0 if the file system has none (NTFS).</summary>
    public uint FileIndex;

    /// <summary>The number of bytes in <see cref="FileName"/>, which has no terminator.</summary>
    public uint FileNameLength;

    /// <summary>The first character of the name; the others follow.</summary>
    public char FileName;
}
