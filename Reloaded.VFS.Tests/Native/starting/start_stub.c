// Stands in for reloaded_vfs.dll where tests need one that fails; RVFS_TEST_STUB says how.
#include <windows.h>
#include <stddef.h>
#include <wchar.h>
#define RVFS_BUILD
#include "reloaded_vfs.h"

static int is(const wchar_t *wanted)
{
    wchar_t value[16];
    DWORD length = GetEnvironmentVariableW(L"RVFS_TEST_STUB", value, 16);
    return length > 0 && length < 16 && !wcscmp(value, wanted);
}

__declspec(dllexport) rvfs_status RVFS_CALL rvfs_enter(rvfs_entry *entry)
{
    if (is(L"end"))
        ExitProcess(9);
    entry->status = is(L"fail") ? -7 : 0;
    entry->state = RVFS_ENTRY_DONE;
    SetEvent(entry->done);
    WaitForSingleObject(entry->go, INFINITE);
    return entry->status;
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    return !(reason == DLL_PROCESS_ATTACH && is(L"refuse"));
}
