// A game that an extender (extender.c) starts: tells what it reads in Data\a.txt beside it, what extension.dll has read there when it was
// loaded, on which thread that was, and how often; ends with 42. Waits five seconds for a DLL that isn't there yet. Compiled with PROXIED,
// it imports version.dll; with WAITING, added.dll.
#include "native.h"

#ifdef WAITING
__declspec(dllimport) int added(void);
#endif

int main(void)
{
    wchar_t path[MAX_PATH + 16];
    char text[32] = "";
    DWORD got = 0;
    GetModuleFileNameW(NULL, path, MAX_PATH);
    wcscpy(wcsrchr(path, L'\\'), L"\\Data\\a.txt");
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file != INVALID_HANDLE_VALUE)
    {
        ReadFile(file, text, sizeof text - 1, &got, NULL);
        CloseHandle(file);
    }
#ifdef PROXIED
    if (GetFileVersionInfoSizeW(path, NULL))
        return 1;
#endif
#ifdef WAITING
    if (!added())
        return 1;
#endif
    HMODULE extension;
    for (int i = 0; !(extension = GetModuleHandleW(L"extension.dll")) && i < 500; i++)
        Sleep(10);
    if (!extension)
        return printf("game: %s, no extension\n", text), 42;
    const char *read = (const char *)(ULONG_PTR)GetProcAddress(extension, "extension_read");
    const DWORD *thread = (const DWORD *)(ULONG_PTR)GetProcAddress(extension, "extension_thread"),
                *times = (const DWORD *)(ULONG_PTR)GetProcAddress(extension, "extension_times");
    for (int i = 0; !*times && i < 500; i++)
        Sleep(10);
    const char *where = *thread == GetCurrentThreadId() ? "the main thread" : "a new thread";
    printf("game: %s, extension: %s, on %s, %lu time\n", text, read, where, *times);
    return 42;
}
