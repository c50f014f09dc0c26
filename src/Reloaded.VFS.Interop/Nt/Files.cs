using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using unsafe NtCreateFileFunction = delegate* unmanaged<
    nint*, Reloaded.VFS.Interop.Nt.AccessMask, Reloaded.VFS.Interop.Nt.OBJECT_ATTRIBUTES*, void*, void*, System.IO.FileAttributes,
    Reloaded.VFS.Interop.Nt.ShareAccess, Reloaded.VFS.Interop.Nt.CreateDisposition,
    Reloaded.VFS.Interop.Nt.CreateOptions, void*, uint, Reloaded.VFS.Interop.Nt.NtStatus>;
using unsafe NtOpenFileFunction = delegate* unmanaged<
    nint*, Reloaded.VFS.Interop.Nt.AccessMask, Reloaded.VFS.Interop.Nt.OBJECT_ATTRIBUTES*, void*, Reloaded.VFS.Interop.Nt.ShareAccess,
    Reloaded.VFS.Interop.Nt.CreateOptions, Reloaded.VFS.Interop.Nt.NtStatus>;
using unsafe NtQueryInformationByNameFunction = delegate* unmanaged<
    Reloaded.VFS.Interop.Nt.OBJECT_ATTRIBUTES*, void*, void*, uint, Reloaded.VFS.Interop.Nt.FILE_INFORMATION_CLASS,
    Reloaded.VFS.Interop.Nt.NtStatus>;
using unsafe NtQueryInformationFileFunction = delegate* unmanaged<
    nint, void*, void*, uint, Reloaded.VFS.Interop.Nt.FILE_INFORMATION_CLASS,
    Reloaded.VFS.Interop.Nt.NtStatus>;
using unsafe NtSetInformationFileFunction = delegate* unmanaged<
    nint, void*, void*, uint, Reloaded.VFS.Interop.Nt.FILE_INFORMATION_CLASS,
    Reloaded.VFS.Interop.Nt.NtStatus>;

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

/// <summary><c>CreateDisposition</c> of <c>NtCreateFile</c> (<c>wdm.h</c>).</summary>
public enum CreateDisposition : uint
{
    /// <summary>Replaces what is there, creates what isn't.</summary>
    FILE_SUPERSEDE = 0,

    /// <summary>Opens; fails where nothing is there.</summary>
    FILE_OPEN = 1,

    /// <summary>Creates; fails where something is there.</summary>
    FILE_CREATE = 2,

    /// <summary>Opens or creates.</summary>
    FILE_OPEN_IF = 3,

    /// <summary>Empties; fails where nothing is there.</summary>
    FILE_OVERWRITE = 4,

    /// <summary>Empties or creates.</summary>
    FILE_OVERWRITE_IF = 5,
}

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

/// <summary><c>Flags</c> of <c>FILE_DISPOSITION_INFORMATION_EX</c> (<c>ntddk.h</c>): those that are used here.</summary>
[Flags]
public enum DispositionFlags : uint
{
    /// <summary>The file isn't to be deleted.</summary>
    FILE_DISPOSITION_DO_NOT_DELETE = 0,

    /// <summary>The file is to be deleted.</summary>
    FILE_DISPOSITION_DELETE = 0x01,

    /// <summary>The name goes at once, and not with the last handle.</summary>
    FILE_DISPOSITION_POSIX_SEMANTICS = 0x02,

    /// <summary>A read-only file is deleted, too.</summary>
    FILE_DISPOSITION_IGNORE_READONLY_ATTRIBUTE = 0x10,
}

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

/// <summary><c>Flags</c> of <see cref="FILE_RENAME_INFORMATION"/> (<c>ntifs.h</c>): those that are used here.</summary>
[Flags]
public enum RenameFlags : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>A file of the new name is replaced. The bit of <c>ReplaceIfExists</c> in the older classes.</summary>
    FILE_RENAME_REPLACE_IF_EXISTS = 1,
}

/// <summary>What others may do with a file as long as it is open (<c>winnt.h</c>).</summary>
[Flags]
public enum ShareAccess : uint
{
    /// <summary>Others may not open it to read, write or delete it.</summary>
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
/// What a file with a completion port doesn't report (<c>ntifs.h</c>): <c>Flags</c> of <c>FILE_IO_COMPLETION_NOTIFICATION_INFORMATION</c>;
/// those that are used here.
/// </summary>
public static class CompletionModes
{
    /// <summary>Calls that succeed at once queue no packet.</summary>
    public const uint FILE_SKIP_COMPLETION_PORT_ON_SUCCESS = 1;
}

/// <summary>
/// What <c>NtCreateFile</c> has done, in <see cref="IO_STATUS_BLOCK.Information"/> (<c>ntifs.h</c>): those that are used here.
/// </summary>
public static class CreateResult
{
    /// <summary>A file was there, and a new one has taken its place.</summary>
    public const nuint FILE_SUPERSEDED = 0;

