// exports FOLDER DLL...   For each DLL: loads the one in FOLDER and the system's, and asks the first for every export of the second by name
// and by number, and the other way round. Prints the DLL with both counts, and what is missing. Then calls some functions of both, and
// prints where they answer differently.
#include <stdio.h>
#include <string.h>
#include <windows.h>

static const char *text_at(HMODULE module, DWORD rva) { return (const char *)module + rva; }

static const IMAGE_EXPORT_DIRECTORY *table_of(HMODULE module)
{
    const IMAGE_NT_HEADERS *headers = (const void *)text_at(module, (DWORD)((const IMAGE_DOS_HEADER *)module)->e_lfanew);
    return (const void *)text_at(module, headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_EXPORT].VirtualAddress);
}

static void compare(const char *dll, HMODULE of, HMODULE in, const char *which)
{
    const IMAGE_EXPORT_DIRECTORY *table = table_of(of);
    const DWORD *functions = (const void *)text_at(of, table->AddressOfFunctions);
    const DWORD *names = (const void *)text_at(of, table->AddressOfNames);
    unsigned ordinals = 0;
    for (DWORD i = 0; i < table->NumberOfFunctions; i++)
    {
        if (!functions[i])
            continue;
        ordinals++;
        if (!GetProcAddress(in, (const char *)(ULONG_PTR)(table->Base + i)))
            printf("%s: %s lacks number %lu\n", dll, which, table->Base + i);
    }
    for (DWORD i = 0; i < table->NumberOfNames; i++)
    {
        if (!GetProcAddress(in, text_at(of, names[i])))
            printf("%s: %s lacks %s\n", dll, which, text_at(of, names[i]));
    }
    printf("%s: %lu names, %u numbers\n", dll, table->NumberOfNames, ordinals);
}

// Eight arguments, four of them on the stack; results through pointers.
static void call_version(HMODULE module, char *result)
{
    char folder[300] = "", path[300] = "";
    UINT folder_length = sizeof folder, path_length = sizeof path;
    DWORD(WINAPI * find)(DWORD, LPCSTR, LPCSTR, LPCSTR, LPSTR, PUINT, LPSTR, PUINT) = (void *)GetProcAddress(module, "VerFindFileA");
    DWORD(WINAPI * language)(DWORD, LPSTR, DWORD) = (void *)GetProcAddress(module, "VerLanguageNameA");
    char name[300] = "";
    for (int i = 0; i < 2; i++)
    {
        DWORD found = find(0, "kernel32.dll", NULL, "C:\\game", folder, &folder_length, path, &path_length);
        DWORD length = language(0x0407, name, sizeof name);
        sprintf(result, "%lu '%s' %u '%s' %u; %lu '%s'", found, folder, folder_length, path, path_length, length, name);
    }
}

static void call_winmm(HMODULE module, char *result)
{
    char text[300] = "";
    BOOL(WINAPI * error)(DWORD, LPSTR, UINT) = (void *)GetProcAddress(module, "mciGetErrorStringA");
    DWORD(WINAPI * four)(LPCSTR, UINT) = (void *)GetProcAddress(module, "mmioStringToFOURCCA");
    BOOL known = error(257, text, sizeof text);
    SetLastError(4711);
    DWORD code = four("wave", 0);
    sprintf(result, "%d '%s' %lx, error %lu", known, text, code, GetLastError());
}

static void call_dinput8(HMODULE module, char *result)
{
    HRESULT(WINAPI * create)(HINSTANCE, DWORD, const GUID *, void **, IUnknown *) = (void *)GetProcAddress(module, "DirectInput8Create");
    HRESULT(WINAPI * get)(const GUID *, const GUID *, void **) = (void *)GetProcAddress(module, "DllGetClassObject");
    static const GUID none;
    void *object = &object;
    HRESULT created = create(NULL, 0x0800, &none, NULL, NULL), got = get(&none, &none, &object);
    sprintf(result, "%lx %lx", created, got);
}

int main(int argc, char **argv)
{
    static const struct
    {
        const char *dll;
        void (*call)(HMODULE, char *);
    } calls[] = { { "version.dll", call_version }, { "winmm.dll", call_winmm }, { "dinput8.dll", call_dinput8 } };
    for (int i = 2; i < argc; i++)
    {
        char path[1024], system[1024];
        sprintf(path, "%s\\%s", argv[1], argv[i]);
        GetSystemDirectoryA(system, 900);
        strcat(strcat(system, "\\"), argv[i]);
        HMODULE proxy = LoadLibraryA(path), real = LoadLibraryA(system);
        if (!proxy || !real || proxy == real)
        {
            printf("%s: proxy %p, real %p, error %lu\n", argv[i], (void *)proxy, (void *)real, GetLastError());
            continue;
        }
        compare(argv[i], real, proxy, "the proxy");
        compare(argv[i], proxy, real, "the system's");
        for (unsigned c = 0; c < sizeof calls / sizeof *calls; c++)
        {
            char expected[2000], result[2000];
            if (strcmp(calls[c].dll, argv[i]))
                continue;
            calls[c].call(proxy, result);
            calls[c].call(real, expected);
            printf("%s: %s\n", argv[i], strcmp(expected, result) ? result : "same answers");
        }
    }
    return 0;
}
