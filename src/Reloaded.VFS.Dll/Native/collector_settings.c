/* The garbage collector settings in a player's environment, which are meant for the game. */
#include "native.h"

/*
 * The runtime lets the environment override the settings of its image. If the game is a .NET program, too, such variables are meant for the
 * game's runtime. Here they would enable the background collector, which starts a thread and waits for it, forever if the loader lock is
 * held, or would limit the heap too much. So the settings chosen by this image are reported as "not set"; others count. As in
 * hijack_lookup.c, both names of the function are defined, and only this image's own calls are affected.
 */
typedef u32(NTAPI *get_environment_variable)(const wchar_t *name, wchar_t *value, u32 chars);
static get_environment_variable real_get_environment_variable;

static const wchar_t *const chosen[] = {L"DOTNET_gcConcurrent", L"DOTNET_gcServer", L"DOTNET_GCHeapHardLimit"};

static i32 is_same(const wchar_t *left, const wchar_t *right) {
    while (*left && *left == *right) {
        left++;
        right++;
    }
    return *left == *right;
}

u32 NTAPI GetEnvironmentVariableW(const wchar_t *name, wchar_t *value, u32 chars) {
    for (u32 i = 0; name && i < sizeof chosen / sizeof *chosen; i++) {
        if (is_same(name, chosen[i])) {
            *last_error() = 203; /* ERROR_ENVVAR_NOT_FOUND */
            return 0;
        }
    }
    return real_get_environment_variable(name, value, chars);
}
OWN_IMPORT(GetEnvironmentVariableW, 12)

void collector_settings_initialize(void) {
    real_get_environment_variable = (get_environment_variable)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "GetEnvironmentVariableW");
}
