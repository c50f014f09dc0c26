namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// What is asked of a file, set for it, or listed of a folder: the classes that are used here (<c>wdm.h</c>, <c>ntifs.h</c>).
/// </summary>
public enum FILE_INFORMATION_CLASS : uint
{
    /// <summary>No class.</summary>
    None = 0,

    /// <summary><c>FILE_DIRECTORY_INFORMATION</c>.</summary>
    FileDirectoryInformation = 1,

    /// <summary><c>FILE_FULL_DIR_INFORMATION</c>.</summary>
    FileFullDirectoryInformation = 2,

    /// <summary><c>FILE_BOTH_DIR_INFORMATION</c>.</summary>
    FileBothDirectoryInformation = 3,

    /// <summary><c>FILE_BASIC_INFORMATION</c>: times and attributes.</summary>
    FileBasicInformation = 4,

    /// <summary><c>FILE_STANDARD_INFORMATION</c>: sizes, links, and whether it's a folder. Needs no access right.</summary>
    FileStandardInformation = 5,

    /// <summary><c>FILE_INTERNAL_INFORMATION</c>: the 64-bit id on the volume.</summary>
    FileInternalInformation = 6,

    /// <summary><c>FILE_EA_INFORMATION</c>, four bytes: the size of the extended attributes.</summary>
    FileEaInformation = 7,

    /// <summary><c>FILE_ACCESS_INFORMATION</c>: the <see cref="AccessMask"/> of the handle.</summary>
    FileAccessInformation = 8,

    /// <summary><c>FILE_NAME_INFORMATION</c>: the path on its volume.</summary>
    FileNameInformation = 9,

    /// <summary><see cref="FILE_RENAME_INFORMATION"/>: gives a new name.</summary>
    FileRenameInformation = 10,

    /// <summary><see cref="FILE_RENAME_INFORMATION"/> (<c>FILE_LINK_INFORMATION</c> is laid out alike): makes a hard link.</summary>
    FileLinkInformation = 11,

    /// <summary><c>FILE_NAMES_INFORMATION</c>.</summary>
    FileNamesInformation = 12,

    /// <summary><c>FILE_DISPOSITION_INFORMATION</c>, one byte: deletes at the last close.</summary>
    FileDispositionInformation = 13,

    /// <summary><c>FILE_MODE_INFORMATION</c>: the <see cref="CreateOptions"/> that the handle keeps.</summary>
    FileModeInformation = 16,

    /// <summary><c>FILE_ALL_INFORMATION</c>: most of the others in one, the name last.</summary>
    FileAllInformation = 18,

    /// <summary><c>FILE_STREAM_INFORMATION</c>: the streams, one behind the other.</summary>
    FileStreamInformation = 22,

    /// <summary>Object ids of a volume: no listing of a folder.</summary>
    FileObjectIdInformation = 29,

    /// <summary><see cref="FILE_COMPLETION_INFORMATION"/>: binds a completion port.</summary>
    FileCompletionInformation = 30,

    /// <summary>Quotas of a volume: no listing of a folder.</summary>
    FileQuotaInformation = 32,

    /// <summary>Reparse points of a volume: no listing of a folder.</summary>
    FileReparsePointInformation = 33,

    /// <summary><c>FILE_ID_BOTH_DIR_INFORMATION</c>.</summary>
    FileIdBothDirectoryInformation = 37,

    /// <summary><c>FILE_ID_FULL_DIR_INFORMATION</c>.</summary>
    FileIdFullDirectoryInformation = 38,

    /// <summary><c>FILE_IO_COMPLETION_NOTIFICATION_INFORMATION</c>, flags in four bytes: what isn't reported.</summary>
    FileIoCompletionNotificationInformation = 41,

    /// <summary><c>FILE_NAME_INFORMATION</c>: the path on its volume without 8.3 names.</summary>
    FileNormalizedNameInformation = 48,

    /// <summary><c>FILE_ID_GLOBAL_TX_DIR_INFORMATION</c>.</summary>
    FileIdGlobalTxDirectoryInformation = 50,

    /// <summary><c>FILE_VOLUME_NAME_INFORMATION</c>: the volume's device.</summary>
    FileVolumeNameInformation = 58,

    /// <summary><c>FILE_ID_INFORMATION</c>: the volume's serial number and a 128-bit id.</summary>
    FileIdInformation = 59,

    /// <summary><c>FILE_ID_EXTD_DIR_INFORMATION</c>.</summary>
    FileIdExtdDirectoryInformation = 60,

    /// <summary><see cref="FILE_COMPLETION_INFORMATION"/>: binds another completion port, or none. Windows 8.1 and later.</summary>
    FileReplaceCompletionInformation = 61,

    /// <summary><c>FILE_ID_EXTD_BOTH_DIR_INFORMATION</c>.</summary>
    FileIdExtdBothDirectoryInformation = 63,

    /// <summary><c>FILE_DISPOSITION_INFORMATION_EX</c>, flags in four bytes. Windows 10 1709 and later.</summary>
    FileDispositionInformationEx = 64,

    /// <summary><see cref="FILE_RENAME_INFORMATION"/> with flags. Windows 10 1709 and later.</summary>
    FileRenameInformationEx = 65,

    /// <summary><see cref="FILE_RENAME_INFORMATION"/> (<c>FILE_LINK_INFORMATION</c>) with flags. Windows 10 1809 and later.</summary>
    FileLinkInformationEx = 72,

    /// <summary><c>FILE_ID_64_EXTD_DIR_INFORMATION</c>.</summary>
    FileId64ExtdDirectoryInformation = 78,

    /// <summary><c>FILE_ID_64_EXTD_BOTH_DIR_INFORMATION</c>.</summary>
    FileId64ExtdBothDirectoryInformation = 79,

    /// <summary><c>FILE_ID_ALL_EXTD_DIR_INFORMATION</c>.</summary>
    FileIdAllExtdDirectoryInformation = 80,

    /// <summary><c>FILE_ID_ALL_EXTD_BOTH_DIR_INFORMATION</c>.</summary>
    FileIdAllExtdBothDirectoryInformation = 81,
}
