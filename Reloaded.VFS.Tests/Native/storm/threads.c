// Runs many threads: long-lived ones, thousands of short ones, and ends the process in the middle of it.
#include "storm.h"

static volatile LONG stopping, collected;
static volatile LONG64 republished, described;

static DWORD WINAPI work(void *argument)
{
    unsigned state = (unsigned)(uintptr_t)argument * 2654435761u + 1;
    while (!stopping)
    {
        unsigned random = next_random(&state);
        check_entry(&manifest.entries[random % (unsigned)manifest.count], random >> 16);
    }
    return 0;
}

typedef struct
{
    const wchar_t *source, *target;
} FLIP;

// About a hundred times a second: a file is laid over another one and taken away again; both contents are in the manifest as right.
static DWORD WINAPI republish(void *argument)
{
    FLIP *flip = argument;
    while (!stopping)
    {
        rvfs_handle handle = 0;
        rvfs_status status = vfs.add_file(flip->source, flip->target, &handle);
        if (status != RVFS_OK)
            report_failure(L"rvfs_add_file", flip->target, (uint32_t)status, 0);
        Sleep(5);
        if (status == RVFS_OK && (status = vfs.remove(handle)) != RVFS_OK)
            report_failure(L"rvfs_remove", flip->target, (uint32_t)status, 0);
        InterlockedAdd64(&republished, 2);
        Sleep(5);
    }
    return 0;
}

// Allocates in the runtime as fast as it can: with a small DOTNET_GCgen0size each few calls are a collection.
static DWORD WINAPI collect(void *argument)
{
    (void)argument;
    static char text[1 << 16];
    while (!stopping)
    {
        if (vfs.describe(text, sizeof text) <= 0)
            report_failure(L"rvfs_describe", L"", 0, 1);
        static const char key[] = "\"collections\": ";
        const char *found = strstr(text, key);
        if (found)
            collected = atoi(found + sizeof key - 1);
        InterlockedIncrement64(&described);
    }
    return 0;
}

static HANDLE start(LPTHREAD_START_ROUTINE routine, void *argument)
{
    HANDLE thread = CreateThread(NULL, 0, routine, argument, 0, NULL);
    if (!thread)
        report_failure(L"CreateThread", L"", 0, 1);
    return thread;
}

// mixed THREADS SECONDS FLIPSOURCE|- [FLIPTARGET [COLLECTIONS]]: goes on until there were so many collections, a minute at most
int run_mixed(int count, wchar_t **a)
{
    int threads = _wtoi(a[0]), seconds = _wtoi(a[1]), used = 0;
    HANDLE handles[64];
    for (int i = 0; i < threads && i < 60; i++)
        handles[used++] = start(work, (void *)(uintptr_t)(i + 1));
    FLIP flip = { a[2], count > 3 ? a[3] : NULL };
    if (vfs.add_file && wcscmp(a[2], L"-"))
    {
        handles[used++] = start(republish, &flip);
        handles[used++] = start(collect, NULL);
    }
    Sleep((DWORD)seconds * 1000);
    for (int i = 0; count > 4 && collected < _wtoi(a[4]) && i < 600; i++)
        Sleep(100);
    stopping = 1;
    DWORD waited = WaitForMultipleObjects((DWORD)used, handles, TRUE, 30000);
    if (waited == WAIT_TIMEOUT)
        report_failure(L"threads hang", L"", 0, 1);
    printf("%lld republished, %lld described\n", (long long)republished, (long long)described);
    if (vfs.describe)
    {
        static char text[1 << 16];
        if (vfs.describe(text, sizeof text) > 0)
            printf("describe %s\n", text);
    }
    return 0;
}

static DWORD WINAPI short_work(void *argument)
{
    unsigned state = (unsigned)(uintptr_t)argument * 2654435761u + 1;
    for (int i = 0; i < 2; i++)
    {
        unsigned random = next_random(&state);
        check_entry(&manifest.entries[random % (unsigned)manifest.count], random >> 16);
    }
    return 0;
}

