// A DLL that imports another one: its answer shows which one was found. Compiled with -shared and the DLL that it imports.
#include <windows.h>

__declspec(dllimport) int answer(void);

__declspec(dllexport) int relayed(void) { return 100 + answer(); }

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    // As engines do: the first thing is a file beside the DLL.
    if (reason == DLL_PROCESS_ATTACH)
        GetFileAttributesW(L"ModFolder\\y.txt");
    return TRUE;
}
