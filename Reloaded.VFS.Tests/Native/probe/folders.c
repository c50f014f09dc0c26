// Commands that delete folders in every way that programs use, with folder handles open meanwhile.
#include "probe.h"

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

static void put_ok(const char *what, BOOL ok)
{
    DWORD error = GetLastError();
    if (ok)
        printf("%s: ok\n", what);
    else
        printf("%s: error %lu\n", what, error);
}

static HANDLE open_to_delete(const wchar_t *path, DWORD share, DWORD flags)
{
    HANDLE folder =
        CreateFileW(path, DELETE | FILE_LIST_DIRECTORY | SYNCHRONIZE, share, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
    if (folder == INVALID_HANDLE_VALUE)
        put_ok("CreateFileW", FALSE);
    return folder;
}

static NTSTATUS dispose(HANDLE folder, int deletes)
{
    IO_STATUS_BLOCK io = { 0 };
    BYTE flag = (BYTE)deletes;
    return NtSetInformationFile(folder, &io, &flag, 1, (FILE_INFORMATION_CLASS)13);
}

// rdclose FOLDER: FILE_DELETE_ON_CLOSE.
static void remove_on_close(int n, wchar_t **a)
{
    (void)n;
    HANDLE folder = open_to_delete(a[0], SHARE_ALL, FILE_FLAG_DELETE_ON_CLOSE);
    if (folder == INVALID_HANDLE_VALUE)
        return;
    put_ok("CloseHandle", CloseHandle(folder));
}

// rdundo FOLDER TIMES: marked for deletion and taken back, so many times.
static void undo(int n, wchar_t **a)
{
    (void)n;
    HANDLE folder = open_to_delete(a[0], SHARE_ALL, 0);
    if (folder == INVALID_HANDLE_VALUE)
        return;
    for (int i = _wtoi(a[1]); i > 0; i--)
    {
        printf("delete status=%08lx ", dispose(folder, 1));
        printf("undo status=%08lx\n", dispose(folder, 0));
    }
    CloseHandle(folder);
}

// rdheld FOLDER: deleted through one handle while another is open, looked at by name between the steps.
static void remove_held(int n, wchar_t **a)
{
    (void)n;
    HANDLE other = open_folder(a[0]), folder = open_to_delete(a[0], SHARE_ALL, 0);
    if (folder == INVALID_HANDLE_VALUE)
        return;
    printf("status=%08lx\n", dispose(folder, 1));
    put_ok("CloseHandle", CloseHandle(folder));
    put_ok("CreateDirectoryW while it is held", CreateDirectoryW(a[0], NULL));
    put_ok("CloseHandle", CloseHandle(other));
    put_ok("CreateDirectoryW", CreateDirectoryW(a[0], NULL));
}

// rdcopy FOLDER: deleted through a handle of which there is a second.
static void remove_duplicated(int n, wchar_t **a)
{
    (void)n;
    HANDLE folder = open_to_delete(a[0], SHARE_ALL, 0), copy = NULL;
    if (folder == INVALID_HANDLE_VALUE)
        return;
    DuplicateHandle(GetCurrentProcess(), folder, GetCurrentProcess(), &copy, 0, FALSE, DUPLICATE_SAME_ACCESS);
    printf("status=%08lx\n", dispose(folder, 1));
    CloseHandle(folder);
    printf("undo by the copy status=%08lx\n", dispose(copy, 0));
    printf("status=%08lx\n", dispose(copy, 1));
    CloseHandle(copy);
    put_ok("CreateDirectoryW", CreateDirectoryW(a[0], NULL));
}

// rdmoved FOLDER: deleted through a handle that is closed by duplicating it, to another handle and to none.
static void remove_moved(int n, wchar_t **a)
{
    (void)n;
    HANDLE folder = open_to_delete(a[0], SHARE_ALL, 0), copy = NULL;
    if (folder == INVALID_HANDLE_VALUE)
        return;
    printf("status=%08lx\n", dispose(folder, 1));
    put_ok("DuplicateHandle",
        DuplicateHandle(GetCurrentProcess(), folder, GetCurrentProcess(), &copy, 0, FALSE, DUPLICATE_SAME_ACCESS | DUPLICATE_CLOSE_SOURCE));
    printf("attributes %s\n", GetFileAttributesW(a[0]) == INVALID_FILE_ATTRIBUTES ? "none" : "there");
    printf("to none status=%08lx\n", NtDuplicateObject(GetCurrentProcess(), copy, NULL, NULL, 0, 0, DUPLICATE_CLOSE_SOURCE));
    printf("attributes %s\n", GetFileAttributesW(a[0]) == INVALID_FILE_ATTRIBUTES ? "none" : "there");
    put_ok("CreateDirectoryW", CreateDirectoryW(a[0], NULL));
}

// rdprotected FOLDER: closed, while it is marked for deletion, by a call that the system refuses; then taken back and closed.
static void remove_protected(int n, wchar_t **a)
{
    (void)n;
    HANDLE folder = open_to_delete(a[0], SHARE_ALL, 0);
    if (folder == INVALID_HANDLE_VALUE)
        return;
    printf("status=%08lx\n", dispose(folder, 1));
    SetHandleInformation(folder, HANDLE_FLAG_PROTECT_FROM_CLOSE, HANDLE_FLAG_PROTECT_FROM_CLOSE);
    printf("close status=%08lx\n", NtClose(folder));
    printf("undo status=%08lx\n", dispose(folder, 0));
    SetHandleInformation(folder, HANDLE_FLAG_PROTECT_FROM_CLOSE, 0);
    put_ok("CloseHandle", CloseHandle(folder));
}

typedef struct
{
    HANDLE folder;
    volatile LONG *ready;
} CLOSING;

static DWORD WINAPI close_at_once(void *p)
{
    CLOSING *closing = p;
    InterlockedDecrement(closing->ready);
    while (*closing->ready > 0)
        YieldProcessor();
    CloseHandle(closing->folder);
    return 0;
}

// rdrace PREFIX COUNT: PREFIX0 to PREFIX<COUNT - 1>, empty folders, each deleted through two handles that two threads close at once.
static void remove_at_once(int n, wchar_t **a)
{
    (void)n;
    int left = 0, count = _wtoi(a[1]);
    for (int i = 0; i < count; i++)
    {
        wchar_t path[MAX_PATH];
        swprintf(path, MAX_PATH, L"%ls%d", a[0], i);
        HANDLE folder = open_to_delete(path, SHARE_ALL, 0), copy = NULL, threads[2];
        if (folder == INVALID_HANDLE_VALUE)
            return;
        DuplicateHandle(GetCurrentProcess(), folder, GetCurrentProcess(), &copy, 0, FALSE, DUPLICATE_SAME_ACCESS);
        NTSTATUS status = dispose(folder, 1);
        if (status)
            printf("%d: status=%08lx\n", i, status);
        volatile LONG ready = 2;
        CLOSING closing[2] = { { folder, &ready }, { copy, &ready } };
        for (int t = 0; t < 2; t++)
            threads[t] = CreateThread(NULL, 0, close_at_once, &closing[t], 0, NULL);
        WaitForMultipleObjects(2, threads, TRUE, INFINITE);
        CloseHandle(threads[0]);
        CloseHandle(threads[1]);
        left += GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES;
    }
    printf("%d left\n", left);
}

// rdearly FOLDER NAME [delete]: a handle, then a new file in the folder (deleted again), then deletion through the handle.
static void remove_early(int n, wchar_t **a)
{
    HANDLE folder = open_to_delete(a[0], SHARE_ALL, 0);
    if (folder == INVALID_HANDLE_VALUE)
        return;
    wchar_t path[MAX_PATH];
    swprintf(path, MAX_PATH, L"%ls\\%ls", a[0], a[1]);
    HANDLE file = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL);
    put_ok("CreateFileW", file != INVALID_HANDLE_VALUE);
    CloseHandle(file);
    if (n > 2)
        put_ok("DeleteFileW", DeleteFileW(path));
    printf("status=%08lx\n", dispose(folder, 1));
    CloseHandle(folder);
    printf("attributes %s\n", GetFileAttributesW(a[0]) == INVALID_FILE_ATTRIBUTES ? "none" : "there");
    put_ok("CreateDirectoryW", CreateDirectoryW(a[0], NULL));
}

