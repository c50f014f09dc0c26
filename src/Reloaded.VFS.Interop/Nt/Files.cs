namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>ACCESS_MASK</c> of files and folders: the permitted uses of a handle (<c>winnt.h</c>).</summary>
[Flags]
public enum AccessMask : uint
{
    /// <summary>No access.</summary>
    None = 0,

    /// <summary>List a folder's entries. The bit of <c>FILE_READ_DATA</c>.</summary>
    FILE_LIST_DIRECTORY = 0x0001,

    /// <summary>Write a file's content. The bit of <c>FILE_ADD_FILE</c>.</summary>
    FILE_WRITE_DATA = 0x0002,

    /// <summary>Append to a file's content. The bit of <c>FILE_ADD_SUBDIRECTORY</c>.</summary>
    FILE_APPEND_DATA = 0x0004,

    /// <summary>Read extended attributes.</summary>
    FILE_READ_EA = 0x0008,

    /// <summary>Write extended attributes.</summary>
    FILE_WRITE_EA = 0x0010,

    /// <summary>Open names relative to a folder. The bit of <c>FILE_EXECUTE</c>.</summary>
    FILE_TRAVERSE = 0x0020,

    /// <summary>Read attributes and times. No share mode refuses it.</summary>
    FILE_READ_ATTRIBUTES = 0x0080,

    /// <summary>Write attributes and times.</summary>
    FILE_WRITE_ATTRIBUTES = 0x0100,

    /// <summary>Delete and rename.</summary>
    DELETE = 0x0001_0000,

    /// <summary>Write the access control list.</summary>
    WRITE_DAC = 0x0004_0000,

    /// <summary>Change the owner.</summary>
    WRITE_OWNER = 0x0008_0000,

    /// <summary>Wait for the handle.</summary>
    SYNCHRONIZE = 0x0010_0000,

    /// <summary>All access that the caller is allowed.</summary>
    MAXIMUM_ALLOWED = 0x0200_0000,

    /// <summary>All access.</summary>
    GENERIC_ALL = 0x1000_0000,

    /// <summary>All access needed to run a program.</summary>
    GENERIC_EXECUTE = 0x2000_0000,

    /// <summary>All access needed to write.</summary>
    GENERIC_WRITE = 0x4000_0000,

    /// <summary>All access needed to read.</summary>
    GENERIC_READ = 0x8000_0000,
}

/// <summary><c>CreateDisposition</c> of <c>NtCreateFile</c> (<c>wdm.h</c>).</summary>
public enum CreateDisposition : uint
{
    /// <summary>Replace an existing file, or create one.</summary>
    FILE_SUPERSEDE = 0,

    /// <summary>Open an existing file; fail if there is none.</summary>
    FILE_OPEN = 1,

    /// <summary>Create a file; fail if one exists.</summary>
    FILE_CREATE = 2,

    /// <summary>Open or create a file.</summary>
    FILE_OPEN_IF = 3,

    /// <summary>Truncate an existing file; fail if there is none.</summary>
    FILE_OVERWRITE = 4,

    /// <summary>Truncate or create a file.</summary>
    FILE_OVERWRITE_IF = 5,
}

/// <summary><c>CreateOptions</c> of <c>NtCreateFile</c> and <c>OpenOptions</c> of <c>NtOpenFile</c> (<c>wdm.h</c>).</summary>
[Flags]
public enum CreateOptions : uint
{
    /// <summary>No option.</summary>
    None = 0,

    /// <summary>Fail unless the object is a folder.</summary>
    FILE_DIRECTORY_FILE = 0x00000001,

    /// <summary>Write to the disk before the call returns.</summary>
    FILE_WRITE_THROUGH = 0x00000002,

    /// <summary>Calls wait for their completion, and an alert ends the wait.</summary>
    FILE_SYNCHRONOUS_IO_ALERT = 0x00000010,

