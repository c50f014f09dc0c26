// Watches a folder through NtNotifyChangeDirectoryFileEx, changes it by other means, and prints the notifications.
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

static int is_id(LARGE_INTEGER id, BY_HANDLE_FILE_INFORMATION info)
{
    return id.LowPart == info.nFileIndexLow && (ULONG)id.HighPart == info.nFileIndexHigh;
}

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
                record->LastModificationTime.LowPart == file.ftLastWriteTime.dwLowDateTime ? " time" : "",
                is_id(record->FileId, file) ? " id" : "", is_id(record->ParentFileId, information(folder)) ? " parent" : "");
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
    HANDLE watched =
        CreateFileW(folder, FILE_LIST_DIRECTORY, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED, NULL);
    printf("class %lu: %lx\n", class, (unsigned long)ask(watched, event, NULL, NULL, &io, buffer, sizeof buffer, filter, FALSE, class));
    return watched;
}

// A thread that waits in a call on a handle that isn't for overlapped calls.
static struct waiter
{
    WATCH ask;
    HANDLE folder, thread;
    volatile LONG answer;
    IO_STATUS_BLOCK io;
    unsigned char __attribute__((aligned(8))) buffer[4096];
} waiter;

static DWORD WINAPI wait_for_changes(void *argument)
{
    (void)argument;
    LONG status = waiter.ask(
        waiter.folder, NULL, NULL, NULL, &waiter.io, waiter.buffer, sizeof waiter.buffer, FILE_NOTIFY_CHANGE_FILE_NAME, FALSE, 1);
    waiter.answer = 1;
    return (DWORD)status;
}

static void begin_waiting(void)
{
    waiter.answer = 0;
    memset(&waiter.io, 0xFF, sizeof waiter.io);
    waiter.thread = CreateThread(NULL, 0, wait_for_changes, NULL, 0, NULL);
    Sleep(500);
}

static void print_waiting(const char *what, const char *how)
{
    DWORD status = 0;
    if (WaitForSingleObject(waiter.thread, 20000))
    {
        printf("%s: %s, still waiting\n", what, how);
        return;
    }
    GetExitCodeThread(waiter.thread, &status);
    printf("%s: %s, status %lx %lx bytes %llu\n", what, how, status, (unsigned long)waiter.io.Status,
        (unsigned long long)waiter.io.Information);
    CloseHandle(waiter.thread);
}

// How CancelSynchronousIo went: its error.
static const char *cancel(HANDLE thread, DWORD access)
{
    static char text[64];
    HANDLE copy = NULL;
    DuplicateHandle(GetCurrentProcess(), thread, GetCurrentProcess(), &copy, access, FALSE, access ? 0 : DUPLICATE_SAME_ACCESS);
    BOOL done = CancelSynchronousIo(copy);
    sprintf(text, "%s %lu", done ? "cancelled" : "not cancelled", done ? 0 : GetLastError());
    CloseHandle(copy);
    return text;
}

static void wait_and_cancel(WATCH ask, const wchar_t *folder)
{
    waiter.ask = ask;
    waiter.folder = CreateFileW(folder, FILE_LIST_DIRECTORY, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    begin_waiting();
    printf("waiting: %s\n", waiter.answer ? "no" : "yes");
    wchar_t path[1024];
    swprintf(path, 1024, L"%ls\\waited.txt", folder);
    CloseHandle(CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL));
    print_waiting("answered", "a new file");
    begin_waiting();
    printf("another thread: %s\n", cancel(GetCurrentThread(), 0));
    printf("without the right: %s, answered %ld\n", cancel(waiter.thread, SYNCHRONIZE), waiter.answer);
    print_waiting("cancelled", cancel(waiter.thread, 0));
    begin_waiting();
    print_waiting("with that right alone", cancel(waiter.thread, THREAD_TERMINATE));
    begin_waiting();
    CancelIoEx(waiter.folder, NULL);
    print_waiting("cancelled", "by the handle");
    DeleteFileW(path);
    CloseHandle(waiter.folder);
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
    for (ULONG class = 1; class <= 2; class ++)
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
    LONG asked = *watches;
    wait_and_cancel(ask, folder);
    printf("the original was asked %ld times before, and then %ld\n", before, asked - before);
    CloseHandle(watched);
    return 0;
}
