namespace Reloaded.VFS.Interop.DirectoryInformation;

/// <summary>The information classes that <c>NtQueryDirectoryFile</c> takes (ntifs.h), up to Windows 11 24H2.</summary>
public enum FILE_INFORMATION_CLASS : uint
{
    /// <summary>No class.</summary>
    None = 0,

    /// <summary><see cref="FILE_DIRECTORY_INFORMATION"/>.</summary>
    FileDirectoryInformation = 1,

    /// <summary><see cref="FILE_FULL_DIR_INFORMATION"/>.</summary>
    FileFullDirectoryInformation = 2,

    /// <summary><see cref="FILE_BOTH_DIR_INFORMATION"/>.</summary>
    FileBothDirectoryInformation = 3,

    /// <summary><see cref="FILE_NAMES_INFORMATION"/>.</summary>
    FileNamesInformation = 12,

    /// <summary><see cref="FILE_ID_BOTH_DIR_INFORMATION"/>.</summary>
    FileIdBothDirectoryInformation = 37,

    /// <summary><see cref="FILE_ID_FULL_DIR_INFORMATION"/>.</summary>
    FileIdFullDirectoryInformation = 38,

    /// <summary><see cref="FILE_ID_GLOBAL_TX_DIR_INFORMATION"/>.</summary>
    FileIdGlobalTxDirectoryInformation = 50,

    /// <summary><see cref="FILE_ID_EXTD_DIR_INFORMATION"/>.</summary>
    FileIdExtdDirectoryInformation = 60,

    /// <summary><see cref="FILE_ID_EXTD_BOTH_DIR_INFORMATION"/>.</summary>
    FileIdExtdBothDirectoryInformation = 63,

    /// <summary><see cref="FILE_ID_64_EXTD_DIR_INFORMATION"/>.</summary>
    FileId64ExtdDirectoryInformation = 78,

    /// <summary><see cref="FILE_ID_64_EXTD_BOTH_DIR_INFORMATION"/>.</summary>
    FileId64ExtdBothDirectoryInformation = 79,

    /// <summary><see cref="FILE_ID_ALL_EXTD_DIR_INFORMATION"/>.</summary>
    FileIdAllExtdDirectoryInformation = 80,

    /// <summary><see cref="FILE_ID_ALL_EXTD_BOTH_DIR_INFORMATION"/>.</summary>
    FileIdAllExtdBothDirectoryInformation = 81,

    /// <summary>Object ids of a volume: no listing of a folder.</summary>
    FileObjectIdInformation = 29,

    /// <summary>Quotas of a volume: no listing of a folder.</summary>
    FileQuotaInformation = 32,

    /// <summary>Reparse points of a volume: no listing of a folder.</summary>
    FileReparsePointInformation = 33,
}
