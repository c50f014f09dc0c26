/* Starts the VFS and reports a failure. The game continues in any case. */
#include "proxy.h"

enum { LONGEST_PATH = 32768, NAME_ROOM = 64, GENERIC_WRITE = 0x40000000, SHARE_READ = 1, CREATE_ALWAYS = 2, NUMBER_DIGITS = 10 };

#define DLL L"rvfs\\reloaded_vfs.dll"
#define ERROR_FILE L"rvfs\\install-error.txt"
/* While this variable is set, a game starts without mods. */
#define SWITCH L"RVFS_NO_AUTOSTART"

static void append(WCHAR16 *path, const WCHAR16 *name) {
    u32 i = 0;
    do
        path[i] = name[i];
    while (name[i++]);
}

/*
 * Returns 1 if an argument begins with --type=, like those of a browser's sandboxed helpers. The rules are those of ChildRequest.cs, which
 * examines programs before they are created.
 */
static i32 is_helper(const WCHAR16 *line) {
    static const WCHAR16 type[] = L"--type=";
    i32 quoted = 0, is_first = 1;
    while (*line) {
        const WCHAR16 *argument = line;
        u32 backslashes = 0, same = 0;
        for (; *line && (quoted || (*line != ' ' && *line != '\t')); line++) {
            if (*line == '"' && (is_first || backslashes % 2 == 0))
                quoted = !quoted;
            backslashes = *line == '\\' ? backslashes + 1 : 0;
        }
        if (*argument == '"')
            argument++;
        while (type[same] && argument[same] == type[same])
            same++;
        if (!is_first && !type[same])
            return 1;
        is_first = 0;
        while (*line == ' ' || *line == '\t')
            line++;
    }
    return 0;
}

/* Writes the error in one line: without this file, a game without mods would be a riddle. */
static void report(const WCHAR16 *file, const char *text, u32 error) {
    char line[256];
    u32 length = 0;
    for (; text[length]; length++)
        line[length] = text[length];
    char digits[NUMBER_DIGITS];
    u32 count = 0;
    do {
        digits[count++] = (char)('0' + error % 10);
        error /= 10;
    } while (error);
    while (count)
        line[length++] = digits[--count];
    line[length++] = '.';
    line[length++] = '\r';
    line[length++] = '\n';
    HANDLE handle = CreateFileW(file, (u32)GENERIC_WRITE, SHARE_READ, NULL_, CREATE_ALWAYS, 0, NULL_);
    if (handle == (HANDLE)(uptr)-1)
        return;
    u32 written;
    WriteFile(handle, line, length, &written, NULL_);
    CloseHandle(handle);
}

void rvfs_proxy_start(void *module) {
    WCHAR16 value[2];
    /* A launcher, the parent process or another loader has loaded the DLL already. */
    if (GetModuleHandleW((const WCHAR16 *)L"reloaded_vfs.dll") || GetEnvironmentVariableW((const WCHAR16 *)SWITCH, value, 2)
        || is_helper(GetCommandLineW()))
        return;
    WCHAR16 *path = (WCHAR16 *)HeapAlloc(GetProcessHeap(), 0, (LONGEST_PATH + NAME_ROOM) * sizeof(WCHAR16));
    if (!path)
        return;
    u32 length = GetModuleFileNameW(module, path, LONGEST_PATH);
    while (length && path[length - 1] != '\\')
        length--;
    append(path + length, (const WCHAR16 *)DLL);
    void *dll = LoadLibraryW(path);
    u32 error = GetLastError();
    void *found = dll ? GetProcAddress(dll, "ReloadedStart") : NULL_;
    i32(NTAPI * start)(void) = (i32(NTAPI *)(void))found;
    append(path + length, (const WCHAR16 *)ERROR_FILE);
    if (!dll)
        report(path, "The game has started without mods: rvfs\\reloaded_vfs.dll can't be loaded, Windows error ", error);
    else if (!start || !start())
        report(path, "The game has started without mods: rvfs\\reloaded_vfs.dll didn't start, status ", start ? 1 : 0);
    else
        DeleteFileW(path);
    HeapFree(GetProcessHeap(), 0, path);
}
