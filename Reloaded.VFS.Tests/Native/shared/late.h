// Starts the VFS in a program that already runs, as a loader does.
#pragma once
#include "native.h"

// The DLL's path is RELOADED_VFS_DLL. Whether it started; says on stderr where it didn't.
static inline int start_late(const wchar_t *library)
{
    HMODULE vfs = LoadLibraryW(library);
    int (*start)(void) = vfs ? (int (*)(void))(void *)GetProcAddress(vfs, "ReloadedStart") : NULL;
    if (start && start() == 1)
        return 1;
    fprintf(stderr, "%ls doesn't start\n", library);
    return 0;
}

// The functions that newer systems' ntdll has come from newer_ntdll.dll where this system's lacks them, for the VFS too if it is started
// from now on. The DLL, or null where it isn't beside the program.
static inline HMODULE load_newer_ntdll(void)
{
    SetEnvironmentVariableW(L"RVFS_NTDLL_SUPPLEMENT", L"newer_ntdll.dll");
    return LoadLibraryW(L"newer_ntdll.dll");
}

// A function of ntdll, or of newer_ntdll.dll where that is loaded and ntdll lacks it; null where neither has it.
static inline FARPROC newer_function(const char *name)
{
    FARPROC own = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), name);
    HMODULE newer = own ? NULL : GetModuleHandleW(L"newer_ntdll.dll");
    return newer ? GetProcAddress(newer, name) : own;
}
