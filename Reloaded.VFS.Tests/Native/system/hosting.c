// A game that brings a CoreCLR of its own: starts it before the VFS or afterwards, and calls a managed function while both are there.
//
//   hosting RUNTIME DLL FILE game|vfs      RUNTIME: a folder with coreclr.dll and the assemblies; who starts first
#include "native.h"
#include "late.h"

typedef int(WINAPI *initialize_t)(const char *, const char *, int, const char **, const char **, void **, unsigned *);
typedef int(WINAPI *create_delegate_t)(void *, unsigned, const char *, const char *, const char *, void **);

static char assemblies[1 << 16];
static int(WINAPI *get_thread_id)(void);

static int start_runtime(const wchar_t *folder)
{
    wchar_t path[MAX_PATH];
    WIN32_FIND_DATAW found;
    size_t length = 0;
    swprintf(path, MAX_PATH, L"%ls\\*.dll", folder);
    HANDLE find = FindFirstFileW(path, &found);
    if (find == INVALID_HANDLE_VALUE)
        return 0;
    do
        length += (size_t)snprintf(assemblies + length, sizeof assemblies - length, "%ls\\%ls;", folder, found.cFileName);
    while (FindNextFileW(find, &found));
    FindClose(find);
    swprintf(path, MAX_PATH, L"%ls\\coreclr.dll", folder);
    HMODULE module = LoadLibraryExW(path, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    initialize_t initialize = module ? (initialize_t)(void *)GetProcAddress(module, "coreclr_initialize") : NULL;
    create_delegate_t create = module ? (create_delegate_t)(void *)GetProcAddress(module, "coreclr_create_delegate") : NULL;
    const char *keys[] = { "TRUSTED_PLATFORM_ASSEMBLIES", "System.Globalization.Invariant" }, *values[] = { assemblies, "true" };
    void *host;
    unsigned domain;
    int result = initialize ? initialize("hosting.exe", "game", 2, keys, values, &host, &domain) : -1;
    if (result >= 0)
        result =
            create(host, domain, "System.Private.CoreLib", "System.Environment", "get_CurrentManagedThreadId", (void **)&get_thread_id);
    printf("the game's runtime: %08x\n", result);
    return result >= 0;
}

static void print_file(const wchar_t *name)
{
    char text[64] = "";
    DWORD length = 0;
    HANDLE file = CreateFileW(name, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file != INVALID_HANDLE_VALUE)
    {
        ReadFile(file, text, sizeof text - 1, &length, NULL);
        CloseHandle(file);
    }
    printf("file: %.*s\n", (int)length, text);
}

static DWORD WINAPI use_both(void *name)
{
    for (int i = 0; i < 3; i++)
    {
        print_file(name);
        printf("thread %s\n", get_thread_id() > 0 ? "known" : "unknown");
    }
    return 0;
}

int wmain(int count, wchar_t **arguments)
{
    if (count < 5)
        return 2;
    setvbuf(stdout, NULL, _IONBF, 0);
    int game_first = !wcscmp(arguments[4], L"game");
    if (game_first && !start_runtime(arguments[1]))
        return 4;
    if (!start_late(arguments[2]))
        return 3;
    if (!game_first && !start_runtime(arguments[1]))
        return 4;
    use_both(arguments[3]);
    HANDLE thread = CreateThread(NULL, 0, use_both, arguments[3], 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    return 0;
}
