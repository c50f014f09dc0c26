// Uses the file system intensively and checks all content. Exit code 0: no error; 1: errors; 2: bad usage.
//
//   storm [--dll DLL] [--manifest FILE] COMMAND ARGUMENTS...
//
// --dll loads reloaded_vfs.dll and starts it with its own configuration, as a mod loader would; without it the DLL is used that rvfs run
// has put into the process, if any. The manifest has one entry a line, separated by tabs:
//   F  PATH  SIZE  HASH [OTHERSIZE OTHERHASH]      a file, its size and FNV-1a hash (hexadecimal)
//   D  PATH  COUNT  SUM                            a folder, how many names it has and the sum of their hashes (UTF-16, as cased)
#include "storm.h"

MANIFEST manifest;
volatile LONG64 operations, failures;
VFS vfs;

void report_failure(const wchar_t *what, const wchar_t *path, uint64_t found, uint64_t expected)
{
    DWORD error = GetLastError();
    if (InterlockedIncrement64(&failures) > 50)
        return;
    // One write, so that the lines of several threads don't mix; no lock of the C library, which a dead thread could hold.
    char line[1000];
    DWORD written;
    int size = snprintf(line, sizeof line, "WRONG %ls %ls: found %llx, expected %llx, last error %lu, thread %lu\n", what, path,
        (unsigned long long)found, (unsigned long long)expected, error, GetCurrentThreadId());
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), line, (DWORD)(size < (int)sizeof line ? size : (int)sizeof line - 1), &written, NULL);
}

unsigned next_random(unsigned *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    return *state ^= *state << 5;
}

static void check_content(const ENTRY *entry, const wchar_t *how, uint64_t size, uint64_t hash)
{
    if (!(size == entry->size && hash == entry->hash) && !(size == entry->other_size && hash == entry->other_hash))
        report_failure(how, entry->path, size == entry->size ? hash : size, size == entry->size ? entry->hash : entry->size);
}

static void check_handle(const ENTRY *entry, const wchar_t *how, HANDLE file)
{
    unsigned char buffer[4096];
    uint64_t size = 0, hash = FNV_START;
    DWORD got;
    while (ReadFile(file, buffer, sizeof buffer, &got, NULL) && got)
    {
        size += got;
        hash = fnv(hash, buffer, got);
    }
    check_content(entry, how, size, hash);
    if (!CloseHandle(file))
        report_failure(L"CloseHandle", entry->path, 0, 1);
}