    /// <summary>Calls wait for their completion.</summary>
    FILE_SYNCHRONOUS_IO_NONALERT = 0x00000020,

    /// <summary>Fail if the object is a folder.</summary>
    FILE_NON_DIRECTORY_FILE = 0x00000040,

    /// <summary>Delete the file when the last handle is closed.</summary>
    FILE_DELETE_ON_CLOSE = 0x00001000,

    /// <summary>The name is a binary file id.</summary>
    FILE_OPEN_BY_FILE_ID = 0x00002000,

    /// <summary>Open with the access for backups.</summary>
    FILE_OPEN_FOR_BACKUP_INTENT = 0x00004000,

    /// <summary>Open a reparse point itself instead of its target.</summary>
    FILE_OPEN_REPARSE_POINT = 0x00200000,
}

/// <summary><c>Flags</c> of <c>FILE_DISPOSITION_INFORMATION_EX</c> (<c>ntddk.h</c>): those that are used here.</summary>
[Flags]
public enum DispositionFlags : uint
{
    /// <summary>Don't delete the file.</summary>
    FILE_DISPOSITION_DO_NOT_DELETE = 0,

    /// <summary>Delete the file.</summary>
    FILE_DISPOSITION_DELETE = 0x01,

    /// <summary>Remove the name at once instead of with the last handle.</summary>
    FILE_DISPOSITION_POSIX_SEMANTICS = 0x02,

    /// <summary>Delete the file even if it is read-only.</summary>
    FILE_DISPOSITION_IGNORE_READONLY_ATTRIBUTE = 0x10,
}

/// <summary>
/// The information classes that are used here: queried of a file, set for it, or listed of a folder (<c>wdm.h</c>, <c>ntifs.h</c>).
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

    /// <summary><c>FILE_STANDARD_INFORMATION</c>: sizes, links, and whether the object is a folder. Needs no access right.</summary>
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

    /// <summary>
    /// <see cref="FILE_RENAME_INFORMATION"/> (the layout of <c>FILE_LINK_INFORMATION</c> is the same): makes a hard link.
    /// </summary>
    FileLinkInformation = 11,

    /// <summary><c>FILE_NAMES_INFORMATION</c>.</summary>
    FileNamesInformation = 12,

    /// <summary><c>FILE_DISPOSITION_INFORMATION</c>, one byte: deletes at the last close.</summary>
    FileDispositionInformation = 13,

    /// <summary><c>FILE_MODE_INFORMATION</c>: the <see cref="CreateOptions"/> that the handle retains.</summary>
    FileModeInformation = 16,

    /// <summary><c>FILE_ALL_INFORMATION</c>: most of the others in one, the name last.</summary>
    FileAllInformation = 18,

    /// <summary><c>FILE_STREAM_INFORMATION</c>: the streams, one after the other.</summary>
    FileStreamInformation = 22,

    /// <summary><see cref="FILE_COMPLETION_INFORMATION"/>: binds a completion port.</summary>
    FileCompletionInformation = 30,

    /// <summary><c>FILE_ID_BOTH_DIR_INFORMATION</c>.</summary>
    FileIdBothDirectoryInformation = 37,

    /// <summary><c>FILE_ID_FULL_DIR_INFORMATION</c>.</summary>
    FileIdFullDirectoryInformation = 38,

    /// <summary><c>FILE_IO_COMPLETION_NOTIFICATION_INFORMATION</c>, flags in four bytes: the notifications to skip.</summary>
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

/// <summary><c>Flags</c> of <see cref="FILE_RENAME_INFORMATION"/> (<c>ntifs.h</c>): those that are used here.</summary>
[Flags]
public enum RenameFlags : uint
{
    /// <summary>No flag.</summary>
    None = 0,

    /// <summary>Replace a file that has the new name. The bit of <c>ReplaceIfExists</c> in the older classes.</summary>
    FILE_RENAME_REPLACE_IF_EXISTS = 1,
}

