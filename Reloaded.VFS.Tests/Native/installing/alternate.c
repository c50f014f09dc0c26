// Stands in for Doorstop's winhttp.dll: passes calls on to winhttp_alt.dll in its folder, or else to the system's DLL, which it loads in
// its DllMain. Compiled as winhttp.dll.
#include <windows.h>

// What rvfs install recognises Doorstop by.
__attribute__((used)) static const wchar_t settings[] = L"doorstop_config.ini";
static HMODULE next;

__declspec(dllexport) BOOL WINAPI WinHttpCheckPlatform(void)
{
    return ((BOOL(WINAPI *)(void))(void *)GetProcAddress(next, "WinHttpCheckPlatform"))();
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)reserved;
    if (reason != DLL_PROCESS_ATTACH)
        return TRUE;
    wchar_t path[1024];
    GetModuleFileNameW(module, path, 1000);
    wcscpy(wcsrchr(path, L'\\'), L"\\winhttp_alt.dll");
    next = LoadLibraryW(path);
    if (!next)
        next = LoadLibraryW(L"C:\\windows\\system32\\winhttp.dll");
    return next != NULL;
}