static HANDLE open_parent(const ENTRY *entry, const wchar_t **name)
{
    wchar_t folder[1024];
    const wchar_t *last = wcsrchr(entry->path, L'\\');
    wcsncpy(folder, entry->path, (size_t)(last - entry->path));
    folder[last - entry->path] = 0;
    *name = last + 1;
    return CreateFileW(folder, FILE_LIST_DIRECTORY | SYNCHRONIZE, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

static void check_relative(const ENTRY *entry)
{
    const wchar_t *name;
    HANDLE folder = open_parent(entry, &name), file = NULL;
    if (folder == INVALID_HANDLE_VALUE)
    {
        report_failure(L"open of the parent", entry->path, 0, 1);
        return;
    }
    UNICODE_STRING text = { (USHORT)(wcslen(name) * 2), (USHORT)(wcslen(name) * 2 + 2), (wchar_t *)name };
    OBJECT_ATTRIBUTES attributes = {
        .Length = sizeof attributes, .RootDirectory = folder, .ObjectName = &text, .Attributes = OBJ_CASE_INSENSITIVE
    };
    IO_STATUS_BLOCK io;
    NTSTATUS status = NtOpenFile(&file, FILE_READ_DATA | SYNCHRONIZE, &attributes, &io, 7, 0x60);
    if (status)
        report_failure(L"NtOpenFile", entry->path, (uint32_t)status, 0);
    else
        check_handle(entry, L"NtOpenFile", file);
    CloseHandle(folder);
}

static void check_mapped(const ENTRY *entry)
{
    HANDLE file = CreateFileW(entry->path, GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
    {
        report_failure(L"CreateFileW", entry->path, 0, 1);
        return;
    }
    DWORD size = GetFileSize(file, NULL);
    HANDLE section = size ? CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL) : NULL;
    void *view = section ? MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0) : NULL;
    if (view)
    {
        check_content(entry, L"map", size, fnv(FNV_START, view, size));
        UnmapViewOfFile(view);
    }
    else if (size)
        report_failure(L"MapViewOfFile", entry->path, 0, 1);
    if (section)
        CloseHandle(section);
    CloseHandle(file);
}

static void check_folder(const ENTRY *entry)
{
    wchar_t pattern[1024];
    WIN32_FIND_DATAW data;
    swprintf(pattern, 1024, L"%ls\\*", entry->path);
    HANDLE find = FindFirstFileW(pattern, &data);
    if (find == INVALID_HANDLE_VALUE)
    {
        report_failure(L"FindFirstFileW", entry->path, 0, 1);
        return;
    }
    uint64_t count = 0, sum = 0;
    do
    {
        if (!wcscmp(data.cFileName, L".") || !wcscmp(data.cFileName, L".."))
            continue;
        count++;
        sum += fnv(FNV_START, data.cFileName, wcslen(data.cFileName) * 2);
    } while (FindNextFileW(find, &data));
    FindClose(find);
    if (count != entry->size || sum != entry->hash)
        report_failure(L"listing", entry->path, count == entry->size ? sum : count, count == entry->size ? entry->hash : entry->size);
}

void check_entry(const ENTRY *entry, unsigned random)
{
    InterlockedIncrement64(&operations);
    if (entry->is_folder)
    {
        check_folder(entry);
        return;
    }
    switch (random % 5)
    {
        case 0: check_relative(entry); break;
        case 1: check_mapped(entry); break;
        case 2:
        {
            WIN32_FILE_ATTRIBUTE_DATA data;
            if (!GetFileAttributesExW(entry->path, GetFileExInfoStandard, &data))
                report_failure(L"GetFileAttributesExW", entry->path, 0, 1);
            else if (data.nFileSizeLow != entry->size && data.nFileSizeLow != entry->other_size)
                report_failure(L"size by GetFileAttributesExW", entry->path, data.nFileSizeLow, entry->size);
            break;
        }
        default:
        {
            HANDLE file = CreateFileW(entry->path, GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
            if (file == INVALID_HANDLE_VALUE)
                report_failure(L"CreateFileW", entry->path, 0, 1);
            else
                check_handle(entry, L"CreateFileW", file);
            break;
        }
    }
}

static int read_manifest(const wchar_t *path)
{
    FILE *file = _wfopen(path, L"rb");
    if (!file)
        return 0;
    static char line[4096];
    while (fgets(line, sizeof line, file))
    {
        char *fields[6] = { 0 };
        int count = 0;
        for (char *field = strtok(line, "\t\r\n"); field && count < 6; field = strtok(NULL, "\t\r\n"))
            fields[count++] = field;
        if (count < 4)
            continue;
        manifest.entries = realloc(manifest.entries, sizeof(ENTRY) * (size_t)(manifest.count + 1));
        ENTRY *entry = &manifest.entries[manifest.count++];
        wchar_t wide[2048];
        MultiByteToWideChar(CP_UTF8, 0, fields[1], -1, wide, 2048);
        entry->path = _wcsdup(wide);
        entry->is_folder = fields[0][0] == 'D';
        entry->size = entry->other_size = strtoull(fields[2], NULL, 10);
        entry->hash = entry->other_hash = strtoull(fields[3], NULL, 16);
        if (count == 6)
        {
            entry->other_size = strtoull(fields[4], NULL, 10);
            entry->other_hash = strtoull(fields[5], NULL, 16);
        }
    }
    fclose(file);
    return 1;
}

static void find_vfs(HMODULE module)
{
    vfs.start_config = (void *)GetProcAddress(module, "rvfs_start_config");
    vfs.add_file = (void *)GetProcAddress(module, "rvfs_add_file");
    vfs.add_folder = (void *)GetProcAddress(module, "rvfs_add_folder");
    vfs.remove = (void *)GetProcAddress(module, "rvfs_remove");
    vfs.enable = (void *)GetProcAddress(module, "rvfs_enable");
    vfs.disable = (void *)GetProcAddress(module, "rvfs_disable");
    vfs.stop = (void *)GetProcAddress(module, "rvfs_stop");
    vfs.describe = (void *)GetProcAddress(module, "rvfs_describe");
    vfs.last_error = (void *)GetProcAddress(module, "rvfs_last_error");
}

int wmain(int argc, wchar_t **argv)
{
    static const struct
    {
        const wchar_t *name;
        int (*run)(int, wchar_t **);
        int least;
    } commands[] = {
        { L"mixed", run_mixed, 3 },
        { L"threads", run_threads, 2 },
        { L"exit", run_exit, 2 },
        { L"fls", run_fls, 1 },
        { L"fibers", run_fibers, 3 },
        { L"pointers", run_pointers, 0 },
        { L"dllmain", run_dllmain, 1 },
        { L"bench", run_bench, 3 },
        { L"badlist", run_badlist, 3 },
        { L"quiet", run_quiet, 1 },
        { L"restart", run_restart, 2 },
        { L"footprint", run_footprint, 0 },
    };
    // Only whole lines, and at once: the program may end at any moment.
    setvbuf(stdout, NULL, _IONBF, 0);
    int at = 1;
    const wchar_t *dll = NULL;
    for (; at + 1 < argc && !wcsncmp(argv[at], L"--", 2); at += 2)
    {
        if (!wcscmp(argv[at], L"--dll"))
            dll = argv[at + 1];
        else if (wcscmp(argv[at], L"--manifest") || !read_manifest(argv[at + 1]))
        {
            fprintf(stderr, "storm: can't use %ls %ls\n", argv[at], argv[at + 1]);
            return 2;
        }
    }
    HMODULE module = dll ? LoadLibraryW(dll) : GetModuleHandleW(L"reloaded_vfs.dll");
    if (module)
        find_vfs(module);
    else if (dll)
    {
        fprintf(stderr, "storm: can't load %ls: error %lu\n", dll, GetLastError());
        return 2;
    }
    if (dll)
    {
        rvfs_status status = vfs.start_config(NULL);
        if (status != RVFS_OK && status != RVFS_STATUS_ALREADY_STARTED)
        {
            wchar_t text[1000] = L"";
            vfs.last_error(text, 1000);
            fprintf(stderr, "storm: rvfs_start_config: %d %ls\n", status, text);
            return 2;
        }
    }
    for (size_t i = 0; at < argc && i < sizeof commands / sizeof commands[0]; i++)
    {
        if (wcscmp(commands[i].name, argv[at]) || argc - at - 1 < commands[i].least)
            continue;
        int code = commands[i].run(argc - at - 1, argv + at + 1);
        printf("%lld operations, %lld failures\n", (long long)operations, (long long)failures);
        return failures ? 1 : code;
    }
    fprintf(stderr,
        "usage: storm [--dll DLL] [--manifest FILE] mixed|threads|exit|fls|fibers|pointers|dllmain|bench|quiet|restart|footprint "
        "ARGUMENTS\n");
    return 2;
}
