// Watches a folder through NtNotifyChangeDirectoryFileEx, changes it from behind, and prints what it is told.
#include "native.h"

typedef NTSTATUS(NTAPI *WATCH)(HANDLE, HANDLE, void *, void *, IO_STATUS_BLOCK *, void *, ULONG, ULONG, BOOLEAN, ULONG);

// FILE_NOTIFY_EXTENDED_INFORMATION (winnt.h), which the SDK at hand lacks.
typedef struct
{
    ULONG NextEntryOffset, Action;
    LARGE_INTEGER CreationTime, LastModificationTime, LastChangeTime, LastAccessTime, AllocatedLength, FileSize;
    ULONG FileAttributes, ReparsePointTag;
    LARGE_INTEGER FileId, ParentFileId;
    ULONG FileNameLength;
    WCHAR FileName[1];
} EXTENDED;

static unsigned char __attribute__((aligned(8))) buffer[4096];
static IO_STATUS_BLOCK io;
static HANDLE event;

static BY_HANDLE_FILE_INFORMATION information(const wchar_t *path)
{
    BY_HANDLE_FILE_INFORMATION result = { 0 };
    HANDLE file = CreateFileW(path, 0, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    GetFileInformationByHandle(file, &result);
    CloseHandle(file);
    return result;
}

static int is_id(LARGE_INTEGER id, BY_HANDLE_FILE_INFORMATION info) { return id.LowPart == info.nFileIndexLow && (ULONG)id.HighPart == info.nFileIndexHigh; }

static void print(const char *what, ULONG class, const wchar_t *folder)
{
    printf("%s class %lu", what, class);
    if (WaitForSingleObject(event, 20000))
    {
        printf(" nothing came\n");
        return;
    }
    printf(" status %lx", (unsigned long)io.Status);
    for (unsigned char *at = buffer; io.Information; at += *(ULONG *)at)
    {
        EXTENDED *record = (EXTENDED *)at;
        FILE_NOTIFY_INFORMATION *plain = (FILE_NOTIFY_INFORMATION *)at;
        wchar_t name[256] = { 0 }, path[1024];
        memcpy(name, class == 2 ? record->FileName : plain->FileName, class == 2 ? record->FileNameLength : plain->FileNameLength);
        printf(" %lu %ls", record->Action, name);
        swprintf(path, 1024, L"%ls\\%ls", folder, name);
        if (class == 2)
        {
            BY_HANDLE_FILE_INFORMATION file = information(path);
            printf(" size %lld attributes %lx%s%s%s", record->FileSize.QuadPart, record->FileAttributes,
                record->LastModificationTime.LowPart == file.ftLastWriteTime.dwLowDateTime ? " time" : "", is_id(record->FileId, file) ? " id" : "",
                is_id(record->ParentFileId, information(folder)) ? " parent" : "");
        }
        if (!*(ULONG *)at)
        {
            ULONG used = class == 2 ? 84 + record->FileNameLength : 12 + plain->FileNameLength;
            printf(at + used == buffer + io.Information ? " end\n" : " another length\n");
            return;
        }
    }
    printf(" no record\n");
}

// A handle for each step, whose first call it is that counts.
static HANDLE begin(WATCH ask, const wchar_t *folder, ULONG filter, ULONG class)
{
    HANDLE watched = CreateFileW(folder, FILE_LIST_DIRECTORY, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED, NULL);
    printf("class %lu: %lx\n", class, (unsigned long)ask(watched, event, NULL, NULL, &io, buffer, sizeof buffer, filter, FALSE, class));
    return watched;
}

int watch(HMODULE newer, const wchar_t *folder, const wchar_t *name)
{
    WATCH ask = (WATCH)(void *)GetProcAddress(newer, "NtNotifyChangeDirectoryFileEx");
    volatile LONG *watches = (void *)GetProcAddress(newer, "watches");
    wchar_t path[1024];
    swprintf(path, 1024, L"%ls\\%ls", folder, name);
    event = CreateEventW(NULL, TRUE, FALSE, NULL);
    // What the start has found is no change.
    Sleep(1000);
    for (ULONG class = 1; class <= 2; class++)
    {
        HANDLE watched = begin(ask, folder, FILE_NOTIFY_CHANGE_LAST_WRITE, class);
        HANDLE file = CreateFileW(path, GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
        DWORD written;
        WriteFile(file, "forty-eight bytes, which is more than it had so far", 48, &written, NULL);
        CloseHandle(file);
        print("written", class, folder);
        CloseHandle(watched);
    }
    HANDLE watched = begin(ask, folder, FILE_NOTIFY_CHANGE_FILE_NAME, 2);
    DeleteFileW(path);
    print("deleted", 2, folder);
    LONG before = *watches;
    CloseHandle(begin(ask, folder, FILE_NOTIFY_CHANGE_FILE_NAME, 9));
    printf("the original was asked %ld times before, and then %ld\n", before, *watches - before);
    CloseHandle(watched);
    return 0;
}
