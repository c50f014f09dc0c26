// A DLL that a game loads. Tests patch the digit in copies of the file, so that the answer shows which of them was loaded.
#include <windows.h>

static const volatile char mark[] = "RVFS-PAYLOAD-ANSWER=1";

__declspec(dllexport) int answer(void) { return mark[sizeof mark - 2] - '0'; }

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reason;
    (void)reserved;
    return TRUE;
}