static void run_short_threads(int total, LPTHREAD_START_ROUTINE routine)
{
    HANDLE running[16] = { 0 };
    for (int i = 0; i < total; i++)
    {
        HANDLE *slot = &running[i % 16];
        if (*slot)
        {
            if (WaitForSingleObject(*slot, 30000) == WAIT_TIMEOUT)
                report_failure(L"a thread hangs", L"", 0, 1);
            CloseHandle(*slot);
        }
        *slot = start(routine, (void *)(uintptr_t)(i + 1));
    }
    for (int i = 0; i < 16; i++)
        if (running[i] && WaitForSingleObject(running[i], 30000) == WAIT_TIMEOUT)
            report_failure(L"a thread hangs", L"", 0, 1);
}

// threads COUNT DLL: see detach_dll.c.
int run_threads(int count, wchar_t **a)
{
    (void)count;
    HMODULE helper = LoadLibraryW(a[1]);
    if (!helper)
    {
        report_failure(L"LoadLibraryW", a[1], 0, 1);
        return 1;
    }
    void (*prepare)(const wchar_t *, uint64_t) = (void *)GetProcAddress(helper, "detach_prepare");
    void (*result)(LONG64 *) = (void *)GetProcAddress(helper, "detach_result");
    prepare(manifest.entries[0].path, manifest.entries[0].hash);
    run_short_threads(_wtoi(a[0]), short_work);
    LONG64 numbers[6];
    result(numbers);
    printf("attach %lld: %lld failed, %lld saw the mod's; detach %lld: %lld failed, %lld saw the mod's\n", (long long)numbers[0],
        (long long)numbers[1], (long long)numbers[2], (long long)numbers[3], (long long)numbers[4], (long long)numbers[5]);
    if (numbers[1] || numbers[4] || numbers[0] < _wtoi(a[0]) || numbers[3] < _wtoi(a[0]) - 32)
        report_failure(L"the DLL's opens", a[1], (uint64_t)(numbers[1] + numbers[4]), 0);
    return 0;
}

// exit MILLISECONDS main|worker|return|terminate: ends with code 42 in the middle of the work.
static DWORD WINAPI end_process(void *argument)
{
    Sleep((DWORD)(uintptr_t)argument);
    ExitProcess(42);
}

int run_exit(int count, wchar_t **a)
{
    (void)count;
    for (int i = 0; i < 8; i++)
        start(work, (void *)(uintptr_t)(i + 1));
    if (!wcscmp(a[1], L"worker"))
    {
        start(end_process, (void *)(uintptr_t)_wtoi(a[0]));
        Sleep(60000);
        return 3;
    }
    Sleep((DWORD)_wtoi(a[0]));
    if (!wcscmp(a[1], L"return"))
        return 42;
    if (!wcscmp(a[1], L"terminate"))
        TerminateProcess(GetCurrentProcess(), 42);
    ExitProcess(42);
}

// A program's own FLS callback opens files when its thread ends, before or after the runtime's.
static DWORD slot;
static volatile LONG64 called;

static void WINAPI at_thread_end(void *argument)
{
    if (!argument)
        return;
    // The thread may be past the point where the VFS serves it: the game's own file or the mod's, but an open that works.
    HANDLE file = CreateFileW(manifest.entries[0].path, GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
    InterlockedIncrement64(&called);
    if (file == INVALID_HANDLE_VALUE)
        report_failure(L"CreateFileW in an FLS callback", manifest.entries[0].path, 0, 1);
    else
        CloseHandle(file);
}

static DWORD WINAPI fls_work(void *argument)
{
    FlsSetValue(slot, argument);
    return short_work(argument);
}

// fls COUNT
int run_fls(int count, wchar_t **a)
{
    (void)count;
    slot = FlsAlloc(at_thread_end);
    run_short_threads(_wtoi(a[0]), fls_work);
    printf("%lld callbacks\n", (long long)called);
    if (called < _wtoi(a[0]) - 16)
        report_failure(L"callbacks", L"", (uint64_t)called, (uint64_t)_wtoi(a[0]));
    return 0;
}
