// A preloader under the name of winhttp.dll, as Unity's mods bring it: in its DllMain it reads doorstop_config.ini beside the game, loads
// the system's winhttp for the game's calls, and leads UnityPlayer's import of GetProcAddress to itself. So it stands between the game and
// mono, and has mono run the assembly that the settings name. In a game without mono it stands before il2cpp_init, and brings CoreCLR.
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "coreclr.h"

static HMODULE mono;
static int (*il2cpp_init)(const char *name);
static wchar_t settings[MAX_PATH + 32];
static BOOL(WINAPI *check_platform)(void);
static wchar_t target[MAX_PATH];

#define ASK(name) ((void *(*)())(void *)GetProcAddress(mono, "mono_" name))

static void run_target(void)
{
    char narrow[MAX_PATH];
    FILE *file = _wfopen(target, L"rb");
    if (!file)
        return;
    char *data = malloc(1 << 16);
    unsigned size = (unsigned)fread(data, 1, 1 << 16, file);
    int status = 0;
    void *failed = NULL;
    fclose(file);
    snprintf(narrow, sizeof narrow, "%ls", target);
    void *image = ASK("image_open_from_data_with_name")(data, size, 1, &status, 0, narrow);
    ASK("assembly_load_from_full")(image, narrow, &status, 0);
    ASK("runtime_invoke")(image, NULL, NULL, &failed);
    free(data);
}

static void *begin(const char *name, const char *version)
{
    void *domain = ASK("jit_init_version")(name, version);
    run_target();
    return domain;
}

static int begin_il2cpp(const char *name)
{
    int begun = il2cpp_init(name);
    run_in_coreclr(settings, target);
    return begun;
}

// By its name, and not by its number.
static int is_asked_for(const char *name, const char *function) { return (uintptr_t)name > 0xFFFF && !strcmp(name, function); }

static FARPROC WINAPI look_up(HMODULE module, const char *name)
{
    if (is_asked_for(name, "mono_jit_init_version"))
    {
        mono = module;
        return (FARPROC)(void *)begin;
    }
    if (is_asked_for(name, "il2cpp_init"))
    {
        il2cpp_init = (int (*)(const char *))(void *)GetProcAddress(module, name);
        return (FARPROC)(void *)begin_il2cpp;
    }
    return GetProcAddress(module, name);
}

static void lead_import(HMODULE module, const void *from, const void *to)
{
    BYTE *image = (BYTE *)module;
    IMAGE_NT_HEADERS *headers = (IMAGE_NT_HEADERS *)(void *)(image + ((IMAGE_DOS_HEADER *)(void *)image)->e_lfanew);
    DWORD table = headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT].VirtualAddress, old;
    for (IMAGE_IMPORT_DESCRIPTOR *dll = (IMAGE_IMPORT_DESCRIPTOR *)(void *)(image + table); dll->Name; dll++)
        for (const void **at = (const void **)(void *)(image + dll->FirstThunk); *at; at++)
            if (*at == from && VirtualProtect(at, sizeof *at, PAGE_READWRITE, &old))
                *at = to;
}

__declspec(dllexport) BOOL WINAPI WinHttpCheckPlatform(void) { return check_platform && check_platform(); }

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    wchar_t path[MAX_PATH + 16];
    if (reason != DLL_PROCESS_ATTACH)
        return TRUE;
    GetModuleFileNameW(NULL, settings, MAX_PATH);
    *wcsrchr(settings, L'\\') = 0;
    SetCurrentDirectoryW(settings);
    GetSystemDirectoryW(path, MAX_PATH);
    HMODULE real = LoadLibraryW(wcscat(path, L"\\winhttp.dll"));
    check_platform = real ? (BOOL(WINAPI *)(void))(void *)GetProcAddress(real, "WinHttpCheckPlatform") : NULL;
    wcscat(settings, L"\\doorstop_config.ini");
    GetPrivateProfileStringW(L"General", L"target_assembly", L"", path, MAX_PATH, settings);
    HMODULE player = GetModuleHandleW(L"UnityPlayer");
    if (GetFullPathNameW(path, MAX_PATH, target, NULL) && GetFileAttributesW(target) != INVALID_FILE_ATTRIBUTES && player)
        lead_import(player, (const void *)GetProcAddress, (const void *)look_up);
    return TRUE;
}