    /// <summary>It wasn't there, and is now.</summary>
    public const nuint FILE_CREATED = 2;

    /// <summary>A file was there, and has lost its content.</summary>
    public const nuint FILE_OVERWRITTEN = 3;
}

/// <summary>The completion port that a file is bound to (<c>ntifs.h</c>).</summary>
[StructLayout(LayoutKind.Sequential)]
public struct FILE_COMPLETION_INFORMATION
{
    /// <summary>The port's handle; zero, in <c>FileReplaceCompletionInformation</c> only, for none.</summary>
    public nint Port;

    /// <summary>What each of its packets carries.</summary>
    public nint Key;
}

/// <summary><c>FILE_ID_INFORMATION</c> (ntifs.h): what <c>FileIdInformation</c> tells of a file, whatever path leads to it.</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/ns-ntifs-_file_id_information"/>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct FILE_ID_INFORMATION
{
    /// <summary>The serial number of the volume; Wine tells none.</summary>
    public ulong VolumeSerialNumber;

    /// <summary>The lower half of the id of the file on the volume.</summary>
    public ulong FileIdLow;

    /// <summary>Its upper half.</summary>
    public ulong FileIdHigh;

    /// <summary>Asks ntdll's own function, hooked or not, about the file of a handle. False where the system refuses to tell.</summary>
    /// <param name="file">The handle; any access will do.</param>
    /// <param name="information">What the system tells.</param>
    public static bool TryGet(nint file, out FILE_ID_INFORMATION information)
    {
        IO_STATUS_BLOCK result;
        fixed (FILE_ID_INFORMATION* room = &information)
            return NtQueryInformationFile.Exported.Invoke(file, &result, room, (uint)sizeof(FILE_ID_INFORMATION),
                FILE_INFORMATION_CLASS.FileIdInformation).IsSuccess();
    }
}

/// <summary>
/// A new name for what a handle leads to (<c>ntifs.h</c>); <c>FILE_LINK_INFORMATION</c> is laid out alike. The name follows at
/// <see cref="NameOffset"/>: 20 on 64 bit, 12 on 32 bit.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct FILE_RENAME_INFORMATION
{
    /// <summary>
    /// <c>ReplaceIfExists</c> in the lowest byte; in the Ex classes all of it.
    /// </summary>
    public RenameFlags Flags;

    /// <summary>A folder that the name is relative to, or zero.</summary>
    public nint RootDirectory;

    /// <summary>The name's bytes, without a terminator.</summary>
    public uint FileNameLength;

    /// <summary>Where the name begins.</summary>
    public static int NameOffset => 2 * sizeof(nint) + sizeof(uint);
}

/// <summary><c>FILE_STANDARD_INFORMATION</c> (wdm.h): what <c>FileStandardInformation</c> tells of a file.</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/wdm/ns-wdm-_file_standard_information"/>
[StructLayout(LayoutKind.Sequential)]
public struct FILE_STANDARD_INFORMATION
{
    /// <summary>The bytes that the file takes on the volume.</summary>
    public long AllocationSize;

    /// <summary>Where the file ends, in bytes.</summary>
    public long EndOfFile;

    /// <summary>How many names the file has.</summary>
    public uint NumberOfLinks;

    /// <summary>Not 0 where the file is deleted with its last handle.</summary>
    public byte DeletePending;

    /// <summary>Not 0 for a folder.</summary>
    public byte Directory;
}

/// <summary>How a call on a file ended (<c>wdm.h</c>). 16 bytes on 64 bit, 8 on 32 bit.</summary>
[StructLayout(LayoutKind.Sequential)]
public struct IO_STATUS_BLOCK
{
    /// <summary>The NTSTATUS; shares its place with a pointer, so that it takes a pointer's size.</summary>
    public nint Status;

    /// <summary>Bytes moved, or what the call says it is.</summary>
    public nuint Information;
}

/// <summary><c>NtCancelIoFileEx</c>: cancels calls on a file, whichever thread has begun them (phnt: ntioapi.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/devnotes/nt-cancel-io-file-ex"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtCancelIoFileEx(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint fileHandle, void* ioRequestToCancel, void* ioStatusBlock) =>
        ((delegate* unmanaged<nint, void*, void*, NtStatus>)address)(fileHandle, ioRequestToCancel, ioStatusBlock);
}

