// A game that runs while its mods change: executes commands line by line, and prints what it sees.
//
//   live COMMANDS ANSWERS      COMMANDS: a file that grows, UTF-8, a command a line, words separated by tabs; ANSWERS gets a line for each.
//                              Ends at "quit".
//   live storm FOLDER N SEED   makes, renames and deletes N times in and below a folder
#include "native.h"
#include "opened.h"
#include "race.h"
#include "soak.h"
#include "vanish.h"
#include "watch.h"
#include <fcntl.h>
#include <io.h>

static wchar_t wide[1 << 15];
static FILE *answers;
static HANDLE held = INVALID_HANDLE_VALUE;

static wchar_t *to_wide(const char *text)
{
    wchar_t *result = calloc(strlen(text) + 1, sizeof *result);
    MultiByteToWideChar(CP_UTF8, 0, text, -1, result, (int)strlen(text) + 1);
    return result;
}

static void say_wide(const wchar_t *text)
{
    static char narrow[1 << 16];
    WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, sizeof narrow, NULL, NULL);
    fputs(narrow, answers);
}

// The content, or NULL with the error code.
static char *content(const wchar_t *path, DWORD *error)
{
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
    *error = GetLastError();
    if (file == INVALID_HANDLE_VALUE)
        return NULL;
    static char text[4096];
    DWORD got = 0;
    ReadFile(file, text, sizeof text - 1, &got, NULL);
    text[got] = 0;
    CloseHandle(file);
    return text;
}

static int is_listed(const wchar_t *path)
{
    swprintf(wide, 1 << 15, L"%ls", path);
    wchar_t *name = wcsrchr(wide, L'\\');
    wcscpy(name + 1, L"*");
    WIN32_FIND_DATAW data;
    HANDLE find = FindFirstFileW(wide, &data);
    int found = 0;
    if (find == INVALID_HANDLE_VALUE)
        return 0;
    do
        found |= !_wcsicmp(data.cFileName, wcsrchr(path, L'\\') + 1);
    while (FindNextFileW(find, &data));
    FindClose(find);
    return found;
}

static double now(void)
{
    LARGE_INTEGER counter, frequency;
    QueryPerformanceCounter(&counter);
    QueryPerformanceFrequency(&frequency);
    return 1000.0 * (double)counter.QuadPart / (double)frequency.QuadPart;
}

