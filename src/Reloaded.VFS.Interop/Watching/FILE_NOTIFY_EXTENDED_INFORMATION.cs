using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Watching;

/// <summary>A change in a folder, with the present state of the file (<c>winnt.h</c>, Windows 10 1709 and later).</summary>
/// <remarks>Records are aligned to 8 bytes; every field has the same offset in 64 and 32 bit.</remarks>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public struct FILE_NOTIFY_EXTENDED_INFORMATION
{
    /// <summary>The offset of <see cref="FileName"/>.</summary>
    public const int NameOffset = 84;

    /// <summary>The distance to the next record in bytes; 0 in the last one.</summary>
    public uint NextEntryOffset;

    /// <summary><c>FILE_ACTION_*</c>.</summary>
    public uint Action;

    /// <summary>The creation time: 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>The time of the last write of the content: 100 ns since 1601, UTC.</summary>
    public long LastModificationTime;

    /// <summary>The time of the last change of anything, attributes included: 100 ns since 1601, UTC.</summary>
    public long LastChangeTime;

    /// <summary>The time of the last read: 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The allocated size on the volume in bytes.</summary>
    public long AllocatedLength;

    /// <summary>The size in bytes.</summary>
    public long FileSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>A reparse point's tag; otherwise the size of the extended attributes in bytes.</summary>
    public uint ReparsePointTag;

    /// <summary>The file's id on its volume.</summary>
    public long FileId;

    /// <summary>The id of the parent folder.</summary>
    public long ParentFileId;

    /// <summary>The length of <see cref="FileName"/> in bytes.</summary>
    public uint FileNameLength;

    /// <summary>The path's first character; the others follow.</summary>
    public char FileName;
}
