// Calls every export of reloaded_vfs.dll from inside a DllMain, where the loader lock is held. The DLL is found in the process or loaded
// from the path in the environment variable RVFS_TEST_DLL.
#include "native.h"
#include "reloaded_vfs.h"

static void call_all(HMODULE library, const char *when)
{
    static char description[1 << 16];
    wchar_t text[200] = L"";
    rvfs_handle handle = 0;
    rvfs_options options = { .size = sizeof options };
#define FUNCTION(type, name, ...) ((type(*)(__VA_ARGS__))(void *)GetProcAddress(library, #name))
    printf("%s rvfs_version %x\n", when, FUNCTION(uint32_t, rvfs_version, void)());
    const wchar_t *version = FUNCTION(const wchar_t *, rvfs_version_string, void)();
    printf("%s rvfs_version_string %ls\n", when, version);
    printf("%s rvfs_last_error %u\n", when, FUNCTION(uint32_t, rvfs_last_error, wchar_t *, uint32_t)(text, 200));
    printf("%s rvfs_add_file %d\n", when,
        FUNCTION(rvfs_status, rvfs_add_file, const wchar_t *, const wchar_t *, rvfs_handle *)(L"C:\\x", L"C:\\y", &handle));
    printf("%s rvfs_add_folder %d\n", when,
        FUNCTION(rvfs_status, rvfs_add_folder, const wchar_t *, const wchar_t *, rvfs_handle *)(L"C:\\x", L"C:\\y", &handle));
    printf("%s rvfs_remove %d\n", when, FUNCTION(rvfs_status, rvfs_remove, rvfs_handle)(handle));
    printf("%s rvfs_disable %d\n", when, FUNCTION(rvfs_status, rvfs_disable, void)());
    printf("%s rvfs_enable %d\n", when, FUNCTION(rvfs_status, rvfs_enable, void)());
    printf("%s rvfs_describe %s\n", when,
        FUNCTION(int32_t, rvfs_describe, char *, uint32_t)(description, sizeof description) > 0 ? "text" : "no text");
    printf("%s ReloadedSuspend\n", when);
    FUNCTION(void, ReloadedSuspend, void)();
    printf("%s ReloadedResume\n", when);
    FUNCTION(void, ReloadedResume, void)();
    printf("%s ReloadedCanSuspend %d\n", when, FUNCTION(int32_t, ReloadedCanSuspend, void)());
    printf("%s ReloadedCanUnload %d\n", when, FUNCTION(int32_t, ReloadedCanUnload, void)());
    printf("%s ReloadedStart %d\n", when, FUNCTION(int32_t, ReloadedStart, void)());
    printf("%s InitializeASI %d\n", when, FUNCTION(int32_t, InitializeASI, void)());
    printf("%s Init %d\n", when, FUNCTION(int32_t, Init, void)());
    printf("%s rvfs_start_config %d\n", when, FUNCTION(rvfs_status, rvfs_start_config, const wchar_t *)(NULL));
    printf("%s rvfs_start %d\n", when, FUNCTION(rvfs_status, rvfs_start, const rvfs_options *)(&options));
    printf("%s done\n", when);
}

static DWORD WINAPI idle(void *argument)
{
    (void)argument;
    return 0;
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    static int threads;
    wchar_t path[1024];
    if (reason == DLL_THREAD_ATTACH && threads++)
        return TRUE;
    if (reason == DLL_THREAD_DETACH || reason == DLL_PROCESS_DETACH)
        return TRUE;
    HMODULE library = GetModuleHandleW(L"reloaded_vfs.dll");
    if (!library && GetEnvironmentVariableW(L"RVFS_TEST_DLL", path, 1024))
        library = LoadLibraryW(path);
    if (!library)
    {
        printf("no reloaded_vfs.dll\n");
        return reason != DLL_PROCESS_ATTACH;
    }
    setvbuf(stdout, NULL, _IONBF, 0);
    call_all(library, reason == DLL_PROCESS_ATTACH ? "process attach" : "thread attach");
    if (reason == DLL_PROCESS_ATTACH)
        CloseHandle(CreateThread(NULL, 0, idle, NULL, 0, NULL));
    return TRUE;
}
