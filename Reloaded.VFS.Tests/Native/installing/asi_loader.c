// Stands in for Ultimate ASI Loader, compiled as version.dll, and does in its order what that one does by default
// (ThirteenAG/Ultimate-ASI-Loader, source/dllmain.cpp). Its DllMain only puts functions of its own in place of some that the program
// imports from kernel32. At the program's first call of one of them it puts those back, loads the real DLL, and then every .asi file: those
// beside itself, those in each folder of "scripts", those in "scripts" itself, and so in "plugins", with that folder as the working folder.
// It calls InitializeASI of each that has it. With dontloadfromdllmain=0 it does all that in its DllMain.
#include <windows.h>
#include <string.h>
#include <wchar.h>

static HMODULE self, real;
static wchar_t base[MAX_PATH]; // its folder, with a backslash behind it
static LONG is_loaded;

// Of the settings files the first that has the key says so.
static UINT setting(const wchar_t *key, UINT otherwise)
{
    static const wchar_t *const files[] = { L"version.ini", L"global.ini", L"scripts\\global.ini", L"plugins\\global.ini" };
    const UINT none = 0x7FFFFFFF;
    wchar_t path[2 * MAX_PATH];
    for (int i = 0; i < 4; i++)
    {
        wcscat(wcscpy(path, base), files[i]);
        UINT value = GetPrivateProfileIntW(L"globalsets", key, (INT)none, path);
        if (value != none)
            return value;
    }
    return otherwise;
}

static void load_original(void)
{
    wchar_t path[MAX_PATH + 32];
    if (real)
        return;
    wcscat(wcscpy(path, base), L"versionHooked.dll");
    if (GetFileAttributesW(path) == INVALID_FILE_ATTRIBUTES)
    {
        GetSystemDirectoryW(path, MAX_PATH);
        wcscat(path, L"\\version.dll");
    }
    real = LoadLibraryW(path);
}

// Those in the working folder.
static void load_files(void)
{
    wchar_t folder[MAX_PATH], path[2 * MAX_PATH + 2];
    WIN32_FIND_DATAW found;
    GetCurrentDirectoryW(MAX_PATH, folder);
    HANDLE find = FindFirstFileW(L"*.asi", &found);
    if (find == INVALID_HANDLE_VALUE)
        return;
    do
    {
        size_t length = wcslen(found.cFileName);
        if ((found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) || length < 4 || _wcsicmp(found.cFileName + length - 4, L".asi"))
            continue;
        wcscat(wcscat(wcscpy(path, folder), L"\\"), found.cFileName);
        if (GetModuleHandleW(path))
            continue;
        HMODULE plugin = LoadLibraryW(path);
        SetCurrentDirectoryW(folder);
        void (*initialize)(void) = plugin ? (void (*)(void))(void *)GetProcAddress(plugin, "InitializeASI") : NULL;
        if (initialize)
            initialize();
    } while (FindNextFileW(find, &found));
    FindClose(find);
}

static void load_folder(const wchar_t *name, int recursively)
{
    wchar_t pattern[MAX_PATH], path[2 * MAX_PATH];
    WIN32_FIND_DATAW found;
    SetCurrentDirectoryW(base);
    if (GetFileAttributesW(name) == INVALID_FILE_ATTRIBUTES)
        return;
    HANDLE find = recursively ? FindFirstFileW(wcscat(wcscpy(pattern, name), L"\\*"), &found) : INVALID_HANDLE_VALUE;
    if (find != INVALID_HANDLE_VALUE)
    {
        do
        {
            if (!(found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) || !wcscmp(found.cFileName, L".") || !wcscmp(found.cFileName, L".."))
                continue;
            SetCurrentDirectoryW(base);
            wcscat(wcscat(wcscpy(path, name), L"\\"), found.cFileName);
            if (SetCurrentDirectoryW(path))
                load_files();
        } while (FindNextFileW(find, &found));
        FindClose(find);
    }
    SetCurrentDirectoryW(base);
    if (SetCurrentDirectoryW(name))
        load_files();
}

