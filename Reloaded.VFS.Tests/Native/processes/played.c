// A game that is started without arguments, as a page does: reads data\a.txt beside it, saves saves\1.sav, and runs until there is a file
// stop.txt, but 60 seconds at most.
#include "native.h"

int wmain(void)
{
    char text[64];
    DWORD got = 0;
    HANDLE file = CreateFileW(L"data\\a.txt", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file != INVALID_HANDLE_VALUE)
    {
        ReadFile(file, text, sizeof text, &got, NULL);
        CloseHandle(file);
    }

    CreateDirectoryW(L"saves", NULL);
    file = CreateFileW(L"saves\\1.sav", GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 2;
    WriteFile(file, text, got, &got, NULL);
    CloseHandle(file);
    for (int i = 0; i < 600 && GetFileAttributesW(L"stop.txt") == INVALID_FILE_ATTRIBUTES; i++)
    {
        file = CreateFileW(L"data\\a.txt", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
        if (file != INVALID_HANDLE_VALUE)
            CloseHandle(file);
        Sleep(100);
    }

    return 0;
}
