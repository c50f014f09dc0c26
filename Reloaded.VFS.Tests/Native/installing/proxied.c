// A game that imports a DLL of Windows for which rvfs install puts a proxy. Compiled in several forms:
//   (none)          version.dll by its functions' names
//   -DBY_ORDINAL    version.dll by number: linked to a library in which GetFileVersionInfoSizeW has only that
//   -DWINMM         winmm.dll
//   -DWINHTTP       winhttp.dll
//   -DPART          none itself, but part.dll (proxied_part.c), which imports version.dll
//   -DDRAWS         version.dll, and dxgi.dll, by which it draws
//   -DMIXED         besides, a header of .NET in the section .cormeta, as a program in C++/CLI has one; a test points the image's directory
//                   at it
//   proxied [ARGS] write          then writes "written" over data.txt
//   proxied start PROGRAM         then starts a program in this working folder, and waits for it
// The first line that it prints is what it reads before all else; the last what the DLL's function returned.
#include <stdio.h>
#include <windows.h>

#if defined(WINMM)
#include <mmsystem.h>
static int ask(void)
{
    char text[200] = "";
    return mciGetErrorStringA(MCIERR_INVALID_DEVICE_ID, text, sizeof text) + (int)strlen(text);
}
#elif defined(WINHTTP)
__declspec(dllimport) BOOL WINAPI WinHttpCheckPlatform(void);
static int ask(void) { return WinHttpCheckPlatform(); }
#elif defined(PART)
__declspec(dllimport) int part_saw(void);
static int ask(void) { return part_saw(); }
#else
static int ask(void)
{
    DWORD unused;
    return (int)GetFileVersionInfoSizeW(L"C:\\windows\\system32\\kernel32.dll", &unused);
}
#endif

#if defined(DRAWS)
__declspec(dllimport) long __stdcall CreateDXGIFactory(const void *id, void **factory);
#endif

#if defined(MIXED)
__attribute__((used, section(".cormeta"))) const IMAGE_COR20_HEADER net_header = {
    .cb = sizeof(IMAGE_COR20_HEADER),
    .MajorRuntimeVersion = 2,
    .MinorRuntimeVersion = 5,
};
#endif

int main(int argc, char **argv)
{
    // Microsoft's start code asks for it before anything else of the program runs, and Ultimate ASI Loader waits for that.
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    char text[100] = "(none)";
    FILE *file = fopen("data.txt", "rb");
    if (file)
        text[fread(text, 1, sizeof text - 1, file)] = 0;
    printf("first: %s\n", text);
    printf("answer: %d\n", ask());
#if defined(DRAWS)
    void *factory = NULL;
    printf("drawn: %s\n", CreateDXGIFactory(NULL, &factory) < 0 ? "yes" : "no");
#endif
    fflush(stdout);
    if (argc > 1 && !strcmp(argv[argc - 1], "write"))
    {
        file = fopen("data.txt", "wb");
        if (file)
        {
            fputs("written", file);
            fclose(file);
        }
    }
    if (argc == 3 && !strcmp(argv[1], "start"))
    {
        STARTUPINFOA startup = { .cb = sizeof startup };
        PROCESS_INFORMATION made;
        if (!CreateProcessA(argv[2], NULL, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &made))
            return printf("error %lu\n", GetLastError()), 8;
        WaitForSingleObject(made.hProcess, INFINITE);
    }
    return 0;
}