/// <summary>The share mode: what others may do with a file while it is open (<c>winnt.h</c>).</summary>
[Flags]
public enum ShareAccess : uint
{
    /// <summary>Others may not open the file to read, write or delete it.</summary>
    None = 0,

    /// <summary>Read.</summary>
    FILE_SHARE_READ = 1,

    /// <summary>Write.</summary>
    FILE_SHARE_WRITE = 2,

    /// <summary>Delete and rename.</summary>
    FILE_SHARE_DELETE = 4,

    /// <summary>Read, write, delete and rename.</summary>
    All = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
}

/// <summary>
/// The notifications that a file with a completion port skips (<c>ntifs.h</c>): <c>Flags</c> of
/// <c>FILE_IO_COMPLETION_NOTIFICATION_INFORMATION</c>; those that are used here.
/// </summary>
public static class CompletionModes
{
    /// <summary>Calls that succeed at once queue no packet.</summary>
    public const uint FILE_SKIP_COMPLETION_PORT_ON_SUCCESS = 1;
}

/// <summary>
/// The results of <c>NtCreateFile</c> in <see cref="IO_STATUS_BLOCK.Information"/> (<c>ntifs.h</c>): those that are used here.
/// </summary>
public static class CreateResult
{
    /// <summary>An existing file was replaced by a new one.</summary>
    public const nuint FILE_SUPERSEDED = 0;

    /// <summary>A new file was created.</summary>
    public const nuint FILE_CREATED = 2;

    /// <summary>An existing file was truncated.</summary>
    public const nuint FILE_OVERWRITTEN = 3;
}

/// <summary><c>FILE_BASIC_INFORMATION</c> (wdm.h): times, as FILETIMEs, and attributes. To set them, 0 leaves a field as it is.</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/wdm/ns-wdm-_file_basic_information"/>
[StructLayout(LayoutKind.Sequential)]
public struct FILE_BASIC_INFORMATION
{
    /// <summary>The time of creation.</summary>
    public long CreationTime;

    /// <summary>The time of the last access.</summary>
    public long LastAccessTime;

    /// <summary>The time of the last write, which programs can set.</summary>
    public long LastWriteTime;

    /// <summary>The time of the last change, of content or metadata.</summary>
    public long ChangeTime;

    /// <summary>The attributes.</summary>
    public FileAttributes FileAttributes;
}

/// <summary>The completion port that a file is bound to (<c>ntifs.h</c>).</summary>
[StructLayout(LayoutKind.Sequential)]
public struct FILE_COMPLETION_INFORMATION
{
    /// <summary>The port's handle; zero, in <c>FileReplaceCompletionInformation</c> only, for none.</summary>
    public nint Port;

    /// <summary>The completion key of the port's packets.</summary>
    public nint Key;
}

/// <summary><c>FILE_ID_INFORMATION</c> (ntifs.h): the identity of a file, independent of its path.</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/ns-ntifs-_file_id_information"/>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct FILE_ID_INFORMATION
{
    /// <summary>The serial number of the volume; not filled in by Wine.</summary>
    public ulong VolumeSerialNumber;

    /// <summary>The halves of the file's id on the volume.</summary>
    public ulong FileIdLow, FileIdHigh;

    /// <summary>Calls ntdll's own function, hooked or not, to read the id of a handle's file. False if the system refuses.</summary>
    /// <param name="file">The handle; any access is sufficient.</param>
    /// <param name="information">The result.</param>
    public static bool TryGet(nint file, out FILE_ID_INFORMATION information)
    {
        IO_STATUS_BLOCK result;
        fixed (FILE_ID_INFORMATION* room = &information)
            return NtQueryInformationFile.Exported.Invoke(file, &result, room, (uint)sizeof(FILE_ID_INFORMATION),
                FILE_INFORMATION_CLASS.FileIdInformation).IsSuccess();
    }
}

