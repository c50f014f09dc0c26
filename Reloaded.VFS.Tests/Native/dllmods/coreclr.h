// Runs an assembly in the CoreCLR that the settings name, as preloaders do in a game without its own managed runtime: the section [Il2Cpp]
// names coreclr.dll and the folder of its assemblies.
#pragma once
#include <windows.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

typedef int (*coreclr_initialize_fn)(
    const char *program, const char *domain, int count, const char **keys, const char **values, void **host, unsigned *id);
typedef int (*coreclr_create_delegate_fn)(
    void *host, unsigned id, const char *assembly, const char *type, const char *method, void **delegate);

static void full_setting(const wchar_t *settings, const wchar_t *key, wchar_t *path)
{
    wchar_t text[MAX_PATH];
    GetPrivateProfileStringW(L"Il2Cpp", key, L"", text, MAX_PATH, settings);
    if (!GetFullPathNameW(text, MAX_PATH, path, NULL))
        *path = 0;
}

static void run_in_coreclr(const wchar_t *settings, const wchar_t *target)
{
    wchar_t library[MAX_PATH], folder[MAX_PATH], program[MAX_PATH], name[MAX_PATH];
    char narrow_program[3 * MAX_PATH], paths[6 * MAX_PATH], assembly[3 * MAX_PATH];
    void *host = NULL, *start = NULL;
    unsigned id = 0;
    full_setting(settings, L"coreclr_path", library);
    full_setting(settings, L"corlib_dir", folder);
    GetModuleFileNameW(NULL, program, MAX_PATH);
    HMODULE coreclr = LoadLibraryExW(library, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    if (!coreclr)
    {
        printf("no CoreCLR: error %lu\n", GetLastError());
        return;
    }
    coreclr_initialize_fn initialize = (coreclr_initialize_fn)(void *)GetProcAddress(coreclr, "coreclr_initialize");
    coreclr_create_delegate_fn create = (coreclr_create_delegate_fn)(void *)GetProcAddress(coreclr, "coreclr_create_delegate");
    // The assembly's folder, and its name without the ending.
    wcscpy(name, wcsrchr(target, L'\\') + 1);
    *wcsrchr(name, L'.') = 0;
    snprintf(paths, sizeof paths, "%ls;%.*ls", folder, (int)(wcsrchr(target, L'\\') - target), target);
    snprintf(narrow_program, sizeof narrow_program, "%ls", program);
    snprintf(assembly, sizeof assembly, "%ls", name);
    const char *key = "APP_PATHS", *value = paths;
    int status = initialize(narrow_program, "Doorstop Domain", 1, &key, &value, &host, &id);
    if (status >= 0)
        status = create(host, id, assembly, "Doorstop.Entrypoint", "Start", &start);
    printf("CoreCLR %08x\n", (unsigned)status);
    fflush(stdout);
    if (status >= 0)
        ((void (*)(void))start)();
}
