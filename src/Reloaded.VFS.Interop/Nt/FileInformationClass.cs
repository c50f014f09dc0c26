namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// The classes of <c>NtQueryInformationFile</c> and <c>NtSetInformationFile</c> that are used here (<c>FILE_INFORMATION_CLASS</c>,
/// <c>wdm.h</c>).
/// </summary>
public static class FileInformationClass
{
    /// <summary><c>FILE_STANDARD_INFORMATION</c>: sizes, links, and whether it's a folder. Needs no access right.</summary>
    public const uint FileStandardInformation = 5;

    /// <summary><c>FILE_NAME_INFORMATION</c>: the path on its volume.</summary>
    public const uint FileNameInformation = 9;

    /// <summary><see cref="FILE_RENAME_INFORMATION"/>: gives a new name.</summary>
    public const uint FileRenameInformation = 10;

    /// <summary><see cref="FILE_RENAME_INFORMATION"/> (<c>FILE_LINK_INFORMATION</c> is laid out alike): makes a hard link.</summary>
    public const uint FileLinkInformation = 11;

    /// <summary><c>FILE_DISPOSITION_INFORMATION</c>, one byte: deletes at the last close.</summary>
    public const uint FileDispositionInformation = 13;

    /// <summary><c>FILE_ALL_INFORMATION</c>: most of the others in one, the name last.</summary>
    public const uint FileAllInformation = 18;

    /// <summary><see cref="FILE_COMPLETION_INFORMATION"/>: binds a completion port.</summary>
    public const uint FileCompletionInformation = 30;

    /// <summary><c>FILE_IO_COMPLETION_NOTIFICATION_INFORMATION</c>, flags in four bytes: what isn't reported.</summary>
    public const uint FileIoCompletionNotificationInformation = 41;

    /// <summary><c>FILE_NAME_INFORMATION</c>: the path on its volume without 8.3 names.</summary>
    public const uint FileNormalizedNameInformation = 48;

    /// <summary><c>FILE_VOLUME_NAME_INFORMATION</c>: the volume's device.</summary>
    public const uint FileVolumeNameInformation = 58;

    /// <summary><c>FILE_ID_INFORMATION</c>: the volume's serial number and a 128-bit id.</summary>
    public const uint FileIdInformation = 59;

    /// <summary><see cref="FILE_COMPLETION_INFORMATION"/>: binds another completion port, or none. Windows 8.1 and later.</summary>
    public const uint FileReplaceCompletionInformation = 61;

    /// <summary><c>FILE_DISPOSITION_INFORMATION_EX</c>, flags in four bytes. Windows 10 1709 and later.</summary>
    public const uint FileDispositionInformationEx = 64;

    /// <summary><see cref="FILE_RENAME_INFORMATION"/> with flags. Windows 10 1709 and later.</summary>
    public const uint FileRenameInformationEx = 65;

    /// <summary><see cref="FILE_RENAME_INFORMATION"/> (<c>FILE_LINK_INFORMATION</c>) with flags. Windows 10 1809 and later.</summary>
    public const uint FileLinkInformationEx = 72;
}