static void list_handle(HANDLE folder, int restart)
{
    static BYTE buffer[1 << 16];
    IO_STATUS_BLOCK io = { 0 };
    NTSTATUS status;
    while ((status = NtQueryDirectoryFile(
                folder, NULL, NULL, NULL, &io, buffer, sizeof buffer, (FILE_INFORMATION_CLASS)1, FALSE, NULL, (BOOLEAN)restart))
        == 0)
    {
        restart = 0;
        for (BYTE *at = buffer;; at += *(ULONG *)at)
        {
            printf("  %.*ls\n", (int)(*(ULONG *)(at + 60) / 2), (wchar_t *)(at + 64));
            if (!*(ULONG *)at)
                break;
        }
    }
    printf("end %08lx\n", status);
}

// listheld FOLDER NAME: a handle, then a new file and a new folder in it, then a listing through the handle, twice. (What comes after the
// first one Wine doesn't list by a restart.)
static void list_held(int n, wchar_t **a)
{
    (void)n;
    HANDLE folder = open_folder(a[0]);
    wchar_t path[MAX_PATH];
    swprintf(path, MAX_PATH, L"%ls\\%ls", a[0], a[1]);
    HANDLE file = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL);
    put_ok("CreateFileW", file != INVALID_HANDLE_VALUE);
    CloseHandle(file);
    wcscat(path, L" folder");
    put_ok("CreateDirectoryW", CreateDirectoryW(path, NULL));
    list_handle(folder, 0);
    list_handle(folder, 1);
    CloseHandle(folder);
}

