// Stands in for UnityPlayer.dll: imports winhttp, and loads mono (mono.c), or the game's own code where it is compiled (il2cpp.c), and
// begins it by the functions' names.
#include <windows.h>
#include <stdio.h>

__declspec(dllimport) BOOL WINAPI WinHttpCheckPlatform(void);

__declspec(dllexport) int UnityMain(void)
{
    HMODULE mono = LoadLibraryW(L"MonoBleedingEdge\\EmbedRuntime\\mono-2.0-bdwgc.dll");
    void *(*init)(const char *, const char *) = mono ? (void *)GetProcAddress(mono, "mono_jit_init_version") : NULL;
    HANDLE event = CreateEventW(NULL, 0, 0, NULL);
    printf("winhttp %d, closed %d, line %d\n", WinHttpCheckPlatform(), CloseHandle(event), GetCommandLineW() && GetCommandLineA());
    HMODULE compiled = init ? NULL : LoadLibraryW(L"GameAssembly.dll");
    int (*begin)(const char *) = compiled ? (int (*)(const char *))(void *)GetProcAddress(compiled, "il2cpp_init") : NULL;
    fflush(stdout);
    if (begin)
        return !begin("IL2CPP Root Domain");
    if (!init)
        return 3;
    printf("domain %s\n", init("Unity Root Domain", "v4.0.30319") ? "made" : "missing");
    fflush(stdout);
    return 0;
}
