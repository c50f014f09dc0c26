// A DLL of a game that imports version.dll, as UnityPlayer.dll does for games of Unity, and calls it in its DllMain.
//   -DANSWER=...    says that number, whatever version.dll says
#include <windows.h>

static int size;

__declspec(dllexport) int part_saw(void) { return size; }

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    DWORD unused;
    if (reason == DLL_PROCESS_ATTACH)
        size = (int)GetFileVersionInfoSizeW(L"C:\\windows\\system32\\kernel32.dll", &unused);
#if defined(ANSWER)
    size = ANSWER;
#endif
    return TRUE;
}