// mkalone FOLDER NAME: made, and opened without sharing; meanwhile a file is made in it, looked at and deleted.
static void make_alone(int n, wchar_t **a)
{
    (void)n;
    put_ok("CreateDirectoryW", CreateDirectoryW(a[0], NULL));
    HANDLE folder = open_to_delete(a[0], 0, 0);
    wchar_t path[MAX_PATH];
    swprintf(path, MAX_PATH, L"%ls\\%ls", a[0], a[1]);
    HANDLE file = CreateFileW(path, GENERIC_WRITE, SHARE_ALL, NULL, CREATE_NEW, 0, NULL);
    put_ok("CreateFileW", file != INVALID_HANDLE_VALUE);
    CloseHandle(file);
    // Whoever follows the folder can't list it now, and has had the time to try.
    Sleep(300);
    printf("attributes %lx\n", GetFileAttributesW(path));
    put_ok("DeleteFileW", DeleteFileW(path));
    CloseHandle(folder);
    put_ok("RemoveDirectoryW", RemoveDirectoryW(a[0]));
}

static void remove_tree(const wchar_t *path)
{
    wchar_t pattern[2 * MAX_PATH];
    swprintf(pattern, 2 * MAX_PATH, L"%ls\\*", path);
    WIN32_FIND_DATAW found;
    HANDLE search = FindFirstFileW(pattern, &found);
    if (search == INVALID_HANDLE_VALUE)
        printf("FindFirstFileW %ls: error %lu\n", path, GetLastError());
    for (BOOL more = search != INVALID_HANDLE_VALUE; more; more = FindNextFileW(search, &found))
    {
        if (!wcscmp(found.cFileName, L".") || !wcscmp(found.cFileName, L".."))
            continue;
        swprintf(pattern, 2 * MAX_PATH, L"%ls\\%ls", path, found.cFileName);
        if (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
        {
            remove_tree(pattern);
            continue;
        }
        if (found.dwFileAttributes & FILE_ATTRIBUTE_READONLY)
            SetFileAttributesW(pattern, FILE_ATTRIBUTE_NORMAL);
        if (!DeleteFileW(pattern))
            printf("DeleteFileW %ls: error %lu\n", found.cFileName, GetLastError());
    }
    if (search != INVALID_HANDLE_VALUE)
        FindClose(search);
    if (!RemoveDirectoryW(path))
        printf("RemoveDirectoryW %ls: error %lu\n", path, GetLastError());
}

// rdall FOLDER: with everything in it, as "rd /s" does.
static void remove_all(int n, wchar_t **a)
{
    (void)n;
    remove_tree(a[0]);
    printf("done, attributes %s\n", GetFileAttributesW(a[0]) == INVALID_FILE_ATTRIBUTES ? "none" : "there");
}

// opensaved SLOT: what the id that "saveid" took leads to now.
static LARGE_INTEGER saved_id;

static void save_id(int n, wchar_t **a)
{
    (void)n;
    IO_STATUS_BLOCK io = { 0 };
    HANDLE file = CreateFileW(a[0], FILE_READ_ATTRIBUTES, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    printf("status=%08lx\n", NtQueryInformationFile(file, &io, &saved_id, sizeof saved_id, (FILE_INFORMATION_CLASS)6));
    CloseHandle(file);
}

static void open_saved_id(int n, wchar_t **a)
{
    (void)n;
    HANDLE root = open_folder(a[0]), opened = NULL;
    IO_STATUS_BLOCK io = { 0 };
    UNICODE_STRING name = { sizeof saved_id, sizeof saved_id, (wchar_t *)&saved_id };
    OBJECT_ATTRIBUTES attributes;
    InitializeObjectAttributes(&attributes, &name, 0, root, NULL);
    NTSTATUS status = NtOpenFile(&opened, FILE_READ_ATTRIBUTES | SYNCHRONIZE, &attributes, &io, 7, 0x2020);
    printf("opened by its id: %s\n", status < 0 ? "no" : "yes");
    if (status >= 0)
        CloseHandle(opened);
    CloseHandle(root);
}

// remake FOLDER TIMES: watched, closed, removed and made again at once, so many times.
static void remake(int n, wchar_t **a)
{
    (void)n;
    int times = _wtoi(a[1]), failed = 0;
    for (int i = 0; i < times; i++)
    {
        if (!CreateDirectoryW(a[0], NULL))
        {
            if (failed++ < 5)
                printf("CreateDirectoryW in round %d: error %lu\n", i, GetLastError());
            Sleep(50);
            continue;
        }
        HANDLE folder =
            CreateFileW(a[0], FILE_LIST_DIRECTORY, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED, NULL);
        OVERLAPPED overlapped = { .hEvent = CreateEventW(NULL, TRUE, FALSE, NULL) };
        DWORD buffer[256];
        if (!ReadDirectoryChangesW(folder, buffer, sizeof buffer, FALSE, FILE_NOTIFY_CHANGE_FILE_NAME, NULL, &overlapped, NULL)
            && failed++ < 5)
            printf("ReadDirectoryChangesW in round %d: error %lu\n", i, GetLastError());
        CloseHandle(folder);
        WaitForSingleObject(overlapped.hEvent, 1000);
        CloseHandle(overlapped.hEvent);
        if (!RemoveDirectoryW(a[0]) && failed++ < 5)
            printf("RemoveDirectoryW in round %d: error %lu\n", i, GetLastError());
    }
    printf("%d rounds, %d failed\n", times, failed);
}

// Waits for one change of a name; others are passed over. Whether it was told.
static int was_told(HANDLE watched, DWORD action, const wchar_t *name)
{
    static DWORD buffer[4096];
    OVERLAPPED overlapped = { .hEvent = CreateEventW(NULL, TRUE, FALSE, NULL) };
    DWORD bytes = 0;
    int told = 0;
    while (!told)
    {
        ResetEvent(overlapped.hEvent);
        if (!ReadDirectoryChangesW(
                watched, buffer, sizeof buffer, FALSE, FILE_NOTIFY_CHANGE_FILE_NAME | FILE_NOTIFY_CHANGE_DIR_NAME, NULL, &overlapped, NULL))
            break;
        if (WaitForSingleObject(overlapped.hEvent, 5000) != WAIT_OBJECT_0)
        {
            CancelIoEx(watched, &overlapped);
            GetOverlappedResult(watched, &overlapped, &bytes, TRUE);
            break;
        }
        if (!GetOverlappedResult(watched, &overlapped, &bytes, FALSE) || bytes == 0)
            break;
        for (BYTE *at = (BYTE *)buffer;; at += *(DWORD *)at)
        {
            FILE_NOTIFY_INFORMATION *change = (FILE_NOTIFY_INFORMATION *)at;
            told |= change->Action == action && change->FileNameLength == wcslen(name) * sizeof(wchar_t)
                && !_wcsnicmp(change->FileName, name, wcslen(name));
            if (change->NextEntryOffset == 0)
                break;
        }
    }
    CloseHandle(overlapped.hEvent);
    return told;
}

static volatile LONG is_begun;

// Makes a folder and removes it, again and again: the first time may come before the watch.
static DWORD WINAPI make_soon(void *path)
{
    for (int i = 0; i < 25 && !is_begun; i++)
    {
        Sleep(200);
        CreateDirectoryW(path, NULL);
        RemoveDirectoryW(path);
    }
    return 0;
}

// rdwatched FOLDER NAME: the folder is watched while one in it is deleted with everything in it and made again.
static void remove_watched(int n, wchar_t **a)
{
    (void)n;
    wchar_t path[MAX_PATH];
    swprintf(path, MAX_PATH, L"%ls\\%ls", a[0], a[1]);
    HANDLE watched =
        CreateFileW(a[0], FILE_LIST_DIRECTORY, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED, NULL);
    // What comes between two calls is kept from the first one on, which a folder that is made and removed ends.
    swprintf(path + wcslen(path), 20, L" begin");
    is_begun = 0;
    HANDLE begin = CreateThread(NULL, 0, make_soon, path, 0, NULL);
    printf("told of the beginning: %d\n", was_told(watched, FILE_ACTION_ADDED, wcsrchr(path, L'\\') + 1));
    is_begun = 1;
    WaitForSingleObject(begin, INFINITE);
    CloseHandle(begin);
    swprintf(path, MAX_PATH, L"%ls\\%ls", a[0], a[1]);
    remove_tree(path);
    printf("told of the deletion: %d\n", was_told(watched, FILE_ACTION_REMOVED, a[1]));
    put_ok("CreateDirectoryW", CreateDirectoryW(path, NULL));
    printf("told of the new one: %d\n", was_told(watched, FILE_ACTION_ADDED, a[1]));
    put_ok("RemoveDirectoryW", RemoveDirectoryW(path));
    printf("told of its end: %d\n", was_told(watched, FILE_ACTION_REMOVED, a[1]));
    CloseHandle(watched);
}

const COMMAND folder_commands[] = {
    { L"rdclose", remove_on_close, 1, L"FOLDER" },
    { L"rdundo", undo, 2, L"FOLDER TIMES" },
    { L"rdheld", remove_held, 1, L"FOLDER" },
    { L"rdcopy", remove_duplicated, 1, L"FOLDER" },
    { L"rdmoved", remove_moved, 1, L"FOLDER" },
    { L"rdprotected", remove_protected, 1, L"FOLDER" },
    { L"rdrace", remove_at_once, 2, L"PREFIX COUNT" },
    { L"rdwatched", remove_watched, 2, L"FOLDER NAME" },
    { L"rdearly", remove_early, 2, L"FOLDER NAME [delete]" },
    { L"rdall", remove_all, 1, L"FOLDER" },
    { L"listheld", list_held, 2, L"FOLDER NAME" },
    { L"mkalone", make_alone, 2, L"FOLDER NAME" },
    { L"saveid", save_id, 1, L"PATH" },
    { L"opensaved", open_saved_id, 1, L"FOLDER" },
    { L"remake", remake, 2, L"FOLDER TIMES" },
    { 0 },
};
