// A program that stops one of its threads again and again and lets it go on, as the collector of another runtime does, while a child waits
// suspended. The stopped thread opens files below the target; another one has the DLL's own collector run.
//
//   stopping SOURCE TARGET MILLISECONDS    SOURCE: a folder that is laid over TARGET, and taken away again
#include "native.h"
#include "reloaded_vfs.h"

static volatile LONG ended, opened, changed;
static wchar_t **given;

static DWORD WINAPI open_files(void *nothing)
{
    (void)nothing;
    wchar_t path[MAX_PATH];
    swprintf(path, MAX_PATH, L"%ls\\Data\\a.txt", given[2]);
    while (!ended)
    {
        HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
        if (file == INVALID_HANDLE_VALUE)
            return 1;
        CloseHandle(file);
        InterlockedIncrement(&opened);
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
    HANDLE opening = CreateThread(NULL, 0, open_files, NULL, 0, NULL), changing = CreateThread(NULL, 0, change_mods, NULL, 0, NULL);
    int stopped = 0;
    for (DWORD until = GetTickCount() + (DWORD)_wtoi(arguments[3]); (int)(until - GetTickCount()) > 0; stopped++)
    {
        CONTEXT context = { .ContextFlags = CONTEXT_CONTROL };
        if (SuspendThread(opening) == (DWORD)-1 || !GetThreadContext(opening, &context) || ResumeThread(opening) == (DWORD)-1)
            return 3;
    }
    ended = 1;
    DWORD codes[2] = { 9, 9 };
    HANDLE threads[] = { opening, changing };
    WaitForMultipleObjects(2, threads, TRUE, INFINITE);
    GetExitCodeThread(opening, &codes[0]);
    GetExitCodeThread(changing, &codes[1]);
    TerminateProcess(child.hProcess, 0);
    printf("%s, %s, %s, %lu %lu\n", stopped > 100 ? "stopped" : "not stopped", opened > 100 ? "opened" : "not opened",
        changed > 10 ? "changed" : "not changed", codes[0], codes[1]);
    return 0;
}
