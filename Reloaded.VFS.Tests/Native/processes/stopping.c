// A program that stops one of its threads again and again and lets it go on, as the collector of another runtime does, while a child waits
// suspended. The stopped thread lists a folder below the target; another one has the DLL's own collector run, and is given time for it.
//
//   stopping SOURCE TARGET MILLISECONDS    SOURCE: a folder that is laid over TARGET, and taken away again
//
// It runs for that long at least, and until there are enough stops, listings and changes: a slow machine takes longer.
#include "native.h"
#include "reloaded_vfs.h"

#define LONGEST_STOP 20 // milliseconds
#define ENOUGH 10

static volatile LONG ended, listed, changed;
static wchar_t **given;

static DWORD WINAPI list_files(void *nothing)
{
    (void)nothing;
    wchar_t path[MAX_PATH];
    swprintf(path, MAX_PATH, L"%ls\\Data\\*", given[2]);
    while (!ended)
    {
        WIN32_FIND_DATAW found;
        HANDLE find = FindFirstFileW(path, &found);
        if (find == INVALID_HANDLE_VALUE)
            return 1;
        while (FindNextFileW(find, &found))
            ;
        FindClose(find);
        InterlockedIncrement(&listed);
    }
    return 0;
}

static DWORD WINAPI change_mods(void *nothing)
{
    (void)nothing;
    HMODULE vfs = GetModuleHandleW(L"reloaded_vfs.dll");
    rvfs_status (*add)(const wchar_t *, const wchar_t *, rvfs_handle *) = vfs ? (void *)GetProcAddress(vfs, "rvfs_add_folder") : NULL;
    rvfs_status (*take)(rvfs_handle) = vfs ? (void *)GetProcAddress(vfs, "rvfs_remove") : NULL;
    while (!ended)
    {
        rvfs_handle handle;
        if (!add || !take || add(given[1], given[2], &handle) || take(handle))
            return 1;
        InterlockedIncrement(&changed);
    }
    return 0;
}

static int goes_on(DWORD until, int stopped, const HANDLE *threads)
{
    int is_enough = stopped > ENOUGH && listed > ENOUGH && changed > ENOUGH;
    return (int)(until - GetTickCount()) > 0 || (!is_enough && WaitForMultipleObjects(2, threads, FALSE, 0) == WAIT_TIMEOUT);
}

int wmain(int count, wchar_t **arguments)
{
    if (count < 4)
        return 0;
    given = arguments;
    wchar_t program[MAX_PATH];
    GetModuleFileNameW(NULL, program, MAX_PATH);
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;
    if (!create_process(program, NULL, FALSE, CREATE_SUSPENDED, NULL, &startup, &child))
        return 2;
    HANDLE listing = CreateThread(NULL, 0, list_files, NULL, 0, NULL), changing = CreateThread(NULL, 0, change_mods, NULL, 0, NULL);
    HANDLE threads[] = { listing, changing };
    int stopped = 0;
    for (DWORD until = GetTickCount() + (DWORD)_wtoi(arguments[3]); goes_on(until, stopped, threads); stopped++)
    {
        CONTEXT context = { .ContextFlags = CONTEXT_CONTROL };
        if (SuspendThread(listing) == (DWORD)-1 || !GetThreadContext(listing, &context))
            return 3;
        // The collector, which comes every few changes, waits for the thread where it was stopped in managed code.
        for (LONG before = changed, waited = 0; waited < LONGEST_STOP && changed - before < 8; waited++)
            Sleep(1);
        if (ResumeThread(listing) == (DWORD)-1)
            return 4;
        Sleep(1);
    }
    ended = 1;
    DWORD codes[2] = { 9, 9 };
    WaitForMultipleObjects(2, threads, TRUE, INFINITE);
    GetExitCodeThread(listing, &codes[0]);
    GetExitCodeThread(changing, &codes[1]);
    TerminateProcess(child.hProcess, 0);
    printf("%s, %s, %s, %lu %lu\n", stopped > ENOUGH ? "stopped" : "not stopped", listed > ENOUGH ? "listed" : "not listed",
        changed > ENOUGH ? "changed" : "not changed", codes[0], codes[1]);
    return 0;
}