/// <summary><c>NtCreateFile</c>: opens a file or folder, or makes one (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntcreatefile"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtCreateFile(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(NtCreateFileFunction function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        nint* fileHandle, AccessMask desiredAccess, OBJECT_ATTRIBUTES* objectAttributes, void* ioStatusBlock, void* allocationSize,
        FileAttributes fileAttributes, ShareAccess shareAccess, CreateDisposition createDisposition, CreateOptions createOptions,
        void* eaBuffer, uint eaLength) =>
        ((NtCreateFileFunction)address)(
            fileHandle, desiredAccess, objectAttributes, ioStatusBlock, allocationSize, fileAttributes, shareAccess, createDisposition,
            createOptions, eaBuffer, eaLength);
}

/// <summary><c>NtDeleteFile</c>: deletes what a name leads to (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-zwdeletefile"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtDeleteFile(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(delegate* unmanaged<OBJECT_ATTRIBUTES*, NtStatus> function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes) =>
        ((delegate* unmanaged<OBJECT_ATTRIBUTES*, NtStatus>)address)(objectAttributes);
}

/// <summary><c>NtOpenFile</c>: opens a file or folder that is there (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntopenfile"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtOpenFile(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(NtOpenFileFunction function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        nint* fileHandle, AccessMask desiredAccess, OBJECT_ATTRIBUTES* objectAttributes, void* ioStatusBlock, ShareAccess shareAccess,
        CreateOptions openOptions) =>
        ((NtOpenFileFunction)address)(fileHandle, desiredAccess, objectAttributes, ioStatusBlock, shareAccess, openOptions);
}

/// <summary>
/// <c>NtQueryAttributesFile</c>: tells the times and attributes of a name (<c>FILE_BASIC_INFORMATION</c>)
/// (phnt: ntioapi.h).
/// </summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/devnotes/ntqueryattributesfile"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryAttributesFile(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(delegate* unmanaged<OBJECT_ATTRIBUTES*, void*, NtStatus> function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes, void* fileInformation) =>
        ((delegate* unmanaged<OBJECT_ATTRIBUTES*, void*, NtStatus>)address)(objectAttributes, fileInformation);
}

/// <summary>
/// <c>NtQueryFullAttributesFile</c>: tells the times, sizes and attributes of a name (<c>FILE_NETWORK_OPEN_INFORMATION</c>)
/// (ntddk.h).
/// </summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/wdm/nf-wdm-zwqueryfullattributesfile"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryFullAttributesFile(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtQueryFullAttributesFile Exported => new(SystemExports.NtQueryFullAttributesFile);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(delegate* unmanaged<OBJECT_ATTRIBUTES*, void*, NtStatus> function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes, void* fileInformation) =>
        ((delegate* unmanaged<OBJECT_ATTRIBUTES*, void*, NtStatus>)address)(objectAttributes, fileInformation);
}

/// <summary><c>NtQueryInformationByName</c>: tells of a name without opening it; Windows 10 1803 and later (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryinformationbyname"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryInformationByName(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(NtQueryInformationByNameFunction function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        OBJECT_ATTRIBUTES* objectAttributes, void* ioStatusBlock, void* fileInformation, uint length,
        FILE_INFORMATION_CLASS fileInformationClass) =>
        ((NtQueryInformationByNameFunction)address)(objectAttributes, ioStatusBlock, fileInformation, length, fileInformationClass);
}

/// <summary><c>NtQueryInformationFile</c>: tells of a file by its handle (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryinformationfile"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryInformationFile(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtQueryInformationFile Exported => new(SystemExports.NtQueryInformationFile);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(NtQueryInformationFileFunction function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        nint fileHandle, void* ioStatusBlock, void* fileInformation, uint length,
        FILE_INFORMATION_CLASS fileInformationClass) =>
        ((NtQueryInformationFileFunction)address)(fileHandle, ioStatusBlock, fileInformation, length, fileInformationClass);
}

/// <summary><c>NtSetInformationFile</c>: changes a file by its handle (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntsetinformationfile"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtSetInformationFile(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(NtSetInformationFileFunction function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        nint fileHandle, void* ioStatusBlock, void* fileInformation, uint length,
        FILE_INFORMATION_CLASS fileInformationClass) =>
        ((NtSetInformationFileFunction)address)(fileHandle, ioStatusBlock, fileInformation, length, fileInformationClass);
}
