// An injector of effects under the name of dxgi.dll, like ReShade: it finds its settings, effects and presets beside itself, writes a log
// from its DllMain on, and writes new settings and a preset once the game draws. The real dxgi isn't called, because there is nothing to
// draw on.
#include <windows.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static wchar_t base[MAX_PATH];

static wchar_t *at(const wchar_t *name)
{
    static wchar_t path[2 * MAX_PATH];
    swprintf(path, 2 * MAX_PATH, L"%ls\\%ls", base, name);
    return path;
}

static void read_all(const wchar_t *name, char *text, size_t size)
{
    FILE *file = _wfopen(at(name), L"rb");
    text[file ? fread(text, 1, size - 1, file) : 0] = 0;
    if (file)
        fclose(file);
}

static void write_all(const wchar_t *name, const char *mode, const char *text)
{
    FILE *file = _wfopen(at(name), strcmp(mode, "ab") ? L"wb" : L"ab");
    printf("%ls %s\n", name, file ? "written" : "not written");
    if (file)
    {
        fputs(text, file);
        fclose(file);
    }
}

__declspec(dllexport) long __stdcall CreateDXGIFactory(const void *id, void **factory)
{
    char settings[400], preset[400];
    wchar_t pattern[MAX_PATH], name[MAX_PATH];
    WIN32_FIND_DATAW found;
    (void)id;
    *factory = NULL;
    GetPrivateProfileStringW(L"GENERAL", L"EffectSearchPaths", L"", pattern, MAX_PATH - 8, at(L"ReShade.ini"));
    wcscat(pattern, L"\\*.fx");
    HANDLE find = FindFirstFileW(at(pattern), &found);
    while (find != INVALID_HANDLE_VALUE)
    {
        printf("effect %ls\n", found.cFileName);
        if (!FindNextFileW(find, &found))
        {
            FindClose(find);
            break;
        }
    }
    GetPrivateProfileStringW(L"GENERAL", L"PresetPath", L"", name, MAX_PATH, at(L"ReShade.ini"));
    read_all(name, preset, sizeof preset);
    printf("preset %s\n", *preset ? preset : "(none)");
    read_all(L"ReShade.ini", settings, sizeof settings - 20);
    printf("tutorial %s\n", strstr(settings, "TutorialProgress=4") ? "done" : "to come");
    write_all(L"ReShade.ini", "wb", strstr(settings, "TutorialProgress") ? settings : strcat(settings, "TutorialProgress=4\r\n"));
    if (!*preset)
        write_all(name, "wb", "Techniques=Bloom");
    write_all(L"ReShade.log", "ab", "effects loaded\r\n");
    fflush(stdout);
    return (long)0x887A0022; // DXGI_ERROR_NOT_CURRENTLY_AVAILABLE
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)reserved;
    if (reason != DLL_PROCESS_ATTACH)
        return TRUE;
    GetModuleFileNameW(module, base, MAX_PATH);
    *wcsrchr(base, L'\\') = 0;
    write_all(L"ReShade.log", "wb", "initialising\r\n");
    return TRUE;
}