static long long moment(void)
{
    FILETIME time;
    GetSystemTimePreciseAsFileTime(&time);
    return (long long)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

static void put(const wchar_t *path, const char *text, DWORD disposition)
{
    HANDLE file = CreateFileW(path, GENERIC_WRITE, FILE_SHARE_READ, NULL, disposition, 0, NULL);
    DWORD written = 0;
    if (file != INVALID_HANDLE_VALUE)
        WriteFile(file, text, (DWORD)strlen(text), &written, NULL);
    CloseHandle(file);
}

static int by_name(const void *x, const void *y) { return wcscmp(*(wchar_t *const *)x, *(wchar_t *const *)y); }

// Every path below a folder with its content, sorted, a word each.
static int collect(const wchar_t *folder, const wchar_t *relative, wchar_t ***lines, int count)
{
    wchar_t *pattern = calloc(wcslen(folder) + 3, sizeof *pattern);
    wcscat(wcscpy(pattern, folder), L"\\*");
    WIN32_FIND_DATAW data;
    HANDLE find = FindFirstFileW(pattern, &data);
    free(pattern);
    if (find == INVALID_HANDLE_VALUE)
        return count;
    do
    {
        if (!wcscmp(data.cFileName, L".") || !wcscmp(data.cFileName, L".."))
            continue;
        size_t room = wcslen(folder) + wcslen(relative) + wcslen(data.cFileName) + 64;
        wchar_t *path = calloc(room, sizeof *path), *line = calloc(room + 64, sizeof *line);
        swprintf(path, room, L"%ls\\%ls", folder, data.cFileName);
        swprintf(line, room, L"%ls%ls", relative, data.cFileName);
        *lines = realloc(*lines, (size_t)(count + 1) * sizeof **lines);
        if (data.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
        {
            wcscat(line, L"/");
            (*lines)[count] = line;
            count = collect(path, line, lines, count + 1);
        }
        else
        {
            DWORD error;
            const char *text = content(path, &error);
            if (text)
                swprintf(line + wcslen(line), 64, L"=%.40hs", text);
            else
                swprintf(line + wcslen(line), 64, L" error %lu", error);
            (*lines)[count++] = line;
        }
        free(path);
    } while (FindNextFileW(find, &data));
    FindClose(find);
    return count;
}

static void obey(char *line)
{
    enum
    {
        WORDS = 8
    };
    char *words[WORDS] = { line };
    for (int i = 1; i < WORDS && (words[i] = strchr(words[i - 1], '\t')); i++)
        *words[i]++ = 0;
    for (int i = 1; i < WORDS; i++)
        words[i] = words[i] ? words[i] : "";
    wchar_t *path = to_wide(words[1]), *other = to_wide(words[2]);
    DWORD error;
    if (!strcmp(line, "read"))
    {
        const char *text = content(path, &error);
        if (text)
            fprintf(answers, "%s", text);
        else
            fprintf(answers, "error %lu", error);
    }
    else if (!strcmp(line, "await")) // path, content or "-" for none: until it is listed and opens so; the moment, a FILETIME
    {
        double began = now();
        int gone = !strcmp(words[2], "-");
        for (;;)
        {
            const char *text = content(path, &error);
            if (gone ? !text && !is_listed(path) : text && !strcmp(text, words[2]) && is_listed(path))
                break;
            if (now() - began > 60000)
            {
                fprintf(answers, "too late: %s, %s", text ? text : "not there", is_listed(path) ? "listed" : "not listed");
                goto end;
            }
            Sleep(1);
        }
        fprintf(answers, "%lld", moment());
    }
    else if (!strcmp(line, "dump"))
    {
        wchar_t **lines = NULL;
        int count = collect(path, L"", &lines, 0);
        qsort(lines, (size_t)count, sizeof *lines, by_name);
        for (int i = 0; i < count; i++)
        {
            say_wide(lines[i]);
            fputc('|', answers);
        }
    }
    else if (!strcmp(line, "write")) // each change answers with the moment of its completion, a FILETIME
    {
        put(path, words[2], CREATE_ALWAYS);
        fprintf(answers, "%lld", moment());
    }
    else if (!strcmp(line, "delete"))
        fprintf(answers, "%lld", DeleteFileW(path) ? moment() : 0);
    else if (!strcmp(line, "move"))
        fprintf(answers, "%lld", MoveFileExW(path, other, MOVEFILE_REPLACE_EXISTING) ? moment() : 0);
    else if (!strcmp(line, "mkdir"))
        fprintf(answers, "%lld", CreateDirectoryW(path, NULL) ? moment() : 0);
    else if (!strcmp(line, "rmdir"))
        fprintf(answers, "%lld", RemoveDirectoryW(path) ? moment() : 0);
    else if (!strcmp(line, "openall")) // folder, files, milliseconds
        fputs(open_without_a_pause(path, atoi(words[2]), (DWORD)atoi(words[3])), answers);
    else if (!strcmp(line, "vfs")) // an export of the DLL that takes a pointer, which is null, or nothing
    {
        int (*function)(void *) = (int (*)(void *))(void *)GetProcAddress(GetModuleHandleW(L"reloaded_vfs.dll"), words[1]);
        fprintf(answers, "%d", function ? function(NULL) : -1);
    }
    else if (!strcmp(line, "describe"))
    {
        static char text[1 << 16];
        int32_t (*describe)(char *, uint32_t) = (void *)GetProcAddress(GetModuleHandleW(L"reloaded_vfs.dll"), "rvfs_describe");
        int size = describe ? describe(text, sizeof text) : 0;
        for (int i = 0; i < size && i < (int)sizeof text && text[i]; i++)
            fputc(text[i] == '\n' || text[i] == '\r' ? ' ' : text[i], answers);
    }
    else if (!strcmp(line, "hold")) // file or folder: opened and shared with no other handle, until "letgo"
    {
        held = CreateFileW(path, GENERIC_READ, 0, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
        fprintf(answers, "%lu", held == INVALID_HANDLE_VALUE ? GetLastError() : 0);
    }
    else if (!strcmp(line, "letgo"))
        fprintf(answers, "%d", CloseHandle(held));
    else if (!strcmp(line, "watch")) // number, path, mode, tree, filter in hex, bytes
        fprintf(answers, "%lu",
            watch_begin(atoi(words[1]), other, words[3], atoi(words[4]), strtoul(words[5], NULL, 16), strtoul(words[6], NULL, 10)));
    else if (!strcmp(line, "changes")) // number, milliseconds
        fprintf(answers, "%s", watch_changes(atoi(words[1]), (DWORD)atoi(words[2])));
    else if (!strcmp(line, "gone")) // folder, its real folder in a mod, rounds; that folder goes to its name with "-aside" behind it
    {
        swprintf(wide, 1 << 15, L"%ls-aside", other);
        fprintf(answers, "%s", open_what_has_gone(path, other, wide, atoi(words[3])));
    }
    else if (!strcmp(line, "closebeside")) // path, rounds
        fprintf(answers, "%d", watch_close_beside_end(path, atoi(words[2])));
    else if (!strcmp(line, "soak")) // list, seconds, seed
        fprintf(answers, "%s", soak_run(path, atoi(words[2]), strtoul(words[3], NULL, 10)));
    else if (!strcmp(line, "race")) // folder, files, mode, text, meeting, side
        fprintf(answers, "%s", race_with_other(path, atoi(words[2]), words[3], words[4], words[5], atoi(words[6])));
    else if (!strcmp(line, "file")) // what opened_do does, and its words
        fprintf(answers, "%s", opened_do(words + 1));
    else if (!strcmp(line, "churn")) // folder, files, way, text
        fprintf(answers, "%s", opened_race(path, atoi(words[2]), words[3], words[4]));
    else if (!strcmp(line, "link")) // a second name
        fprintf(answers, "%lu", CreateHardLinkW(other, path, NULL) ? 0 : GetLastError());
    else if (!strcmp(line, "measure"))
        fprintf(answers, "%s", soak_measure());
    else if (!strcmp(line, "handles"))
        fprintf(answers, "%s", soak_handles());
    else if (!strcmp(line, "atonce")) // folder, rounds
        fprintf(answers, "%s", watch_at_once(path, atoi(words[2])));
    else if (!strcmp(line, "afterdelete")) // folder, what is deleted, tree, milliseconds
        fprintf(answers, "%s", watch_after_delete(path, other, atoi(words[3]), (DWORD)atoi(words[4])));
    else if (!strcmp(line, "end")) // number, way
        fprintf(answers, "%s", watch_end(atoi(words[1]), words[2]));
    else
        fprintf(answers, "no such command");
end:
    free(path);
    free(other);
    fputc('\n', answers);
    fflush(answers);
}

// The same numbers as the test's own storm needn't come out: both sides are compared with the disk.
static unsigned int seed;
static unsigned int number(unsigned int below) { return (seed = seed * 1664525u + 1013904223u) / 65536u % below; }

static int storm(const wchar_t *folder, int times)
{
    wchar_t path[1024], other[1024], text[64];
    int made = 0;
    for (int i = 0; i < times; i++)
    {
        unsigned int kind = number(10);
        swprintf(path, 1024, L"%ls\\d%u\\f%u.txt", folder, number(40), number(100));
        swprintf(other, 1024, L"%ls\\d%u\\f%u.txt", folder, number(40), number(100));
        if (kind < 5)
        {
            wchar_t *slash = wcsrchr(path, L'\\');
            *slash = 0;
            CreateDirectoryW(path, NULL);
            *slash = L'\\';
            swprintf(text, 64, L"%d", i);
            char narrow[64];
            sprintf(narrow, "%d", i);
            put(path, narrow, CREATE_ALWAYS);
            made++;
        }
        else if (kind < 7)
            MoveFileExW(path, other, MOVEFILE_REPLACE_EXISTING);
        else if (kind < 9)
            DeleteFileW(path);
        else if (number(20) == 0)
        {
            swprintf(path, 1024, L"%ls\\d%u", folder, number(40));
            swprintf(other, 1024, L"%ls\\d%u", folder, number(40));
            MoveFileW(path, other);
        }
    }
    printf("%d made\n", made);
    return 0;
}

int wmain(int argc, wchar_t **argv)
{
    if (argc == 5 && !wcscmp(argv[1], L"storm"))
    {
        seed = (unsigned int)_wtoi(argv[4]);
        return storm(argv[2], _wtoi(argv[3]));
    }
    if (argc != 3)
        return 2;
    answers = _wfopen(argv[2], L"wb");
    static char line[1 << 16];
    int length = 0;
    long at = 0;
    double began = now();
    for (;;)
    {
        FILE *commands = _wfopen(argv[1], L"rb");
        fseek(commands, at, SEEK_SET);
        int c;
        while ((c = fgetc(commands)) != EOF)
        {
            at++;
            if (c != '\n')
            {
                line[length++] = (char)c;
                continue;
            }
            line[length] = 0;
            length = 0;
            began = now();
            if (!strcmp(line, "quit"))
                return 0;
            obey(line);
        }
        fclose(commands);
        if (now() - began > 300000)
            return 3;
        watch_pump();
        SleepEx(1, TRUE);
    }
}
