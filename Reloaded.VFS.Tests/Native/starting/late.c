// A game with a DLL that writes when a thread ends, and when the process ends.
//
//   late DLL    loads DLL, has a thread come and go, and ends
#include <windows.h>

static DWORD WINAPI come_and_go(void *unused)
{
    (void)unused;
    return 0;
}

int wmain(int argc, wchar_t **argv)
{
    if (argc != 2 || !LoadLibraryW(argv[1]))
        return 1;
    HANDLE thread = CreateThread(NULL, 0, come_and_go, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    return 0;
}
