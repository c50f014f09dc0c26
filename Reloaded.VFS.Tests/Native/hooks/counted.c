// Counts the work that calls of a game cause in the VFS, by the imports of reloaded_vfs.dll.
//
//   counted names FILE      asks 10,000 times for the name of a system's DLL that is mapped, on a thread that has made no other call, and
//                           then for that of FILE, mapped; prints how often the runtime attached a thread, and how many collections there
//                           were
//   counted time N          N blocks of such questions, with the VFS on and off in turns; prints the ratio of the two shortest blocks, in
//                           thousandths: other programs only lengthen a block
//   counted lookups FOLDER  works in FOLDER through kinds of calls that the VFS answers by functions of ntdll; prints how often the
//                           VFS asks the loader meanwhile
#include "crash.h"
#include "lead_import.h"
#include <limits.h>
#include <psapi.h>

typedef int32_t(__cdecl *describe_t)(char *buffer, uint32_t size);
typedef uint32_t(__cdecl *switch_t)(void);

static char *vfs;

// ---- what is counted ----

static DWORD counted_thread;
static volatile LONG attached;
static BOOL(WINAPI *real_set)(DWORD, LPVOID);

// The runtime keeps a thread that it has attached in such a slot.
static BOOL WINAPI own_set(DWORD slot, LPVOID value)
{
    if (GetCurrentThreadId() == counted_thread && value)
        InterlockedIncrement(&attached);
    return real_set(slot, value);
}

// A number that the VFS describes itself with.
static long described(const char *key)
{
    static char text[1 << 17];
    describe_t describe = (describe_t)(void *)GetProcAddress((HMODULE)vfs, "rvfs_describe");
    if (!describe || describe(text, sizeof text) <= 0)
        return -1;
    const char *at = strstr(text, key);
    return at ? strtol(at + strlen(key), NULL, 10) : -1;
}

// ---- names ----

static const wchar_t *own_file;

static void ask(int count)
{
    wchar_t name[MAX_PATH];
    void *ntdll = GetModuleHandleW(L"ntdll.dll");
    for (int i = 0; i < count; i++)
        if (!K32GetMappedFileNameW(GetCurrentProcess(), ntdll, name, MAX_PATH))
            ExitProcess(10);
}

static DWORD WINAPI names(void *unused)
{
    (void)unused;
    counted_thread = GetCurrentThreadId();
    ask(10000);
    counted_thread = 0;
    return 0;
}

