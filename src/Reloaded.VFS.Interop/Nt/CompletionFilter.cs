namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// <c>CompletionFilter</c> of <c>NtNotifyChangeDirectoryFile</c>: which changes a watch is told of (<c>winnt.h</c>, <c>ntifs.h</c>).
/// </summary>
[Flags]
public enum CompletionFilter : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>Names of files.</summary>
    FILE_NOTIFY_CHANGE_FILE_NAME = 0x001,

    /// <summary>Names of folders.</summary>
    FILE_NOTIFY_CHANGE_DIR_NAME = 0x002,

    /// <summary>Attributes.</summary>
    FILE_NOTIFY_CHANGE_ATTRIBUTES = 0x004,

    /// <summary>Sizes.</summary>
    FILE_NOTIFY_CHANGE_SIZE = 0x008,

    /// <summary>Times of the last write.</summary>
    FILE_NOTIFY_CHANGE_LAST_WRITE = 0x010,

    /// <summary>Times of the last access.</summary>
    FILE_NOTIFY_CHANGE_LAST_ACCESS = 0x020,

    /// <summary>Times of creation.</summary>
    FILE_NOTIFY_CHANGE_CREATION = 0x040,

    /// <summary>Extended attributes.</summary>
    FILE_NOTIFY_CHANGE_EA = 0x080,

    /// <summary>Who may do what.</summary>
    FILE_NOTIFY_CHANGE_SECURITY = 0x100,

    /// <summary>Names of streams.</summary>
    FILE_NOTIFY_CHANGE_STREAM_NAME = 0x200,

    /// <summary>Sizes of streams.</summary>
    FILE_NOTIFY_CHANGE_STREAM_SIZE = 0x400,

    /// <summary>Contents of streams.</summary>
    FILE_NOTIFY_CHANGE_STREAM_WRITE = 0x800,

    /// <summary>All that there are.</summary>
    FILE_NOTIFY_VALID_MASK = 0xFFF,
}
