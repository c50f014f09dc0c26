// A plugin for Ultimate ASI Loader: prints the name under which it was loaded, and what it sees of the game's file.
#include <windows.h>
#include <stdio.h>
#include <wchar.h>

static HMODULE self;

__declspec(dllexport) void InitializeASI(void)
{
    wchar_t path[MAX_PATH];
    char text[100] = "(none)";
    FILE *file = fopen("..\\data.txt", "rb");
    if (file)
    {
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
    }
    GetModuleFileNameW(self, path, MAX_PATH);
    printf("plugin %ls: %s\n", wcsrchr(path, L'\\') + 1, text);
    fflush(stdout);
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)reserved;
    if (reason == DLL_PROCESS_ATTACH)
        self = module;
    return TRUE;
}
