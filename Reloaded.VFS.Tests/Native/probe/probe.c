// Prints what Windows tells a game about its files, as plain text lines that can be compared.
//
//   probe script FILE     runs the commands in FILE: UTF-8, one a line, words separated by tabs; "<ROOT>" in a word is the folder of
//                         this program, "<ROOT/>" the same with forward slashes, "<ROOT-ON-VOLUME>" the same without its drive,
//                         "<DRIVE>" that drive, "<SHORT>" before a path: by its 8.3 names, "<DEVICE>" what the drive is a link to,
//                         "<VOLUME>" the drive's \\?\Volume{...}
//   probe late FILE       the same; what newer systems have and ntdll lacks comes from newer_ntdll.dll beside it, and the VFS is started
//                         only then, as a loader starts it, by the DLL that RVFS_TEST_LIBRARY names (not at all where it names none)
//   probe give PROCESS put|take FOLDER    gives a folder's handle to another process (handles.c)
//   probe sleep MS        waits
#include "probe.h"
#include "enforcing.h"
#include <fcntl.h>
#include <io.h>

void put_content(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    printf("size=%llu hash=%016llx", (unsigned long long)size, (unsigned long long)fnv(FNV_START, data, size));
    int plain = size <= 100;
    for (size_t i = 0; plain && i < size; i++)
        plain = bytes[i] >= 0x20 && bytes[i] < 0x7f;
    if (plain)
        printf(" text=%.*s", (int)size, (const char *)bytes);
    printf("\n");
}

void put_handle_content(HANDLE file)
{
    size_t size = 0, room = 1 << 16;
    unsigned char *data = malloc(room);
    DWORD got = 0;
    while (ReadFile(file, data + size, (DWORD)(room - size), &got, NULL) && got)
    {
        size += got;
        if (size == room)
            data = realloc(data, room *= 2);
    }
    put_content(data, size);
    free(data);
}

void put_time(const char *label, LARGE_INTEGER time) { printf(" %s=%lld", label, time.QuadPart); }

