namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// <c>CompletionFilter</c> of <c>NtNotifyChangeDirectoryFile</c>: the changes that a watch reports (<c>winnt.h</c>, <c>ntifs.h</c>).
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

    /// <summary>Times of creation.</summary>
    FILE_NOTIFY_CHANGE_CREATION = 0x040,

    /// <summary>Extended attributes.</summary>
    FILE_NOTIFY_CHANGE_EA = 0x080,

    /// <summary>Security descriptors.</summary>
    FILE_NOTIFY_CHANGE_SECURITY = 0x100,

    /// <summary>Names of streams.</summary>
    FILE_NOTIFY_CHANGE_STREAM_NAME = 0x200,

    /// <summary>Sizes of streams.</summary>
    FILE_NOTIFY_CHANGE_STREAM_SIZE = 0x400,

    /// <summary>Contents of streams.</summary>
    FILE_NOTIFY_CHANGE_STREAM_WRITE = 0x800,

    /// <summary>All filters.</summary>
    FILE_NOTIFY_VALID_MASK = 0xFFF,
}

/// <summary>The record formats of changes in a folder (<c>winnt.h</c>).</summary>
public enum DIRECTORY_NOTIFY_INFORMATION_CLASS : uint
{
    /// <summary><c>FILE_NOTIFY_INFORMATION</c>: action and name.</summary>
    DirectoryNotifyInformation = 1,

    /// <summary><c>FILE_NOTIFY_EXTENDED_INFORMATION</c>: the present state of the file, too.</summary>
    DirectoryNotifyExtendedInformation = 2,
}

/// <summary><c>QueryFlags</c> of <c>NtQueryDirectoryFileEx</c> (<c>wdm.h</c>).</summary>
[Flags]
public enum QueryFlags : uint
{
    /// <summary>No flag.</summary>
    None = 0,

    /// <summary>Restart at the first entry.</summary>
    SL_RESTART_SCAN = 0x01,

    /// <summary>Return at most one record.</summary>
    SL_RETURN_SINGLE_ENTRY = 0x02,

    /// <summary>Leave out what file systems synthesise or have yet to fetch, as they decide.</summary>
    SL_RETURN_ON_DISK_ENTRIES_ONLY = 0x08,

    /// <summary>Don't move the cursor: the next query returns the same records.</summary>
    SL_NO_CURSOR_UPDATE_QUERY = 0x10,

    /// <summary>The flags that a query may have: the kernel refuses others.</summary>
    SL_QUERY_DIRECTORY_MASK = SL_RESTART_SCAN | SL_RETURN_SINGLE_ENTRY | SL_RETURN_ON_DISK_ENTRIES_ONLY | SL_NO_CURSOR_UPDATE_QUERY,
}

/// <summary><c>NtNotifyChangeDirectoryFile</c>: waits for changes in a folder (phnt: ntioapi.h). Undocumented by Microsoft.</summary>
public readonly unsafe partial struct NtNotifyChangeDirectoryFile;

/// <summary>
/// <c>NtNotifyChangeDirectoryFileEx</c>: waits for changes in a folder, with a class of records; Windows 10 1709 and later
/// (ntifs.h).
/// </summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntnotifychangedirectoryfileex"/>
public readonly unsafe partial struct NtNotifyChangeDirectoryFileEx;

/// <summary><c>NtQueryDirectoryFile</c>: lists a folder (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntquerydirectoryfile"/>
public readonly unsafe partial struct NtQueryDirectoryFile;

/// <summary><c>NtQueryDirectoryFileEx</c>: lists a folder, with flags; Windows 10 1709 and later (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntquerydirectoryfileex"/>
public readonly unsafe partial struct NtQueryDirectoryFileEx;
