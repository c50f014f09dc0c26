// Stands in for reloaded_vfs.dll where tests need one that fails; RVFS_TEST_STUB says how.
#include <windows.h>
#include <wchar.h>

static int is(const wchar_t *wanted)
{
    wchar_t value[16];
    DWORD length = GetEnvironmentVariableW(L"RVFS_TEST_STUB", value, 16);
    return length > 0 && length < 16 && !wcscmp(value, wanted);
}

__declspec(dllexport) DWORD rvfs_start_config(const wchar_t *path)
{
    (void)path;
    if (is(L"end"))
        ExitProcess(9);
    return is(L"fail") ? (DWORD)-7 : 0;
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    return !(reason == DLL_PROCESS_ATTACH && is(L"refuse"));
}
