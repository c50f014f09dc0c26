// Imports a DLL (ENGINE_DLL, engine.dll as a rule), as a game imports the DLLs beside it;
// what it prints shows which one Windows mapped, and when.
//
//   importer     prints the DLL's answer, where it was loaded from, what its TLS callback saw, and whether added.dll is there; ends with
//                ENDS_WITH, which is 0 as a rule
#include <windows.h>
#include <stdio.h>

#ifndef ENDS_WITH
#define ENDS_WITH 0
#endif

__declspec(dllimport) const char *engine_name(void);
__declspec(dllimport) extern int engine_number;

static const char *seen = "no callback";
static int calls;

/* Runs before main, and may use what is imported. */
static void NTAPI on_attach(void *module, DWORD reason, void *reserved)
{
    (void)module;
    (void)reserved;
    if (reason == DLL_PROCESS_ATTACH)
    {
        calls++;
        seen = engine_name();
    }
}

__attribute__((section(".CRT$XLD"), used)) PIMAGE_TLS_CALLBACK importer_callback = on_attach;

int main(void)
{
    char path[MAX_PATH];
    GetModuleFileNameA(GetModuleHandleA(ENGINE_DLL), path, sizeof path);
    char *name = strrchr(path, '\\');
    *name = 0;
    char own[MAX_PATH];
    GetModuleFileNameA(NULL, own, sizeof own);
    *strrchr(own, '\\') = 0;
    printf("%s %d, callback %s %d, %s %s%s\n", engine_name(), engine_number, seen, calls, name + 1,
        lstrcmpiA(path, own) ? path : "beside the game", GetModuleHandleA("added.dll") ? ", added" : "");
    return ENDS_WITH;
}