HANDLE open_folder(const wchar_t *path)
{
    OBJECT_PATH named;
    if (is_nt_path(path) && make_object_path(&named, NULL, path))
    {
        HANDLE folder;
        IO_STATUS_BLOCK io;
        NTSTATUS status = NtOpenFile(&folder, FILE_LIST_DIRECTORY | SYNCHRONIZE, &named.attributes, &io,
            FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, 0x21 /* a folder, for calls that come back when they are done */);
        SetLastError(RtlNtStatusToDosError(status));
        return status < 0 ? INVALID_HANDLE_VALUE : folder;
    }
    return CreateFileW(path, FILE_LIST_DIRECTORY | SYNCHRONIZE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
        FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

static wchar_t *expand(wchar_t *word)
{
    static wchar_t root[MAX_PATH], drive[3], device[MAX_PATH] = L"(no device)", volume[MAX_PATH] = L"(no volume)";
    if (!root[0])
    {
        GetModuleFileNameW(NULL, root, MAX_PATH);
        *wcsrchr(root, L'\\') = 0;
        wcsncpy(drive, root, 2);
        QueryDosDeviceW(drive, device, MAX_PATH);
        wchar_t top[] = { root[0], L':', L'\\', 0 };
        if (GetVolumeNameForVolumeMountPointW(top, volume, MAX_PATH))
            volume[wcslen(volume) - 1] = 0;
    }
    const struct
    {
        const wchar_t *mark, *text;
    } marks[] = {
        { L"<ROOT>", root },
        { L"<ROOT/>", root },
        { L"<ROOT-ON-VOLUME>", root + 2 },
        { L"<DRIVE>", drive },
        { L"<DEVICE>", device },
        { L"<VOLUME>", volume },
    };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    {
        // It may follow a prefix such as \\?\.
        wchar_t *at = wcsstr(word, marks[i].mark);
        if (!at)
            continue;
        wchar_t *result = calloc(wcslen(marks[i].text) + wcslen(word) + 1, sizeof *result);
        wcsncpy(result, word, (size_t)(at - word));
        wcscat(result, marks[i].text);
        for (wchar_t *c = result; i == 1 && *c; c++)
            if (*c == L'\\')
                *c = L'/';
        word = wcscat(result, at + wcslen(marks[i].mark));
    }
    return word;
}

// "<SHORT>" before a path: by its 8.3 names, as far as it is there and has some; a pattern at its end stays.
static wchar_t *shorten(wchar_t *word)
{
    static const wchar_t mark[] = L"<SHORT>";
    size_t length = sizeof mark / sizeof *mark - 1;
    if (wcsncmp(word, mark, length))
        return expand(word);
    wchar_t *path = expand(word + length), *last = wcsrchr(path, L'\\'), *pattern = L"";
    if (last && wcschr(last, L'*'))
    {
        *last = 0;
        pattern = last + 1;
    }
    wchar_t *result = calloc(32768, sizeof *result);
    if (!GetShortPathNameW(path, result, 32767))
        wcscpy(result, path);
    return *pattern ? wcscat(wcscat(result, L"\\"), pattern) : result;
}

static int run_command(int count, wchar_t **words)
{
    if (count == 2 && !wcscmp(words[0], L"echo"))
    {
        put_text(words[1], wcslen(words[1]));
        printf("\n");
        return 0;
    }
    if (count == 2 && !wcscmp(words[0], L"pause"))
    {
        Sleep((DWORD)_wtoi(words[1]));
        return 0;
    }
    // onfile NUMBER COMMAND ARGUMENTS: unless the argument of that number is a folder.
    if (count > 2 && !wcscmp(words[0], L"onfile"))
    {
        int number = _wtoi(words[1]);
        if (number < count - 2 && !is_folder(words[2 + number]))
            return run_command(count - 2, words + 2);
        printf("a folder\n");
        return 0;
    }
    const COMMAND *tables[] = { win32_commands, write_commands, nt_commands, list_commands, name_commands, programs_commands,
        handle_commands, attribute_commands, folder_commands, error_commands, kept_commands, whole_commands };
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
    {
        for (const COMMAND *command = tables[t]; command->name; command++)
        {
            if (wcscmp(command->name, words[0]))
                continue;
            if (count - 1 < command->least)
            {
                printf("usage: %ls %ls\n", command->name, command->usage);
                return 2;
            }
            command->run(count - 1, words + 1);
            return 0;
        }
    }
    printf("no such command: %ls\n", words[0]);
    return 2;
}

static int run_script(const wchar_t *path)
{
    FILE *file = _wfopen(path, L"rb");
    if (!file)
    {
        fprintf(stderr, "can't open the script %ls: error %lu\n", path, GetLastError());
        return 2;
    }
    static char line[1 << 16];
    static wchar_t wide[1 << 16];
    int worst = 0;
    while (fgets(line, sizeof line, file))
    {
        line[strcspn(line, "\r\n")] = 0;
        if (!line[0])
            continue;
        if (strncmp(line, "echo\t", 5))
            printf("> %s\n", line);
        MultiByteToWideChar(CP_UTF8, 0, line, -1, wide, 1 << 16);
        wchar_t *words[16] = { 0 };
        int count = 0;
        for (wchar_t *at = wide; at && count < 16; count++)
        {
            wchar_t *end = wcschr(at, L'\t');
            if (end)
                *end++ = 0;
            words[count] = shorten(at);
            at = end;
        }
        int result = run_command(count, words);
        if (result)
            worst = result;
        fflush(stdout);
    }
    fclose(file);
    return worst;
}

int wmain(int argc, wchar_t **argv)
{
    _setmode(_fileno(stdout), _O_BINARY);
    if (argc == 3 && !wcscmp(argv[1], L"sleep"))
    {
        printf("sleeping\n");
        fflush(stdout);
        Sleep((DWORD)_wtoi(argv[2]));
        return 0;
    }
    if (argc == 5 && !wcscmp(argv[1], L"give"))
        return give(argv + 2);
    if (argc == 3 && !wcscmp(argv[1], L"script"))
        return run_script(argv[2]);
    if (argc == 3 && !wcscmp(argv[1], L"late"))
    {
        if (load_newer_ntdll() && start_vfs())
            return run_script(argv[2]);
        fprintf(stderr, "probe: newer_ntdll.dll or the VFS isn't there\n");
        return 3;
    }
    fprintf(stderr, "usage: probe script FILE | probe late FILE | probe sleep MS\n");
    return 2;
}
