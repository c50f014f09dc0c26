namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>ACCESS_MASK</c> of files and folders: what a handle may be used for (<c>winnt.h</c>).</summary>
[Flags]
public enum AccessMask : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>A folder's entries may be listed. The bit of <c>FILE_READ_DATA</c>.</summary>
    FILE_LIST_DIRECTORY = 0x0001,

    /// <summary>A file's content may be written. The bit of <c>FILE_ADD_FILE</c>.</summary>
    FILE_WRITE_DATA = 0x0002,

    /// <summary>Content may be written behind a file's end. The bit of <c>FILE_ADD_SUBDIRECTORY</c>.</summary>
    FILE_APPEND_DATA = 0x0004,

    /// <summary>Extended attributes may be read.</summary>
    FILE_READ_EA = 0x0008,

    /// <summary>Extended attributes may be written.</summary>
    FILE_WRITE_EA = 0x0010,

    /// <summary>Names may be relative to a folder. The bit of <c>FILE_EXECUTE</c>.</summary>
    FILE_TRAVERSE = 0x0020,

    /// <summary>Attributes and times may be read. No share mode refuses it.</summary>
    FILE_READ_ATTRIBUTES = 0x0080,

    /// <summary>Attributes and times may be written.</summary>
    FILE_WRITE_ATTRIBUTES = 0x0100,

    /// <summary>It may be deleted and renamed.</summary>
    DELETE = 0x0001_0000,

    /// <summary>The object's access rights may be written.</summary>
    WRITE_DAC = 0x0004_0000,

    /// <summary>It may be given another owner.</summary>
    WRITE_OWNER = 0x0008_0000,

    /// <summary>A thread may wait for the handle.</summary>
    SYNCHRONIZE = 0x0010_0000,

    /// <summary>All that the caller is allowed.</summary>
    MAXIMUM_ALLOWED = 0x0200_0000,

    /// <summary>All.</summary>
    GENERIC_ALL = 0x1000_0000,

    /// <summary>All that running a program needs.</summary>
    GENERIC_EXECUTE = 0x2000_0000,

    /// <summary>All that writing needs.</summary>
    GENERIC_WRITE = 0x4000_0000,

    /// <summary>All that reading needs.</summary>
    GENERIC_READ = 0x8000_0000,
}
