// Opens a file while another process has it open to rename it.
//
//   arriving hold FILE MARK BEGUN    opens FILE as one does to rename it, then makes MARK, which goes with its handle; closes both, FILE
//                                    first, 200 ms after BEGUN is there
//   arriving open FILE BEGUN         makes BEGUN, opens FILE to write to it without sharing it for deletion, and prints the error
#include <windows.h>
#include <stdio.h>
#include <wchar.h>

enum
{
    HELD_ON = 200,
    PATIENCE = 60000
};

static HANDLE make(const wchar_t *path, DWORD flags)
{
    return CreateFileW(path, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, CREATE_ALWAYS, flags, NULL);
}

int wmain(int argc, wchar_t **argv)
{
    if (argc == 5 && !wcscmp(argv[1], L"hold"))
    {
        HANDLE file = CreateFileW(
            argv[2], DELETE | SYNCHRONIZE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
        HANDLE mark = make(argv[3], FILE_FLAG_DELETE_ON_CLOSE);
        printf(file != INVALID_HANDLE_VALUE && mark != INVALID_HANDLE_VALUE ? "held\n" : "error %lu\n", GetLastError());
        fflush(stdout);
        for (int i = 0; i < PATIENCE / 10 && GetFileAttributesW(argv[4]) == INVALID_FILE_ATTRIBUTES; i++)
            Sleep(10);
        Sleep(HELD_ON);
        CloseHandle(file);
        CloseHandle(mark);
        return 0;
    }
    if (argc != 4 || wcscmp(argv[1], L"open"))
        return 2;
    CloseHandle(make(argv[3], 0));
    HANDLE file = CreateFileW(
        argv[2], GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
    printf("%lu\n", file == INVALID_HANDLE_VALUE ? GetLastError() : 0);
    return 0;
}
