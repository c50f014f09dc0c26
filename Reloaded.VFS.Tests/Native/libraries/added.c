// A DLL that a tool puts into the import directory of a suspended program. With ADDED_WAITS in the environment it waits in its DllMain in
// such a way that the thread takes APCs.
#include <windows.h>

__declspec(dllexport) int added(void) { return 1; }

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    if (reason == DLL_PROCESS_ATTACH && GetEnvironmentVariableW(L"ADDED_WAITS", NULL, 0))
        SleepEx(1, TRUE);
    return TRUE;
}