static void load_everything(void)
{
    wchar_t before[MAX_PATH];
    if (InterlockedExchange(&is_loaded, 1))
        return;
    load_original();
    GetCurrentDirectoryW(MAX_PATH, before);
    SetCurrentDirectoryW(base);
    if (setting(L"loadplugins", TRUE))
    {
        int recursively = (int)setting(L"loadrecursively", TRUE);
        if (!setting(L"loadfromscriptsonly", FALSE))
            load_files();
        load_folder(L"scripts", recursively);
        load_folder(L"plugins", recursively);
    }
    SetCurrentDirectoryW(before);
}

// ---- the program's imports ----

enum
{
    LED = 4
};
static void **led[LED], *originals[LED];

static void put_import(void **import, void *function)
{
    DWORD old;
    VirtualProtect(import, sizeof *import, PAGE_READWRITE, &old);
    *import = function;
    VirtualProtect(import, sizeof *import, old, &old);
}

static void come_first(void)
{
    for (int i = 0; i < LED; i++)
        if (led[i])
            put_import(led[i], originals[i]);
    load_everything();
}

static void WINAPI own_time(FILETIME *time) { come_first(), GetSystemTimeAsFileTime(time); }
static void WINAPI own_startup_w(STARTUPINFOW *info) { come_first(), GetStartupInfoW(info); }
static void WINAPI own_startup_a(STARTUPINFOA *info) { come_first(), GetStartupInfoA(info); }
static wchar_t *WINAPI own_line(void) { return come_first(), GetCommandLineW(); }

static const struct
{
    const char *name;
    void *function;
} own[LED] = {
    { "GetSystemTimeAsFileTime", (void *)own_time },
    { "GetStartupInfoW", (void *)own_startup_w },
    { "GetStartupInfoA", (void *)own_startup_a },
    { "GetCommandLineW", (void *)own_line },
};

// Whether the program imports one of them.
static int lead_imports(void)
{
    char *program = (char *)GetModuleHandleW(NULL);
    IMAGE_NT_HEADERS *headers = (IMAGE_NT_HEADERS *)(program + ((IMAGE_DOS_HEADER *)program)->e_lfanew);
    DWORD at = headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT].VirtualAddress;
    int any = 0;
    for (IMAGE_IMPORT_DESCRIPTOR *of = (IMAGE_IMPORT_DESCRIPTOR *)(program + at); at && of->Name; of++)
    {
        IMAGE_THUNK_DATA *names = (IMAGE_THUNK_DATA *)(program + of->OriginalFirstThunk);
        void **imports = (void **)(program + of->FirstThunk);
        if (_stricmp(program + of->Name, "kernel32.dll"))
            continue;
        for (int i = 0; names[i].u1.AddressOfData; i++)
            for (int k = 0; k < LED; k++)
                if (!IMAGE_SNAP_BY_ORDINAL(names[i].u1.Ordinal)
                    && !strcmp(((IMAGE_IMPORT_BY_NAME *)(program + names[i].u1.AddressOfData))->Name, own[k].name))
                {
                    led[k] = imports + i;
                    originals[k] = imports[i];
                    put_import(imports + i, own[k].function);
                    any = 1;
                }
    }
    return any;
}

// ---- version.dll ----

__declspec(dllexport) DWORD WINAPI GetFileVersionInfoSizeW(const wchar_t *file, DWORD *unused)
{
    load_original();
    return ((DWORD(WINAPI *)(const wchar_t *, DWORD *))(void *)GetProcAddress(real, "GetFileVersionInfoSizeW"))(file, unused);
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)reserved;
    if (reason != DLL_PROCESS_ATTACH)
        return TRUE;
    self = module;
    GetModuleFileNameW(self, base, MAX_PATH);
    wcsrchr(base, L'\\')[1] = 0;
    if (!setting(L"dontloadfromdllmain", TRUE))
        load_everything();
    else if (!lead_imports())
        load_original();
    return TRUE;
}
