/* The environment as the runtime inside this DLL sees it. */
#include "coreclr.h"

/*
 * CoreCLR reads settings from variables that begin with DOTNET_, COMPlus_ or CORECLR_. A player or another program has set them for the
 * game's runtime, or for all: they would enable the background collector, a profiler or a debugger here. So CoreCLR sees none of them, but
 * these instead:
 *
 * EnableDiagnostics: no thread of a debugger, no pipe for diagnostic tools.
 * TieredCompilation: no thread compiles methods again later; code that was compiled ahead of time stays, the rest is compiled once.
 *
 * Other variables are the program's.
 */
static wchar_t settings[] = L"DOTNET_EnableDiagnostics=0\0DOTNET_TieredCompilation=0\0";

typedef u32(NTAPI *get_environment_variable)(const wchar_t *name, wchar_t *value, u32 chars);
typedef i32(NTAPI *free_environment_strings)(void *strings);
static get_environment_variable real_get_environment_variable;
static free_environment_strings real_free_environment_strings;

enum { VARIABLE_NOT_FOUND = 203 /* ERROR_ENVVAR_NOT_FOUND */ };

/* The name of a variable is compared in any letter case. Returns the length of the prefix, or 0. */
static u32 has_beginning(const wchar_t *name, const wchar_t *beginning) {
    u32 i = 0;
    for (; beginning[i]; i++) {
        wchar_t c = name[i];
        if (c >= 'a' && c <= 'z')
            c = (wchar_t)(c - 32);
        if (c != beginning[i])
            return 0;
    }
    return i;
}

static i32 is_of_a_runtime(const wchar_t *name) {
    return has_beginning(name, L"DOTNET_") || has_beginning(name, L"COMPLUS_") || has_beginning(name, L"CORECLR_");
}

/* Returns a setting's value, or null. */
static const wchar_t *find_setting(const wchar_t *name) {
    for (const wchar_t *setting = settings; *setting;) {
        u32 i = 0;
        while (name[i] && name[i] == setting[i])
            i++;
        if (!name[i] && setting[i] == '=')
            return setting + i + 1;
        while (*setting++)
            ;
    }
    return (const wchar_t *)NULL_;
}

u32 NTAPI GetEnvironmentVariableW(const wchar_t *name, wchar_t *value, u32 chars) {
    if (!name || !is_of_a_runtime(name))
        return real_get_environment_variable(name, value, chars);
    const wchar_t *setting = find_setting(name);
    if (!setting) {
        *last_error() = VARIABLE_NOT_FOUND;
        return 0;
    }
    u32 length = 0;
    while (setting[length])
        length++;
    if (chars <= length)
        return length + 1;
    for (u32 i = 0; i <= length; i++)
        value[i] = setting[i];
    return length;
}

void *NTAPI GetEnvironmentStringsW(void) { return settings; }

i32 NTAPI FreeEnvironmentStringsW(void *strings) { return strings == settings || real_free_environment_strings(strings); }

void collector_settings_initialize(void) {
    void *kernel32 = GetModuleHandleW(L"kernel32.dll");
    real_get_environment_variable = (get_environment_variable)GetProcAddress(kernel32, "GetEnvironmentVariableW");
    real_free_environment_strings = (free_environment_strings)GetProcAddress(kernel32, "FreeEnvironmentStringsW");
}
