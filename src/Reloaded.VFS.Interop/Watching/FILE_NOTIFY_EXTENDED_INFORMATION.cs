using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Watching;

/// <summary>
/// A change in a folder with what the file is now (<c>winnt.h</c>, Windows 10 1709 and later). Records are aligned to 8 bytes; every field
/// has the same offset in 64 and 32 bit.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public struct FILE_NOTIFY_EXTENDED_INFORMATION
{
    /// <summary>Where <see cref="FileName"/> lies.</summary>
    public const int NameOffset = 84;

    /// <summary>Bytes from this record to the next; 0 in the last one.</summary>
    public uint NextEntryOffset;

    /// <summary><c>FILE_ACTION_*</c>.</summary>
    public uint Action;

    /// <summary>When it was created: 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>When its content was last written: 100 ns since 1601, UTC.</summary>
    public long LastModificationTime;

    /// <summary>When anything of it, attributes included, last changed: 100 ns since 1601, UTC.</summary>
    public long LastChangeTime;

    /// <summary>When it was last read: 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The bytes that it takes on the volume.</summary>
    public long AllocatedLength;

    /// <summary>The size in bytes.</summary>
    public long FileSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>A reparse point's tag; else the bytes of the extended attributes.</summary>
    public uint ReparsePointTag;

    /// <summary>The file's id on its volume.</summary>
    public long FileId;

    /// <summary>The id of the folder that it is in.</summary>
    public long ParentFileId;

    /// <summary>Bytes in <see cref="FileName"/>.</summary>
    public uint FileNameLength;

    /// <summary>The path's first character; the others follow.</summary>
    public char FileName;
}
