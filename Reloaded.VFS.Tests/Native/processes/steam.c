// Stands in for the steam.exe by which Proton starts games, as far as it concerns a launcher.
//
//   steam PROGRAM ARGS...     starts PROGRAM, waits for it, and ends with its exit code
//
// The file "began" beside it, where a drive leads there, says that it has come so far: Wine 8 loses about one program in a thousand before
// its first line.
//
// As the real one (Proton's steam_helper): only PROGRAM is turned from a path of Linux into one of Windows; a console program gets a
// console of its own; the arguments stay as they are.
#include <windows.h>
#include <shellapi.h>
#include <stdio.h>
#include <wchar.h>

typedef WCHAR *(CDECL *get_dos_file_name)(const char *);

static BOOL is_console(const wchar_t *program)
{
    SHFILEINFOW info;
    return HIWORD(SHGetFileInfoW(program, 0, &info, sizeof info, SHGFI_EXETYPE)) == 0;
}

static wchar_t *append(wchar_t *at, const wchar_t *word)
{
    unsigned backslashes = 0;
    *at++ = L'"';
    for (; *word; word++)
    {
        if (*word == L'"')
            for (backslashes++; backslashes; backslashes--)
                *at++ = L'\\';
        else
            backslashes = *word == L'\\' ? backslashes + 1 : 0;
        *at++ = *word;
    }
    for (; backslashes; backslashes--)
        *at++ = L'\\';
    *at++ = L'"';
    return at;
}

static void say_that_it_began(void)
{
    wchar_t path[4 * MAX_PATH];
    GetModuleFileNameW(NULL, path, ARRAYSIZE(path));
    wcscpy(wcsrchr(path, L'\\') + 1, L"began");
    CloseHandle(CreateFileW(path, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL));
}

int wmain(int argc, wchar_t **argv)
{
    static wchar_t line[32768];
    wchar_t *program, *at = line;
    PROCESS_INFORMATION process;
    STARTUPINFOW start = { .cb = sizeof start };
    DWORD code;
    say_that_it_began();
    if (argc < 2)
        return 2;
    program = argv[1];
    if (program[0] == L'/')
    {
        char path[4 * MAX_PATH];
        get_dos_file_name translate = (get_dos_file_name)(void *)GetProcAddress(GetModuleHandleA("kernel32"), "wine_get_dos_file_name");
        WideCharToMultiByte(CP_UTF8, 0, program, -1, path, sizeof path, NULL, NULL);
        program = translate(path);
    }
    at = append(at, program);
    for (int i = 2; i < argc; i++)
    {
        *at++ = L' ';
        at = append(at, argv[i]);
    }
    // Wine 8 fails to start a process now and then while the machine is busy.
    for (int tries = 0;
         !CreateProcessW(program, line, NULL, NULL, TRUE, is_console(program) ? CREATE_NEW_CONSOLE : 0, NULL, NULL, &start, &process);)
    {
        DWORD error = GetLastError();
        fwprintf(stderr, L"steam.exe: CreateProcessW of %ls failed with %lu\n", program, error);
        if (++tries == 3)
            return 3;
        Sleep(100);
    }
    WaitForSingleObject(process.hProcess, INFINITE);
    return GetExitCodeProcess(process.hProcess, &code) ? (int)code : 4;
}
