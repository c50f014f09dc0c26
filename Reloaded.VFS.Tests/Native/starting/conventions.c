// A game with a mod loader in it that keeps to the letter of one loader's convention.
//
//   conventions CONVENTION DLL FILE     prints FILE, loads DLL as the loader does, prints FILE again
//
// reloaded     Reloaded-II: SetDllDirectory, the first export of three, void
// asi          Ultimate ASI Loader: the plugin's folder as the working folder, InitializeASI, void
// me3          me3 with an initializer: a bool that must be true
// me3-plain    me3 without one: modengine_ext_init, whose result doesn't count
// modengine2   ModEngine2: modengine_ext_init, and a line where the result is false
#include <windows.h>
#include <stdbool.h>
#include <stdio.h>
#include <wchar.h>

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

int wmain(int argc, wchar_t **argv)
{
    static const char *const three[] = {"ReloadedStart", "InitializeASI", "Init", NULL};
    wchar_t folder[MAX_PATH], before[MAX_PATH], *name;
    void *connector[4] = {0}, *extension = NULL;
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
