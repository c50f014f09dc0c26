// A DLL that asks for the start inside its DllMain: reloaded_vfs.dll beside it, by ReloadedStart, or with options where RVFS_TEST_OPTIONS
// is set (and then frees what it passed). With RVFS_TEST_BARE it loads it and calls nothing.
#include <stdio.h>
#include <windows.h>
#include "reloaded_vfs.h"

static int status = 1000;

__declspec(dllexport) int loaderhook_status(void) { return status; }

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    if (reason != DLL_PROCESS_ATTACH)
        return TRUE;
    HMODULE library = LoadLibraryA("reloaded_vfs.dll");
    if (!library)
        return FALSE;
    if (GetEnvironmentVariableA("RVFS_TEST_BARE", NULL, 0))
        return TRUE;
    if (GetEnvironmentVariableA("RVFS_TEST_OPTIONS", NULL, 0))
    {
        wchar_t *source = calloc(MAX_PATH, sizeof *source), *target = calloc(MAX_PATH, sizeof *target);
        GetCurrentDirectoryW(MAX_PATH, source);
        GetCurrentDirectoryW(MAX_PATH, target);
        wcscat(source, L"\\other");
        wcscat(target, L"\\data");
        rvfs_folder folder = { source, target };
        rvfs_options options = { .size = sizeof options, .folders = &folder, .folder_count = 1 };
        status = ((__typeof__(&rvfs_start))(void *)GetProcAddress(library, "rvfs_start"))(&options);
        // It was told that everything is copied.
        wcscpy(source, L"C:\\gone");
        wcscpy(target, L"C:\\gone");
        free(source);
        free(target);
    }
    else
    {
        status = ((__typeof__(&ReloadedStart))(void *)GetProcAddress(library, "ReloadedStart"))();
    }
    if (GetEnvironmentVariableA("RVFS_TEST_PRINT", NULL, 0))
    {
        printf("status in DllMain: %d\n", status);
        fflush(stdout);
    }
    return TRUE;
}