/// <summary>A new name for the object of a handle (<c>ntifs.h</c>). The layout of <c>FILE_LINK_INFORMATION</c> is the same.</summary>
/// <remarks>The name follows at <see cref="NameOffset"/>: 20 on 64 bit, 12 on 32 bit.</remarks>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct FILE_RENAME_INFORMATION
{
    /// <summary><c>ReplaceIfExists</c> in the lowest byte; the whole field in the Ex classes.</summary>
    public RenameFlags Flags;

    /// <summary>A folder that the name is relative to, or zero.</summary>
    public nint RootDirectory;

    /// <summary>The length of the name in bytes, without a terminator.</summary>
    public uint FileNameLength;

    /// <summary>Gets the offset of the name.</summary>
    public static int NameOffset => 2 * sizeof(nint) + sizeof(uint);
}

/// <summary><c>FILE_STANDARD_INFORMATION</c> (wdm.h): sizes, links and state of a file.</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/wdm/ns-wdm-_file_standard_information"/>
[StructLayout(LayoutKind.Sequential)]
public struct FILE_STANDARD_INFORMATION
{
    /// <summary>The allocated size on the volume in bytes.</summary>
    public long AllocationSize;

    /// <summary>The end of the file, in bytes.</summary>
    public long EndOfFile;

    /// <summary>The number of the file's names.</summary>
    public uint NumberOfLinks;

    /// <summary>Nonzero if the file is delete-pending.</summary>
    public byte DeletePending;

    /// <summary>Nonzero for a folder.</summary>
    public byte Directory;
}

/// <summary>The result of a call on a file (<c>wdm.h</c>). 16 bytes on 64 bit, 8 on 32 bit.</summary>
[StructLayout(LayoutKind.Sequential)]
public struct IO_STATUS_BLOCK
{
    /// <summary>The NTSTATUS; a pointer's size, because a union with a pointer.</summary>
    public nint Status;

    /// <summary>The number of bytes transferred, or a result specific to the call.</summary>
    public nuint Information;
}

/// <summary><c>NtCancelIoFileEx</c>: cancels calls on a file, whichever thread made them (phnt: ntioapi.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/devnotes/nt-cancel-io-file-ex"/>
public readonly unsafe partial struct NtCancelIoFileEx;

/// <summary><c>NtCreateFile</c>: opens or creates a file or folder (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntcreatefile"/>
public readonly unsafe partial struct NtCreateFile;

/// <summary><c>NtDeleteFile</c>: deletes a file by its name (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-zwdeletefile"/>
public readonly unsafe partial struct NtDeleteFile;

/// <summary><c>NtOpenFile</c>: opens an existing file or folder (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntopenfile"/>
public readonly unsafe partial struct NtOpenFile;

/// <summary>
/// <c>NtQueryAttributesFile</c>: queries the times and attributes of a name (<c>FILE_BASIC_INFORMATION</c>) (phnt: ntioapi.h).
/// </summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/devnotes/ntqueryattributesfile"/>
public readonly unsafe partial struct NtQueryAttributesFile;

/// <summary>
/// <c>NtQueryFullAttributesFile</c>: queries the times, sizes and attributes of a name (<c>FILE_NETWORK_OPEN_INFORMATION</c>) (ntddk.h).
/// </summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/wdm/nf-wdm-zwqueryfullattributesfile"/>
public readonly unsafe partial struct NtQueryFullAttributesFile;

/// <summary><c>NtQueryInformationByName</c>: queries a name without opening it; Windows 10 1803 and later (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryinformationbyname"/>
public readonly unsafe partial struct NtQueryInformationByName;

/// <summary><c>NtQueryInformationFile</c>: queries a file by its handle (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryinformationfile"/>
public readonly unsafe partial struct NtQueryInformationFile;

/// <summary><c>NtSetInformationFile</c>: changes a file by its handle (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntsetinformationfile"/>
public readonly unsafe partial struct NtSetInformationFile;
