// A game with a mod loader that follows one loader's convention exactly.
//
//   conventions CONVENTION DLL FILE     prints FILE, loads DLL as the loader does, prints FILE again
//
// reloaded     Reloaded-II: SetDllDirectory, the first export of three, void
// asi          Ultimate ASI Loader: the plugin's folder as the working folder, InitializeASI, void
// me3          me3 with an initializer: a bool that must be true
// me3-plain    me3 without one: modengine_ext_init, whose result doesn't count
// modengine2   ModEngine2: modengine_ext_init, and a line where the result is false
// nothing      a list of DLLs to load: no function is called; FILE is printed once it has changed
// quiet        as nothing; FILE is printed after a while, and then whether the DLL has started
// late         as nothing, and once FILE has changed ReloadedStart, then rvfs_start, which is given the mods folder "own"
// late-own     as late without ReloadedStart
// after-N      loads, waits N ms, and calls rvfs_start as late does: with what comes by itself, before it or behind it
#include <windows.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "reloaded_vfs.h"

typedef void (*plain)(void);
typedef bool (*asked)(void);
typedef bool (*extension_init)(void *connector, void **extension);

static void print(const wchar_t *path)
{
    char text[64];
    FILE *file = _wfopen(path, L"rb");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[size] = 0;
    if (file)
        fclose(file);
    printf("%s\n", file ? text : "(none)");
}

static FARPROC first(HMODULE module, const char *const *names)
{
    FARPROC found = NULL;
    for (; *names && !found; names++)
        found = GetProcAddress(module, *names);
    return found;
}

static int is_plain(const wchar_t *path)
{
    char text[64] = "";
    FILE *file = _wfopen(path, L"rb");
    if (!file)
        return 0;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return !strcmp(text, "plain");
}

// Nothing is called in the DLL until the file shows that it has started by itself.
static int load_only(const wchar_t *convention, HMODULE module, const wchar_t *path)
{
    enum
    {
        LONGEST = 120000,
        GRACE = 1000,
        STEP = 10,
        DESCRIPTION = 1 << 17
    };
    wchar_t own[MAX_PATH];
    if (!wcscmp(convention, L"quiet"))
    {
        char *text = malloc(DESCRIPTION);
        Sleep(GRACE);
        print(path);
        ((__typeof__(&rvfs_describe))(void *)GetProcAddress(module, "rvfs_describe"))(text, DESCRIPTION);
        printf("%s\n", strstr(text, "\"started\": false") ? "not started" : "started");
        return 0;
    }
    if (!wcsncmp(convention, L"after-", 6))
        Sleep((DWORD)_wtoi(convention + 6));
    else
    {
        for (int waited = 0; is_plain(path) && waited < LONGEST; waited += STEP)
            Sleep(STEP);
        print(path);
    }
    if (!wcscmp(convention, L"nothing"))
        return 0;
    GetFullPathNameW(L"own", MAX_PATH, own, NULL);
    rvfs_options options = { .size = sizeof options, .mods = own };
    if (!wcscmp(convention, L"late"))
    {
        printf("ReloadedStart %d\n", ((asked)(void *)GetProcAddress(module, "ReloadedStart"))());
        print(path);
    }
    printf("rvfs_start %d\n", (int)((__typeof__(&rvfs_start))(void *)GetProcAddress(module, "rvfs_start"))(&options));
    print(path);
    return 0;
}

int wmain(int argc, wchar_t **argv)
{
    static const char *const three[] = { "ReloadedStart", "InitializeASI", "Init", NULL };
    wchar_t folder[MAX_PATH], before[MAX_PATH], *name;
    void *connector[4] = { 0 }, *extension = NULL;
    HMODULE module;
    if (argc != 4)
        return 2;
    print(argv[3]);
    GetFullPathNameW(argv[2], MAX_PATH, folder, &name);
    name[-1] = 0;
    GetCurrentDirectoryW(MAX_PATH, before);
    if (!wcscmp(argv[1], L"reloaded"))
        SetDllDirectoryW(folder);
    if (!wcscmp(argv[1], L"asi"))
        SetCurrentDirectoryW(folder);
    module = LoadLibraryW(argv[2]);
    if (!module)
        return 3;
    if (!wcscmp(argv[1], L"nothing") || !wcscmp(argv[1], L"quiet") || !wcsncmp(argv[1], L"late", 4) || !wcsncmp(argv[1], L"after-", 6))
        return load_only(argv[1], module, argv[3]);
    if (!wcscmp(argv[1], L"reloaded"))
        ((plain)(void *)first(module, three))();
    else if (!wcscmp(argv[1], L"asi"))
        ((plain)(void *)GetProcAddress(module, "InitializeASI"))();
    else if (!wcscmp(argv[1], L"me3"))
        printf("%s\n", ((asked)(void *)GetProcAddress(module, "ReloadedStart"))() ? "initialized" : "native failed to initialize");
    else if (!wcscmp(argv[1], L"me3-plain"))
        ((extension_init)(void *)GetProcAddress(module, "modengine_ext_init"))(connector, &extension);
    else if (!((extension_init)(void *)GetProcAddress(module, "modengine_ext_init"))(connector, &extension))
        printf("no extension, but loaded\n");
    SetCurrentDirectoryW(before);
    printf("%s\n", extension ? "an extension" : "no extension");
    print(argv[3]);
    return 0;
}
