// Installs and removes the hooks while other threads run the hooked functions.
#include "storm.h"

static volatile LONG stopping;
static volatile LONG64 calls;

// Files that no mod has, so that their content is right whether the hooks are in or out; what matters is that every call comes back.
static DWORD WINAPI hammer(void *argument)
{
    const wchar_t *folder = argument;
    wchar_t pattern[1024];
    swprintf(pattern, 1024, L"%ls\\*", folder);
    while (!stopping)
    {
        WIN32_FIND_DATAW data;
        HANDLE find = FindFirstFileW(pattern, &data);
        if (find == INVALID_HANDLE_VALUE)
            report_failure(L"FindFirstFileW", folder, 0, 1);
        else
        {
            while (FindNextFileW(find, &data))
                InterlockedIncrement64(&calls);
            FindClose(find);
        }
        GetFileAttributesW(folder);
        HANDLE copy, event = CreateEventW(NULL, 0, 0, NULL);
        if (!DuplicateHandle(GetCurrentProcess(), event, GetCurrentProcess(), &copy, 0, 0, DUPLICATE_SAME_ACCESS) || !CloseHandle(copy)
            || !CloseHandle(event))
            report_failure(L"DuplicateHandle", folder, 0, 1);
        InterlockedIncrement64(&operations);
    }
    return 0;
}

static DWORD WINAPI come_and_go(void *argument)
{
    (void)argument;
    return 0;
}

// restart TIMES FOLDER: stops and starts the VFS TIMES times, with 8 threads at work in FOLDER and others that come and go.
int run_restart(int count, wchar_t **a)
{
    (void)count;
    HANDLE threads[8];
    if (!vfs.stop || !vfs.start_config)
        return 2;
    for (int i = 0; i < 8; i++)
        threads[i] = CreateThread(NULL, 0, hammer, a[1], 0, NULL);
    int times = _wtoi(a[0]);
    for (int i = 0; i < times; i++)
    {
        rvfs_status status = vfs.stop();
        if (status)
            report_failure(L"rvfs_stop", L"", (uint32_t)status, 0);
        HANDLE thread = CreateThread(NULL, 0, come_and_go, NULL, 0, NULL);
        Sleep(2);
        if ((status = vfs.start_config(NULL)) != RVFS_OK)
            report_failure(L"rvfs_start_config", L"", (uint32_t)status, 0);
        // In force again: the mods' files are there.
        check_entry(&manifest.entries[i % manifest.count], 3);
        if (WaitForSingleObject(thread, 30000) == WAIT_TIMEOUT)
            report_failure(L"a thread hangs", L"", 0, 1);
        CloseHandle(thread);
    }
    stopping = 1;
    if (WaitForMultipleObjects(8, threads, TRUE, 30000) == WAIT_TIMEOUT)
        report_failure(L"threads hang", L"", 0, 1);
    printf("%d restarts, %lld names\n", times, (long long)calls);
    return 0;
}