static void print_mapped(void)
{
    HANDLE file = CreateFileW(own_file, GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
    HANDLE mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
    void *view = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
    wchar_t name[1024];
    // Also with a buffer that has no room for the name, and with none.
    wchar_t small[8];
    DWORD length = K32GetMappedFileNameW(GetCurrentProcess(), view, name, 1024);
    DWORD cut = K32GetMappedFileNameW(GetCurrentProcess(), view, small, 8);
    const wchar_t *last = length ? wcsrchr(name, L'\\') : NULL;
    while (last && last > name && last[-1] != L'\\')
        last--;
    printf("mapped: %ls, %s\n", last ? last : L"nothing", cut < 8 ? "cut" : "whole");
    UnmapViewOfFile(view);
    CloseHandle(mapping);
    CloseHandle(file);
}

static long long block(void)
{
    LARGE_INTEGER begin, end;
    QueryPerformanceCounter(&begin);
    ask(200);
    QueryPerformanceCounter(&end);
    return end.QuadPart - begin.QuadPart;
}

static int time_ratio(int count)
{
    switch_t enable = (switch_t)(void *)GetProcAddress((HMODULE)vfs, "rvfs_enable"),
             disable = (switch_t)(void *)GetProcAddress((HMODULE)vfs, "rvfs_disable");
    long long shortest_on = LLONG_MAX, shortest_off = LLONG_MAX;
    ask(1000);
    for (int i = 0; i < count; i++)
    {
        long long on = block();
        disable();
        long long off = block();
        enable();
        shortest_on = min(shortest_on, on);
        shortest_off = min(shortest_off, off);
    }
    return (int)(shortest_on * 1000 / shortest_off);
}

// ---- kinds of calls ----

static void CALLBACK nothing(ULONG_PTR unused) { (void)unused; }

static const char questions[] = "\"loaderQuestions\": ";

static int lookups(const wchar_t *folder)
{
    if (!SetCurrentDirectoryW(folder))
        return 2;
    if (described(questions) < 0)
        return 4; // nothing is counted
    long before = described(questions);
    static long long buffer[512];
    IO_STATUS_BLOCK io;
    HANDLE event = CreateEventW(NULL, TRUE, FALSE, NULL);
    HANDLE listed = CreateFileW(L".", FILE_LIST_DIRECTORY, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED, NULL);
    NtQueryDirectoryFile(listed, event, NULL, NULL, &io, buffer, sizeof buffer, 1, FALSE, NULL, TRUE);
    NtQueryDirectoryFile(listed, NULL, NULL, NULL, &io, buffer, sizeof buffer, 1, FALSE, NULL, TRUE);
    NtQueryDirectoryFile(listed, NULL, (PIO_APC_ROUTINE)(void *)nothing, NULL, &io, buffer, sizeof buffer, 1, FALSE, NULL, TRUE);
    SleepEx(0, TRUE);
    OVERLAPPED call = { .hEvent = event };
    DWORD bytes;
    static wchar_t changes[2048];
    ReadDirectoryChangesW(listed, changes, sizeof changes, TRUE, FILE_NOTIFY_CHANGE_FILE_NAME, NULL, &call, NULL);
    HANDLE file = CreateFileW(L"new.txt", GENERIC_WRITE, 7, NULL, CREATE_NEW, 0, NULL);
    WriteFile(file, "new", 3, &bytes, NULL);
    CloseHandle(file);
    GetOverlappedResult(listed, &call, &bytes, TRUE);
    HANDLE port = CreateIoCompletionPort(listed, NULL, 1, 0);
    CloseHandle(port);
    CloseHandle(listed);
    CopyFileW(L"a.txt", L"copy.txt", FALSE);
    MoveFileExW(L"new.txt", L"moved.txt", MOVEFILE_REPLACE_EXISTING);
    CreateHardLinkW(L"linked.txt", L"a.txt", NULL);
    file = CreateFileW(L"a.txt", GENERIC_READ | GENERIC_WRITE, 7, NULL, OPEN_EXISTING, 0, NULL);
    wchar_t name[1024];
    GetFinalPathNameByHandleW(file, name, 1024, 0);
    GetVolumeInformationByHandleW(file, NULL, 0, NULL, NULL, NULL, NULL, 0);
    WriteFile(file, "x", 1, &bytes, NULL);
    CloseHandle(file);
    SetFileAttributesW(L"a.txt", FILE_ATTRIBUTE_NORMAL);
    DeleteFileW(L"moved.txt");
    CreateDirectoryW(L"folder", NULL);
    RemoveDirectoryW(L"folder");
    RemoveDirectoryW(L"only");
    WIN32_FIND_DATAW found;
    HANDLE all = FindFirstFileW(L"*", &found);
    while (FindNextFileW(all, &found))
        ;
    FindClose(all);
    printf("look-ups: %ld\n", described(questions) - before);
    return 0;
}

int wmain(int argc, wchar_t **argv)
{
    end_at_once_when_crashing();
    vfs = (char *)GetModuleHandleW(L"reloaded_vfs.dll");
    if (argc != 3)
        return 1;
    if (!vfs && !wcscmp(argv[1], L"names"))
    {
        own_file = argv[2];
        print_mapped();
        return 0;
    }
    if (!vfs)
        return 2;
    if (!wcscmp(argv[1], L"lookups"))
        return lookups(argv[2]);
    if (!wcscmp(argv[1], L"time"))
    {
        printf("ratio: %d\n", time_ratio(_wtoi(argv[2])));
        return 0;
    }
    own_file = argv[2];
    if (!lead_import(vfs, "TlsSetValue", (void *)own_set, &real_set))
        return 3;
    // Once is enough: another thread of the VFS collects a moment after the start.
    long more = 1;
    for (int i = 0; i < 4 && more; i++)
    {
        attached = 0;
        long before = described("\"collections\": ");
        HANDLE thread = CreateThread(NULL, 0, names, NULL, 0, NULL);
        WaitForSingleObject(thread, INFINITE);
        more = described("\"collections\": ") - before;
    }
    printf("attached: %ld\ncollections: %ld\n", attached, more);
    print_mapped();
    return 0;
}
