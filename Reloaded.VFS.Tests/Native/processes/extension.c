// The DLL that an extender (extender.c) loads into a game: reads Data\a.txt beside the game in its DllMain, and records the thread.
#include "native.h"

__declspec(dllexport) char extension_read[32];
__declspec(dllexport) DWORD extension_thread, extension_times;

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    if (reason != DLL_PROCESS_ATTACH)
        return TRUE;
    wchar_t path[MAX_PATH + 16];
    DWORD got = 0;
    GetModuleFileNameW(NULL, path, MAX_PATH);
    wcscpy(wcsrchr(path, L'\\'), L"\\Data\\a.txt");
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file != INVALID_HANDLE_VALUE)
    {
        ReadFile(file, extension_read, sizeof extension_read - 1, &got, NULL);
        CloseHandle(file);
    }
    extension_thread = GetCurrentThreadId();
    extension_times++;
    return TRUE;
}
