// Opens a file whenever a thread begins or ends. At a thread's end the runtime in the VFS has let go of the thread: the game's own file may
// be seen then, but the open works.
#include "native.h"

static wchar_t path[1024];
static uint64_t expected;
static volatile LONG64 numbers[6]; // attach: calls, failures, the mod's content; detach: the same

static void open_and_count(volatile LONG64 *count)
{
    if (!path[0])
        return;
    InterlockedIncrement64(&count[0]);
    HANDLE file = CreateFileW(path, GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
    {
        InterlockedIncrement64(&count[1]);
        return;
    }
    unsigned char buffer[4096];
    uint64_t hash = FNV_START;
    DWORD got;
    while (ReadFile(file, buffer, sizeof buffer, &got, NULL) && got)
        hash = fnv(hash, buffer, got);
    if (hash == expected)
        InterlockedIncrement64(&count[2]);
    if (!CloseHandle(file))
        InterlockedIncrement64(&count[1]);
}

__declspec(dllexport) void detach_prepare(const wchar_t *file, uint64_t hash)
{
    expected = hash;
    wcscpy(path, file);
}

__declspec(dllexport) void detach_result(LONG64 *result)
{
    for (int i = 0; i < 6; i++)
        result[i] = numbers[i];
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    if (reason == DLL_THREAD_ATTACH)
        open_and_count(&numbers[0]);
    else if (reason == DLL_THREAD_DETACH)
        open_and_count(&numbers[3]);
    return TRUE;
}
