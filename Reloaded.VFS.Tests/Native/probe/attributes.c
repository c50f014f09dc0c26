// Commands for the compression, security and disk use of files: reading and changing them.
#include "probe.h"
#include <aclapi.h>
#include <sddl.h>
#include <winioctl.h>

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

static HANDLE open_with(const wchar_t *path, DWORD access)
{
    HANDLE file = CreateFileW(path, access, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE)
        printf("CreateFileW: error %lu\n", GetLastError());
    return file;
}

// compress PATH FORMAT: 0 none, 1 as the system likes, 2 LZNT1. What came of it, and what the file says of itself then.
static void compress(int count, wchar_t **a)
{
    (void)count;
    HANDLE file = open_with(a[0], GENERIC_READ | GENERIC_WRITE);
    if (file == INVALID_HANDLE_VALUE)
        return;
    USHORT format = (USHORT)_wtoi(a[1]), now = 0xffff;
    DWORD bytes = 0;
    SetLastError(0);
    BOOL done = DeviceIoControl(file, FSCTL_SET_COMPRESSION, &format, sizeof format, NULL, 0, &bytes, NULL);
    printf("set %d error %lu", done, GetLastError());
    SetLastError(0);
    done = DeviceIoControl(file, FSCTL_GET_COMPRESSION, NULL, 0, &now, sizeof now, &bytes, NULL);
    printf(" get %d error %lu format %u", done, GetLastError(), now);
    // FILE_COMPRESSION_INFORMATION: CompressedFileSize, CompressionFormat, shifts, reserved.
    struct
    {
        LARGE_INTEGER size;
        USHORT format;
        UCHAR shifts[3], reserved[3];
    } information = { 0 };
    IO_STATUS_BLOCK io = { 0 };
    NTSTATUS status = NtQueryInformationFile(file, &io, &information, sizeof information, (FILE_INFORMATION_CLASS)28);
    printf(" information %08lx", status);
    if (NT_SUCCESS(status))
        printf(" on disk %lld format %u", information.size.QuadPart, information.format);
    printf("\n");
    CloseHandle(file);
}

// sparse FILE FROM TO: makes it sparse and empties a part of it.
static void make_sparse(int count, wchar_t **a)
{
    (void)count;
    HANDLE file = open_with(a[0], GENERIC_READ | GENERIC_WRITE);
    if (file == INVALID_HANDLE_VALUE)
        return;
    FILE_ZERO_DATA_INFORMATION part = { .FileOffset.QuadPart = _wtoi(a[1]), .BeyondFinalZero.QuadPart = _wtoi(a[2]) };
    DWORD bytes = 0;
    SetLastError(0);
    BOOL done = DeviceIoControl(file, FSCTL_SET_SPARSE, NULL, 0, NULL, 0, &bytes, NULL);
    printf("sparse %d error %lu", done, GetLastError());
    SetLastError(0);
    done = DeviceIoControl(file, FSCTL_SET_ZERO_DATA, &part, sizeof part, NULL, 0, &bytes, NULL);
    printf(" zero %d error %lu\n", done, GetLastError());
    CloseHandle(file);
}

// Who may do what with it, as text.
static void put_security(int count, wchar_t **a)
{
    (void)count;
    PSECURITY_DESCRIPTOR descriptor = NULL;
    DWORD error = GetNamedSecurityInfoW(a[0], SE_FILE_OBJECT, DACL_SECURITY_INFORMATION, NULL, NULL, NULL, NULL, &descriptor);
    wchar_t *text = NULL;
    if (error)
    {
        printf("GetNamedSecurityInfoW: error %lu\n", error);
        return;
    }
    ConvertSecurityDescriptorToStringSecurityDescriptorW(descriptor, SDDL_REVISION_1, DACL_SECURITY_INFORMATION, &text, NULL);
    printf("%ls\n", text ? text : L"(no text)");
    LocalFree(text);
    LocalFree(descriptor);
}

// setsecurity PATH SDDL
static void set_security(int count, wchar_t **a)
{
    (void)count;
    PSECURITY_DESCRIPTOR descriptor = NULL;
    ConvertStringSecurityDescriptorToSecurityDescriptorW(a[1], SDDL_REVISION_1, &descriptor, NULL);
    SetLastError(0);
    printf("%d", descriptor && SetFileSecurityW(a[0], DACL_SECURITY_INFORMATION, descriptor));
    printf(" error %lu\n", GetLastError());
    LocalFree(descriptor);
}

// access PATH: which rights an open is given, and that a read needs the right to read.
static void put_access(int count, wchar_t **a)
{
    (void)count;
    static const DWORD rights[] = { FILE_READ_DATA, FILE_WRITE_DATA, FILE_APPEND_DATA, FILE_EXECUTE, FILE_READ_ATTRIBUTES,
        FILE_WRITE_ATTRIBUTES, DELETE, READ_CONTROL, WRITE_DAC, WRITE_OWNER, GENERIC_READ, GENERIC_WRITE, GENERIC_EXECUTE, GENERIC_ALL,
        MAXIMUM_ALLOWED };
    for (size_t i = 0; i < sizeof rights / sizeof *rights; i++)
    {
        HANDLE file = CreateFileW(a[0], rights[i], SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
        if (file == INVALID_HANDLE_VALUE)
        {
            printf(" %lx:error %lu", rights[i], GetLastError());
            continue;
        }
        char byte;
        DWORD got = 0, granted[1] = { 0 };
        IO_STATUS_BLOCK io;
        SetLastError(0);
        BOOL read = ReadFile(file, &byte, 1, &got, NULL);
        DWORD error = GetLastError();
        NtQueryInformationFile(file, &io, granted, sizeof granted, (FILE_INFORMATION_CLASS)8); // FileAccessInformation
        printf(" %lx:%lx read %d %lu", rights[i], granted[0], read, error);
        CloseHandle(file);
    }
    printf("\n");
}

const COMMAND attribute_commands[] = {
    { L"compress", compress, 2, L"PATH FORMAT" },
    { L"sparse", make_sparse, 3, L"FILE FROM TO" },
    { L"security", put_security, 1, L"PATH" },
    { L"setsecurity", set_security, 2, L"PATH SDDL" },
    { L"access", put_access, 1, L"PATH" },
    { 0 },
};
