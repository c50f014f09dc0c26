// Starts a program in a folder that need not exist on disk: a mod may have it. %TMP% and %TEMP% name the folder too.
//   start FOLDER PROGRAM [ARGS...]
// Prints, at the end, how the program ended; its own exit code is 0, or 100 if the program couldn't be started.
#include <stdio.h>
#include <windows.h>

// The command line after its first two words, as written.
static wchar_t *rest_of(wchar_t *line) {
    for (int word = 0; word < 2; word++) {
        int quoted = 0;
        while (*line && (quoted || *line != L' '))
            quoted ^= *line++ == L'"';
        while (*line == L' ')
            line++;
    }
    return line;
}

int wmain(int argc, wchar_t **argv) {
    if (argc < 3)
        return 2;
    SetEnvironmentVariableW(L"TMP", argv[1]);
    SetEnvironmentVariableW(L"TEMP", argv[1]);
    if (!SetCurrentDirectoryW(argv[1])) {
        printf("ended: no current folder, error %lu\n", GetLastError());
        return 100;
    }
    STARTUPINFOW start = {.cb = sizeof start};
    PROCESS_INFORMATION process;
    if (!CreateProcessW(NULL, rest_of(GetCommandLineW()), NULL, NULL, TRUE, 0, NULL, NULL, &start, &process)) {
        printf("ended: not started, error %lu\n", GetLastError());
        return 100;
    }
    WaitForSingleObject(process.hProcess, INFINITE);
    DWORD code = 0;
    GetExitCodeProcess(process.hProcess, &code);
    printf("\nended: %lx\n", code);
    return 0;
}
