// Ten scenarios of a game with the published files, on a machine with nothing else: no SDK, no compiler, no test runner.
//
//   smoke ARTIFACTS WORK             runs each scenario; ends with the number of those that failed. ARTIFACTS: the folder with rvfs.exe and
//                                    reloaded_vfs.dll, WORK: a folder for the games, and for what rvfs_describe said of each
//                                    (describe-*.json)
//   smoke --refuse ARTIFACTS WORK    where rvfs must refuse to run a game (Windows on ARM): ends with 0 if it did, and said why
//
// The rest is what the program does as the game that it starts: smoke --game SCENARIO, exit code 0 or the line where it went wrong.
#include "native.h"
#include <psapi.h>
#include "reloaded_vfs.h"

static int fail_at(int line, const char *what)
{
    fprintf(stderr, "    line %d: %s (last error %lu)\n", line, what, GetLastError());
    return line;
}
#define CHECK(condition)                                                                                                                   \
    do                                                                                                                                     \
    {                                                                                                                                      \
        if (!(condition))                                                                                                                  \
            return fail_at(__LINE__, #condition);                                                                                          \
    } while (0)

// ---- the game ----

static int has_text(const wchar_t *path, const char *text)
{
    char content[100] = "";
    DWORD got = 0;
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 0;
    ReadFile(file, content, sizeof content - 1, &got, NULL);
    CloseHandle(file);
    return strcmp(content, text) == 0;
}

static int put_text_file(const wchar_t *path, const char *text)
{
    DWORD put = 0;
    HANDLE file = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 0;
    BOOL written = WriteFile(file, text, (DWORD)strlen(text), &put, NULL);
    CloseHandle(file);
    return written && put == strlen(text);
}

static int open_files(void)
{
    CHECK(has_text(L"data\\wall.txt", "red wall"));
    CHECK(has_text(L"DATA\\Wall.TXT", "red wall"));
    CHECK(has_text(L"data\\own.txt", "the game's own"));
    CHECK(has_text(L"island\\map.txt", "island"));
    CHECK(!has_text(L"data\\nothing.txt", ""));
    CHECK(GetLastError() == ERROR_FILE_NOT_FOUND);
    CHECK(GetFileAttributesW(L"rvfs\\mods") == INVALID_FILE_ATTRIBUTES);
    return 0;
}

static int count_names(const wchar_t *pattern, const wchar_t *const *names, int count)
{
    WIN32_FIND_DATAW found;
    int seen = 0, all = 0;
    HANDLE find = FindFirstFileW(pattern, &found);
    if (find == INVALID_HANDLE_VALUE)
        return -1;
    do
    {
        if (wcscmp(found.cFileName, L".") == 0 || wcscmp(found.cFileName, L"..") == 0)
            continue;
        all++;
        for (int i = 0; i < count; i++)
            seen += _wcsicmp(found.cFileName, names[i]) == 0;
    } while (FindNextFileW(find, &found));
    FindClose(find);
    return all == seen ? seen : -1;
}

static int list_folder(void)
{
    static const wchar_t *const data[] = { L"own.txt", L"wall.txt", L"added.txt" };
    static const wchar_t *const island[] = { L"map.txt" };
    CHECK(count_names(L"data\\*", data, 3) == 3);
    CHECK(count_names(L"data\\*.TXT", data, 3) == 3);
    CHECK(count_names(L"data\\a*", data, 3) == 1);
    CHECK(count_names(L"island\\*", island, 1) == 1);
    return 0;
}

static int write_file(void)
{
    CHECK(put_text_file(L"data\\wall.txt", "painted over"));
    CHECK(has_text(L"data\\wall.txt", "painted over"));
    CHECK(put_text_file(L"data\\save.txt", "saved"));
    CHECK(has_text(L"data\\save.txt", "saved"));
    CHECK(DeleteFileW(L"data\\save.txt"));
    CHECK(!has_text(L"data\\save.txt", "saved"));
    return 0;
}

static int rename_file(void)
{
    CHECK(put_text_file(L"data\\wall.tmp", "renamed"));
    CHECK(MoveFileExW(L"data\\wall.tmp", L"data\\wall.txt", MOVEFILE_REPLACE_EXISTING));
    CHECK(has_text(L"data\\wall.txt", "renamed"));
    CHECK(GetFileAttributesW(L"data\\wall.tmp") == INVALID_FILE_ATTRIBUTES);
    return 0;
}

static int notify(void)
{
    static DWORD buffer[4096];
    HANDLE folder = CreateFileW(L"data", FILE_LIST_DIRECTORY, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
        FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED, NULL);
    CHECK(folder != INVALID_HANDLE_VALUE);
    OVERLAPPED overlapped = { .hEvent = CreateEventW(NULL, FALSE, FALSE, NULL) };
    int told = 0, asked = 0;
    for (int round = 0; round < 30 && !told; round++)
    {
        CHECK(ReadDirectoryChangesW(folder, buffer, sizeof buffer, FALSE, FILE_NOTIFY_CHANGE_FILE_NAME, NULL, &overlapped, NULL));
        // Now the other side puts a file into the mod.
        if (!asked++)
            CHECK(put_text_file(L"watching.txt", "now"));
        DWORD got = 0;
        CHECK(WaitForSingleObject(overlapped.hEvent, 30000) == WAIT_OBJECT_0 && GetOverlappedResult(folder, &overlapped, &got, FALSE)
            && got > 0);
        for (FILE_NOTIFY_INFORMATION *entry = (FILE_NOTIFY_INFORMATION *)buffer;;
             entry = (FILE_NOTIFY_INFORMATION *)((char *)entry + entry->NextEntryOffset))
        {
            told |= entry->Action == FILE_ACTION_ADDED && entry->FileNameLength == 16 && _wcsnicmp(entry->FileName, L"late.txt", 8) == 0;
            if (!entry->NextEntryOffset)
                break;
        }
    }
    CHECK(told);
    CloseHandle(folder);
    // It is told of when it is made; its writer may still have it open.
    int has = 0;
    for (int i = 0; i < 200 && !(has = has_text(L"data\\late.txt", "late")); i++)
        Sleep(50);
    CHECK(has);
    return 0;
}

static int start(wchar_t *line, DWORD *code)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;
    if (!CreateProcessW(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &child))
        return 0;
    int ended = WaitForSingleObject(child.hProcess, 120000) == WAIT_OBJECT_0 && GetExitCodeProcess(child.hProcess, code);
    if (!ended)
        TerminateProcess(child.hProcess, 99);
    CloseHandle(child.hThread);
    CloseHandle(child.hProcess);
    return ended;
}

