// Linked with the SDK's import library for Visual C++, without a C library (ReleaseSdkTests): lays the folder over\ beside the program over
// data\ there.
//
//   redirected     prints what data\a.txt has before the start, while the folder lies over it, and after its removal; ends with 7
#include <windows.h>
#include "reloaded_vfs.h"

static WCHAR own[512], over[512], file[512];

static void put(const void *text, DWORD length)
{
    DWORD written;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, length, &written, NULL);
}

static void beside(WCHAR *path, const WCHAR *name)
{
    DWORD length = GetModuleFileNameW(NULL, path, 400);
    while (path[length - 1] != L'\\')
        length--;
    while ((path[length] = *name++) != 0)
        length++;
}

static void put_file(void)
{
    char text[32];
    DWORD got = 0;
    HANDLE opened = CreateFileW(file, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (ReadFile(opened, text, sizeof text, &got, NULL))
        put(text, got);
    put(" ", 1);
    CloseHandle(opened);
}

void start(void)
{
    static rvfs_options options;
    const WCHAR *target = own;
    rvfs_handle handle = 0;
    beside(own, L"data");
    beside(over, L"over");
    beside(file, L"data\\a.txt");
    put_file();
    options.size = sizeof options;
    options.targets = &target;
    options.target_count = 1;
    if (rvfs_start(&options) != RVFS_OK)
        ExitProcess(1);
    if (rvfs_add_folder(over, own, &handle) != RVFS_OK)
        ExitProcess(2);
    put_file();
    if (rvfs_remove(handle) != RVFS_OK)
        ExitProcess(3);
    put_file();
    ExitProcess(7);
}
