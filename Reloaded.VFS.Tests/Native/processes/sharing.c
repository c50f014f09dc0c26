// One of three programs, each started by the one before, that look at the same folder, write and wait at the same time.
//
//   sharing COMMAND...
//
// A program runs its commands in turn. At "start" it starts a copy of itself with the commands after that word and goes on with them
// itself, without starting another copy. It prints at its end, after its copy has ended, a line for each command:
//   look        how many files Data has with everything below it, and a hash of their names and contents
//   look:NAME   the same of Data\NAME
//   tree        whether the VFS uses the tree of another process: 1 or 0; - without the VFS
//   make:NAME   creates Data\NAME with a number after it, the program's own
//   wait:NAME   waits until Data\NAME can be opened
//   gone:NAME   waits until it can't
//   ends:COUNT  starts COUNT copies that look, ends each of them at any time or awaits it, and counts the wrong ones
#include "native.h"

static wchar_t data[MAX_PATH];
static int level;
static char said[1 << 14];
static size_t said_length;

static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    said_length += (size_t)vsnprintf(said + said_length, sizeof said - said_length, format, arguments);
    va_end(arguments);
}

static void look_at(const wchar_t *folder, uint64_t *files, uint64_t *hash)
{
    wchar_t path[MAX_PATH];
    WIN32_FIND_DATAW found;
    swprintf(path, MAX_PATH, L"%ls\\*", folder);
    HANDLE search = FindFirstFileW(path, &found);
    if (search == INVALID_HANDLE_VALUE)
        return;
    do
    {
        if (found.cFileName[0] == L'.')
            continue;
        swprintf(path, MAX_PATH, L"%ls\\%ls", folder, found.cFileName);
        if (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
        {
            look_at(path, files, hash);
            continue;
        }
        char content[64];
        DWORD got = 0;
        HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
        uint64_t name = fnv(FNV_START, found.cFileName, wcslen(found.cFileName) * sizeof(wchar_t));
        if (file != INVALID_HANDLE_VALUE)
        {
            ReadFile(file, content, sizeof content, &got, NULL);
            CloseHandle(file);
            name = fnv(name, content, got);
        }
        // The order doesn't matter.
        *hash += name;
        *files += 1;
    } while (FindNextFileW(search, &found));
    FindClose(search);
}

static void tree(void)
{
    static char text[1 << 16];
    HMODULE vfs = GetModuleHandleW(L"reloaded_vfs.dll");
    int (*describe)(char *, unsigned) = vfs ? (int (*)(char *, unsigned))(void *)GetProcAddress(vfs, "rvfs_describe") : NULL;
    say("%d tree %s\n", level, !describe ? "-" : describe(text, sizeof text) > 0 && strstr(text, "\"inheritedTree\": true") ? "1" : "0");
}

static int can_open(const wchar_t *name)
{
    wchar_t path[MAX_PATH];
    swprintf(path, MAX_PATH, L"%ls\\%ls", data, name);
    return GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES;
}

static void await(const wchar_t *name, int there)
{
    int tries = 0;
    while (can_open(name) != there && tries++ < 3000)
        Sleep(10);
    say("%d %s %ls\n", level, tries < 3000 ? there ? "found" : "missed" : "never", name);
}

static BOOL start(int count, wchar_t **commands, PROCESS_INFORMATION *made)
{
    wchar_t line[8192], program[MAX_PATH];
    GetModuleFileNameW(NULL, program, MAX_PATH);
    int length = swprintf(line, 8192, L"\"%ls\" level:%d", program, level + 1);
    for (int i = 0; i < count; i++)
        length += swprintf(line + length, 8192 - (size_t)length, L" %ls", commands[i]);
    STARTUPINFOW startup = { .cb = sizeof startup };
    return create_process(NULL, line, TRUE, 0, NULL, &startup, made);
}

// Copies say nothing wrong: exit code 0 is that of a whole look, 3 that of a look that misses files.
static void end_some(int count, uint64_t least)
{
    int wrong = 0, ended = 0;
    unsigned state = GetTickCount() | 1;
    for (int i = 0; i < count; i++)
    {
        PROCESS_INFORMATION made;
        wchar_t word[64], *commands[] = { word };
        swprintf(word, 64, L"check:%llu", (unsigned long long)least);
        if (!start(1, commands, &made))
        {
            wrong++;
            continue;
        }
        state = state * 1664525 + 1013904223;
        DWORD code = 0, pause = (state >> 16) % 250;
        if (pause < 200 && WaitForSingleObject(made.hProcess, pause) == WAIT_TIMEOUT)
        {
            TerminateProcess(made.hProcess, 42);
            ended++;
        }
        WaitForSingleObject(made.hProcess, INFINITE);
        GetExitCodeProcess(made.hProcess, &code);
        wrong += code != 0 && code != 42;
        CloseHandle(made.hThread);
        CloseHandle(made.hProcess);
    }
    say("%d ends, wrong %d\n", level, wrong);
    fprintf(stderr, "%d of %d were ended\n", ended, count);
}

int wmain(int argc, wchar_t **argv)
{
    GetModuleFileNameW(NULL, data, MAX_PATH);
    wcscpy(wcsrchr(data, L'\\') + 1, L"Data");
    PROCESS_INFORMATION made = { 0 };
    for (int i = 1; i < argc; i++)
    {
        wchar_t *argument = wcschr(argv[i], L':');
        argument = argument ? argument + 1 : L"";
        uint64_t files = 0, hash = 0;
        if (!wcsncmp(argv[i], L"level:", 6))
            level = _wtoi(argument);
        else if (!wcscmp(argv[i], L"start"))
        {
            if (!made.hProcess && !start(argc - i - 1, argv + i + 1, &made))
                say("%d not started: %lu\n", level, GetLastError());
        }
        else if (!wcscmp(argv[i], L"look"))
        {
            look_at(data, &files, &hash);
            say("%d look %llu %016llx\n", level, (unsigned long long)files, (unsigned long long)hash);
        }
        else if (!wcsncmp(argv[i], L"look:", 5))
        {
            wchar_t folder[MAX_PATH];
            swprintf(folder, MAX_PATH, L"%ls\\%ls", data, argument);
            look_at(folder, &files, &hash);
            say("%d look at %ls %llu %016llx\n", level, argument, (unsigned long long)files, (unsigned long long)hash);
        }
        else if (!wcsncmp(argv[i], L"check:", 6))
        {
            look_at(data, &files, &hash);
            return files >= wcstoull(argument, NULL, 10) ? 0 : 3;
        }
        else if (!wcscmp(argv[i], L"tree"))
            tree();
        else if (!wcsncmp(argv[i], L"make:", 5))
        {
            wchar_t path[MAX_PATH];
            swprintf(path, MAX_PATH, L"%ls\\%ls%d", data, argument, level);
            HANDLE file = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL);
            say("%d made %d\n", level, file != INVALID_HANDLE_VALUE);
            CloseHandle(file);
        }
        else if (!wcsncmp(argv[i], L"wait:", 5))
            await(argument, 1);
        else if (!wcsncmp(argv[i], L"gone:", 5))
            await(argument, 0);
        else if (!wcsncmp(argv[i], L"ends:", 5))
            end_some(_wtoi(argument), 1200);
    }
    if (made.hProcess)
        WaitForSingleObject(made.hProcess, INFINITE);
    fwrite(said, 1, said_length, stdout);
    fflush(stdout);
    return 0;
}
