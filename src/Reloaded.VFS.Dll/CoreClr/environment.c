/* The environment as the runtime inside this DLL sees it. */
#include "coreclr.h"

/*
 * CoreCLR reads settings from variables that begin with DOTNET_, COMPlus_ or CORECLR_. A player or another program has set them for the
 * game's runtime, or for all: they would enable the background collector, a profiler or a debugger here. So CoreCLR sees none of them, but
 * these instead (numbers are hexadecimal):
 *
 * EnableDiagnostics: no thread of a debugger, no pipe for diagnostic tools.
 * TieredCompilation: no thread compiles methods again later; code that was compiled ahead of time stays, the rest is compiled once.
 * EnableAVX512: the code that was compiled ahead of time is for AVX2, and rejected where it would have asked for more.
 * EnableWriteXorExecute: what little code is made at run time isn't mapped twice.
 * GCSegmentSize, GCgen0size: the heap takes 4 MB of addresses at a time, where a 32-bit process has 2 GB, and not 16 MB.
 * Thread_DefaultStackSize: 512 KB for each of the runtime's threads, and not what the game's program asks for its own.
 *
 * Other variables are the program's. The array has room for two settings more.
 */
enum { ROOM = 1024 };
static wchar_t settings[ROOM] =
    L"DOTNET_EnableDiagnostics=0\0DOTNET_TieredCompilation=0\0DOTNET_EnableAVX512=0\0DOTNET_EnableWriteXorExecute=0\0"
    L"DOTNET_GCSegmentSize=400000\0DOTNET_GCgen0size=200000\0DOTNET_Thread_DefaultStackSize=80000\0";

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

/* The variable of a test that names a file: CoreCLR's compiler lists the methods there that it compiles at run time. */
static void list_compiled_methods(void) {
    static const wchar_t more[] = L"DOTNET_JitDisasmSummary=1\0DOTNET_JitStdOutFile=";
    u32 at = 0, count = sizeof more / sizeof *more - 1;
    while (settings[at] || settings[at + 1])
        at++;
    wchar_t *file = settings + at + 1 + count;
    u32 room = ROOM - (at + 1 + count) - 1, length = real_get_environment_variable(L"RVFS_COMPILED_METHODS", file, room);
    if (!length || length >= room) {
        *file = 0;
        return;
    }
    for (u32 i = 0; i < count; i++)
        settings[at + 1 + i] = more[i];
}

void collector_settings_initialize(void) {
    void *kernel32 = GetModuleHandleW(L"kernel32.dll");
    real_get_environment_variable = (get_environment_variable)GetProcAddress(kernel32, "GetEnvironmentVariableW");
    real_free_environment_strings = (free_environment_strings)GetProcAddress(kernel32, "FreeEnvironmentStringsW");
    list_compiled_methods();
}
