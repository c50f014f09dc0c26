// Functions that newer systems' ntdll has, with Windows' documented behaviour, over the older ones that this system has. Their hooks go in
// here where ntdll lacks them (RVFS_NTDLL_SUPPLEMENT), so that the handlers run for real.
#include "native.h"

typedef struct
{
    LARGE_INTEGER FileId, CreationTime, LastAccessTime, LastWriteTime, ChangeTime, AllocationSize, EndOfFile;
    ULONG FileAttributes, ReparseTag, NumberOfLinks;
    ACCESS_MASK EffectiveAccess;
} FILE_STAT_INFORMATION_;

enum
{
    SL_RESTART = 1,
    SL_SINGLE = 2,
    FileStatInformation_ = 68,
    SL_QUERY_DIRECTORY_MASK_ = 0x1b
};

// What the original was asked: the name as the hook hands it on, and how often.
__declspec(dllexport) wchar_t last_name[1024];
__declspec(dllexport) volatile LONG listings, queries, watches;

// What the file object of the next query is bound to, which this can't ask the system: set by the program. The query sets signalled.
__declspec(dllexport) struct
{
    HANDLE port;
    void *key;
    ULONG modes;
    LONG signalled;
} file_object;

NTSTATUS NTAPI NtSetIoCompletion(HANDLE, void *, void *, NTSTATUS, ULONG_PTR);
NTSTATUS NTAPI NtClearEvent(HANDLE);
NTSTATUS NTAPI NtSetEvent(HANDLE, LONG *);
NTSTATUS NTAPI NtQueueApcThread(HANDLE, void *, void *, void *, void *);

// A listing on a handle for overlapped calls that ends at once, reported as the I/O manager reports it: Wine's own takes neither event nor
// APC, and posts no packet (Microsoft Learn: NtQueryDirectoryFile, "I/O Completion Ports", SetFileCompletionNotificationModes).
__declspec(dllexport) NTSTATUS NTAPI list_and_report(HANDLE file, HANDLE event, PIO_APC_ROUTINE apc, void *context, IO_STATUS_BLOCK *io,
    void *buffer, ULONG length, int class, BOOLEAN single, UNICODE_STRING *name, BOOLEAN restart)
{
    enum
    {
        SKIP_PORT_ON_SUCCESS = 1,
        SKIP_SET_EVENT_ON_HANDLE = 2
    };
    if (apc && file_object.port)
        return (NTSTATUS)0xC000000D;
    NTSTATUS status = event ? NtClearEvent(event) : 0;
    if (status < 0)
        return status;
    file_object.signalled = 0;
    IO_STATUS_BLOCK result = { 0 };
    status = NtQueryDirectoryFile(file, NULL, NULL, NULL, &result, buffer, length, class, single, name, restart);
    if ((ULONG)status >= 0xC0000000) // an error at once touches nothing
        return status;
    io->Information = result.Information;
    io->Status = status;
    if (event)
        NtSetEvent(event, NULL);
    else if (!(file_object.modes & SKIP_SET_EVENT_ON_HANDLE))
        file_object.signalled = 1;
    if (apc)
        NtQueueApcThread(GetCurrentThread(), (void *)apc, context, io, NULL);
    else if (file_object.port && context && !(status >= 0 && (file_object.modes & SKIP_PORT_ON_SUCCESS)))
        NtSetIoCompletion(file_object.port, file_object.key, context, status, result.Information);
    return status;
}

__declspec(dllexport) NTSTATUS NTAPI NtQueryDirectoryFileEx(HANDLE file, HANDLE event, PIO_APC_ROUTINE apc, void *context,
    IO_STATUS_BLOCK *io, void *buffer, ULONG length, ULONG class, ULONG flags, UNICODE_STRING *name)
{
    InterlockedIncrement(&listings);
    if (flags & ~(ULONG)SL_QUERY_DIRECTORY_MASK_)
        return (NTSTATUS)0xC000000D; // wdm.h: SL_QUERY_DIRECTORY_MASK
    return list_and_report(
        file, event, apc, context, io, buffer, length, (int)class, (flags & SL_SINGLE) != 0, name, (flags & SL_RESTART) != 0);
}

NTSTATUS NTAPI NtNotifyChangeDirectoryFile(HANDLE, HANDLE, PIO_APC_ROUTINE, void *, IO_STATUS_BLOCK *, void *, ULONG, ULONG, BOOLEAN);

// Whether DirectoryNotifyExtendedInformation is taken, for programs in whose folders nothing changes:
// there would be no records of that form.
__declspec(dllexport) volatile LONG takes_extended;

// DirectoryNotifyInformation alone: what the extended form tells is the handler's own.
__declspec(dllexport) NTSTATUS NTAPI NtNotifyChangeDirectoryFileEx(HANDLE file, HANDLE event, PIO_APC_ROUTINE apc, void *context,
    IO_STATUS_BLOCK *io, void *buffer, ULONG length, ULONG filter, BOOLEAN tree, ULONG class)
{
    InterlockedIncrement(&watches);
    return class == 1 || (class == 2 && takes_extended)
        ? NtNotifyChangeDirectoryFile(file, event, apc, context, io, buffer, length, filter, tree)
        : (NTSTATUS)0xC0000003;
}

__declspec(dllexport) NTSTATUS NTAPI
    NtQueryInformationByName(OBJECT_ATTRIBUTES *attributes, IO_STATUS_BLOCK *io, void *buffer, ULONG length, ULONG class)
{
    InterlockedIncrement(&queries);
    ULONG characters = attributes->ObjectName->Length / 2;
    if (characters < 1024)
    {
        memcpy(last_name, attributes->ObjectName->Buffer, characters * 2);
        last_name[characters] = 0;
    }
    if (class != FileStatInformation_)
        return (NTSTATUS)0xC0000003;
    if (length < sizeof(FILE_STAT_INFORMATION_))
        return (NTSTATUS)0xC0000004;
    HANDLE file;
    NTSTATUS status = NtOpenFile(&file, FILE_READ_ATTRIBUTES | SYNCHRONIZE, attributes, io, 7, 0x20);
    if (status)
        return status;
    BY_HANDLE_FILE_INFORMATION information;
    FILE_STAT_INFORMATION_ *stat = buffer;
    memset(stat, 0, sizeof *stat);
    if (GetFileInformationByHandle(file, &information))
    {
        stat->EndOfFile.LowPart = information.nFileSizeLow;
        stat->EndOfFile.HighPart = (LONG)information.nFileSizeHigh;
        stat->LastWriteTime.LowPart = information.ftLastWriteTime.dwLowDateTime;
        stat->LastWriteTime.HighPart = (LONG)information.ftLastWriteTime.dwHighDateTime;
        stat->FileAttributes = information.dwFileAttributes;
        stat->NumberOfLinks = information.nNumberOfLinks;
    }
    CloseHandle(file);
    io->Information = sizeof *stat;
    return 0;
}
