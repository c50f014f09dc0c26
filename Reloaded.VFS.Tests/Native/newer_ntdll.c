// Functions that newer systems' ntdll has, with Windows' documented behaviour, over the older ones that this system has. Their hooks go in
// here where ntdll lacks them (RVFS_NTDLL_SUPPLEMENT), so that the handlers run for real.
#include "native.h"

typedef struct
{
    LARGE_INTEGER FileId, CreationTime, LastAccessTime, LastWriteTime, ChangeTime, AllocationSize, EndOfFile;
    ULONG FileAttributes, ReparseTag, NumberOfLinks;
    ACCESS_MASK EffectiveAccess;
} FILE_STAT_INFORMATION_;

enum { SL_RESTART = 1, SL_SINGLE = 2, FileStatInformation_ = 68 };

// What the original was asked: the name as the hook hands it on, and how often.
__declspec(dllexport) wchar_t last_name[1024];
__declspec(dllexport) volatile LONG listings, queries;

__declspec(dllexport) NTSTATUS NTAPI NtQueryDirectoryFileEx(HANDLE file, HANDLE event, PIO_APC_ROUTINE apc, void *context, IO_STATUS_BLOCK *io,
    void *buffer, ULONG length, ULONG class, ULONG flags, UNICODE_STRING *name)
{
    InterlockedIncrement(&listings);
    return NtQueryDirectoryFile(file, event, apc, context, io, buffer, length, (int)class, (flags & SL_SINGLE) != 0, name, (flags & SL_RESTART) != 0);
}

__declspec(dllexport) NTSTATUS NTAPI NtQueryInformationByName(OBJECT_ATTRIBUTES *attributes, IO_STATUS_BLOCK *io, void *buffer, ULONG length, ULONG class)
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