static int child(void)
{
    wchar_t program[MAX_PATH], line[MAX_PATH + 30];
    DWORD code = 1;
    GetModuleFileNameW(NULL, program, MAX_PATH);
    swprintf(line, MAX_PATH + 30, L"\"%ls\" --game open", program);
    CHECK(start(line, &code));
    CHECK(code == 0);
    return 0;
}

static int section(void)
{
    wchar_t name[MAX_PATH] = L"";
    HANDLE file = CreateFileW(L"data\\wall.txt", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    CHECK(file != INVALID_HANDLE_VALUE);
    HANDLE mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
    CHECK(mapping);
    const char *view = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
    CHECK(view && memcmp(view, "red wall", 8) == 0);
    // As a file of the game's, not of rvfs\mods.
    DWORD length = GetMappedFileNameW(GetCurrentProcess(), (void *)view, name, MAX_PATH);
    CHECK(length > 14 && _wcsicmp(name + length - 14, L"\\data\\wall.txt") == 0 && !wcsstr(name, L"\\mods\\"));
    UnmapViewOfFile(view);
    CloseHandle(mapping);
    CloseHandle(file);
    return 0;
}

static int name_by_handle(void)
{
    wchar_t name[MAX_PATH] = L"", folder[MAX_PATH], expected[MAX_PATH + 20], own[MAX_PATH] = L"";
    HANDLE file = CreateFileW(L"data\\wall.txt", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    CHECK(file != INVALID_HANDLE_VALUE);
    DWORD length = GetFinalPathNameByHandleW(file, name, MAX_PATH, 0);
    CHECK(length && length < MAX_PATH);
    CloseHandle(file);
    // The folder's own real name: the current directory may have been given in another spelling.
    HANDLE here = CreateFileW(L".", FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
        FILE_FLAG_BACKUP_SEMANTICS, NULL);
    CHECK(here != INVALID_HANDLE_VALUE);
    length = GetFinalPathNameByHandleW(here, folder, MAX_PATH, 0);
    CHECK(length && length < MAX_PATH);
    CloseHandle(here);
    swprintf(expected, MAX_PATH + 20, L"%ls\\data\\wall.txt", folder);
    CHECK(_wcsicmp(name, expected) == 0);
    file = CreateFileW(L"data\\own.txt", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    CHECK(file != INVALID_HANDLE_VALUE && GetFinalPathNameByHandleW(file, own, MAX_PATH, 0));
    CHECK(wcslen(own) == wcslen(name) - 1);
    CloseHandle(file);
    return 0;
}

#define EXPORT(name) ((__typeof__(&name))(void *)GetProcAddress(GetModuleHandleW(L"reloaded_vfs.dll"), #name))

static int unhook(void)
{
    CHECK(GetModuleHandleW(L"reloaded_vfs.dll"));
    CHECK(has_text(L"data\\wall.txt", "red wall"));
    CHECK(EXPORT(rvfs_disable)() == RVFS_OK);
    CHECK(has_text(L"data\\wall.txt", "grey wall"));
    CHECK(EXPORT(rvfs_enable)() == RVFS_OK);
    CHECK(has_text(L"data\\wall.txt", "red wall"));
    CHECK(EXPORT(rvfs_stop)() == RVFS_OK);
    CHECK(has_text(L"data\\wall.txt", "grey wall"));
    CHECK(GetFileAttributesW(L"rvfs\\mods") != INVALID_FILE_ATTRIBUTES);
    return 0;
}

static int late_start(void)
{
    CHECK(has_text(L"data\\wall.txt", "grey wall"));
    CHECK(LoadLibraryW(L"reloaded_vfs.dll"));
    CHECK(EXPORT(ReloadedStart)() == 1);
    return open_files();
}

struct scenario
{
    const char *name;
    int (*run)(void);
};
static const struct scenario scenarios[] = {
    { "open", open_files },
    { "list", list_folder },
    { "write", write_file },
    { "rename", rename_file },
    { "notify", notify },
    { "child", child },
    { "section", section },
    { "name-by-handle", name_by_handle },
    { "unhook", unhook },
    { "late-start", late_start },
};
enum
{
    SCENARIO_COUNT = sizeof scenarios / sizeof *scenarios
};

static void describe(const char *path)
{
    static char text[1 << 20];
    FILE *file = NULL;
    if (GetModuleHandleW(L"reloaded_vfs.dll") && EXPORT(rvfs_describe)(text, sizeof text) > 0 && (file = fopen(path, "wb")))
    {
        fputs(text, file);
        fclose(file);
    }
}

static int play(const char *name)
{
    for (int i = 0; i < SCENARIO_COUNT; i++)
    {
        if (strcmp(scenarios[i].name, name) != 0)
            continue;
        int line = scenarios[i].run();
        describe("describe.json");
        return line;
    }
    return 255;
}

// ---- the other side ----

static wchar_t artifacts[MAX_PATH], work[MAX_PATH], game[MAX_PATH];

static const wchar_t *in_game(const wchar_t *name)
{
    static wchar_t path[2 * MAX_PATH];
    swprintf(path, 2 * MAX_PATH, L"%ls\\%ls", game, name);
    return path;
}

static int make_game(const char *name)
{
    static const wchar_t *const folders[] = { L"", L"data", L"rvfs", L"rvfs\\mods", L"rvfs\\mods\\red", L"rvfs\\mods\\red\\data",
        L"rvfs\\mods\\red\\island" };
    static const struct
    {
        const wchar_t *path;
        const char *text;
    } files[] = {
        { L"data\\wall.txt", "grey wall" },
        { L"data\\own.txt", "the game's own" },
        { L"rvfs\\mods\\red\\data\\wall.txt", "red wall" },
        { L"rvfs\\mods\\red\\data\\added.txt", "added" },
        { L"rvfs\\mods\\red\\island\\map.txt", "island" },
    };
    wchar_t program[MAX_PATH], library[2 * MAX_PATH];
    swprintf(game, MAX_PATH, L"%ls\\%hs", work, name);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        CHECK(CreateDirectoryW(in_game(folders[i]), NULL));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        CHECK(put_text_file(in_game(files[i].path), files[i].text));
    GetModuleFileNameW(NULL, program, MAX_PATH);
    CHECK(CopyFileW(program, in_game(L"game.exe"), TRUE));
    swprintf(library, 2 * MAX_PATH, sizeof(void *) == 8 ? L"%ls\\reloaded_vfs.dll" : L"%ls\\x86\\reloaded_vfs.dll", artifacts);
    // In the game's folder only where the game itself loads it; what lies there is seen by no other program.
    CHECK(strcmp(name, "late-start") != 0 || CopyFileW(library, in_game(L"reloaded_vfs.dll"), TRUE));
    return 0;
}

// Puts a file into the mod once the game watches.
static DWORD WINAPI add_late(void *unused)
{
    (void)unused;
    for (int i = 0; i < 600 && GetFileAttributesW(in_game(L"watching.txt")) == INVALID_FILE_ATTRIBUTES; i++)
        Sleep(100);
    put_text_file(in_game(L"rvfs\\mods\\red\\data\\late.txt"), "late");
    return 0;
}

static int run(const char *name, DWORD *code)
{
    wchar_t line[4 * MAX_PATH];
    if (strcmp(name, "late-start") == 0)
        swprintf(line, 4 * MAX_PATH, L"\"%ls\\game.exe\" --game %hs", game, name);
    else
        swprintf(line, 4 * MAX_PATH, L"\"%ls\\rvfs.exe\" run \"%ls\\game.exe\" --game %hs", artifacts, game, name);
    HANDLE late = strcmp(name, "notify") == 0 ? CreateThread(NULL, 0, add_late, NULL, 0, NULL) : NULL;
    SetCurrentDirectoryW(game);
    int ended = start(line, code);
    if (late)
    {
        WaitForSingleObject(late, INFINITE);
        CloseHandle(late);
    }
    return ended;
}

static int scenario(const char *name)
{
    DWORD code = 1;
    wchar_t description[2 * MAX_PATH];
    CHECK(make_game(name) == 0);
    CHECK(run(name, &code));
    swprintf(description, 2 * MAX_PATH, L"%ls\\describe-%hs.json", work, name);
    CopyFileW(in_game(L"describe.json"), description, FALSE);
    CHECK(code == 0);
    CHECK(GetFileAttributesW(description) != INVALID_FILE_ATTRIBUTES);
    // Whatever the game did: its own files are what they were.
    CHECK(has_text(in_game(L"data\\wall.txt"), "grey wall"));
    CHECK(has_text(in_game(L"data\\own.txt"), "the game's own"));
    return 0;
}

// ExitCodes.Refused and what is above it: what rvfs itself has to say.
enum
{
    REFUSED = 123
};

static int refuses(void)
{
    DWORD code = 0;
    CHECK(make_game("open") == 0);
    CHECK(run("open", &code));
    printf("rvfs ended with %lu\n", code);
    // Refused by rvfs itself, before anything of the game has run: that would have left its description, and failed at a line of this file.
    CHECK(code >= REFUSED);
    CHECK(GetFileAttributesW(in_game(L"describe.json")) == INVALID_FILE_ATTRIBUTES);
    return 0;
}

int wmain(int argc, wchar_t **argv)
{
    char name[32] = "";
    setvbuf(stdout, NULL, _IONBF, 0);
    if (argc == 3 && wcscmp(argv[1], L"--game") == 0)
    {
        snprintf(name, sizeof name, "%ls", argv[2]);
        return play(name);
    }
    int refuse = argc == 4 && wcscmp(argv[1], L"--refuse") == 0;
    if (argc != 3 + refuse)
    {
        fprintf(stderr, "smoke [--refuse] ARTIFACTS WORK\n");
        return 255;
    }
    GetFullPathNameW(argv[1 + refuse], MAX_PATH, artifacts, NULL);
    GetFullPathNameW(argv[2 + refuse], MAX_PATH, work, NULL);
    CreateDirectoryW(work, NULL);
    if (refuse)
        return refuses() != 0;
    int failed = 0;
    for (int i = 0; i < SCENARIO_COUNT; i++)
    {
        int line = scenario(scenarios[i].name);
        printf("%-16s%s\n", scenarios[i].name, line ? "FAILED" : "right");
        failed += line != 0;
    }
    printf("%d of %d right\n", SCENARIO_COUNT - failed, (int)SCENARIO_COUNT);
    return failed;
}
