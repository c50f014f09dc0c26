namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>CreateOptions</c> of <c>NtCreateFile</c> and <c>OpenOptions</c> of <c>NtOpenFile</c> (<c>wdm.h</c>).</summary>
[Flags]
public enum CreateOptions : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>Only a folder will do.</summary>
    FILE_DIRECTORY_FILE = 0x00000001,

    /// <summary>What is written is on the disk before the call returns.</summary>
    FILE_WRITE_THROUGH = 0x00000002,

    /// <summary>Reads and listings wait for their end, and an alert ends the wait.</summary>
    FILE_SYNCHRONOUS_IO_ALERT = 0x00000010,

    /// <summary>Reads and listings wait for their end.</summary>
    FILE_SYNCHRONOUS_IO_NONALERT = 0x00000020,

    /// <summary>Anything but a folder will do.</summary>
    FILE_NON_DIRECTORY_FILE = 0x00000040,

    /// <summary>Deleted when the last handle is closed.</summary>
    FILE_DELETE_ON_CLOSE = 0x00001000,

    /// <summary>The name is a binary file id.</summary>
    FILE_OPEN_BY_FILE_ID = 0x00002000,

    /// <summary>Access as for a backup.</summary>
    FILE_OPEN_FOR_BACKUP_INTENT = 0x00004000,

    /// <summary>A link itself, and not where it leads.</summary>
    FILE_OPEN_REPARSE_POINT = 0x00200000,
}
