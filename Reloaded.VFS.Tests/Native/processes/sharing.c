// One of three programs, each started by the one before, that look at the same folder, write and wait at the same time.
//
//   sharing COMMAND...
//
// A program runs its commands in turn. At "start" it starts a copy of itself with the commands after that word and goes on with them
// itself, without starting another copy. It prints at its end, after its copy has ended, a line for each command:
//   look        how many files Data has with everything below it, and a hash of their names and contents
//   look:NAME   the same of Data\NAME
//   tree        whether the VFS uses the tree of another process: 1 or 0; - without the VFS
//   pause:MS    waits
//   rest        once every folder of the mods is followed, whether that was interrupted: 1 or 0
//   make:NAME   creates Data\NAME with a number after it, the program's own
//   wait:NAME   waits until Data\NAME can be opened
//   gone:NAME   waits until it can't
//   end:L:MS    ends the program of level L after a time
//   settle      looks every 0.2 s until the folder stays the same for half a second
//   ends:COUNT  starts COUNT copies that look, each with a copy of its own that looks, too; ends one of the two at any time, or none, and
//               counts the looks that missed files
//   crowd:COUNT starts COUNT copies, one every 80 ms, that wait for Data\settled, settle and look
//   storm:SECONDS opens, lists and misses files in four threads, for so long and until there are 1,000 answers, and counts the wrong ones
//   attack      tries to write to the section that trees are shared by, by every handle of it in this process and the one before
//   sections    how many handles of sections with trees this process has
//   dump:FILE   writes what is in the section to a file
//   forge:KIND  enters the VFS (RVFS_FORGE_DLL, RVFS_FORGE_CONFIG) with a handle of a section that is wrong in a certain way; the kinds
//               are listed below
//   forgeries   starts, one after the other, a copy for each kind that forges, looks and says whether it took the tree
#include "native.h"
#include <aclapi.h>
#include <tlhelp32.h>

NTSTATUS NTAPI NtQueryInformationProcess(HANDLE, PROCESSINFOCLASS, PVOID, ULONG, PULONG);
NTSTATUS NTAPI NtQueryObject(HANDLE, OBJECT_INFORMATION_CLASS, PVOID, ULONG, PULONG);

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

// Returns what the VFS says of itself, or null without it.
static const char *description(void)
{
    static char text[1 << 16];
    HMODULE vfs = GetModuleHandleW(L"reloaded_vfs.dll");
    int (*describe)(char *, unsigned) = vfs ? (int (*)(char *, unsigned))(void *)GetProcAddress(vfs, "rvfs_describe") : NULL;
    return !describe ? NULL : describe(text, sizeof text) > 0 ? text : "";
}

static void tree(void)
{
    const char *text = description();
    say("%d tree %s\n", level, !text ? "-" : strstr(text, "\"inheritedTree\": true") ? "1" : "0");
}

static double figure(const char *name)
{
    const char *text = description(), *found = text ? strstr(text, name) : NULL;
    return found ? atof(found + strlen(name)) : 0;
}

static void rest(void)
{
    int tries = 0;
    while (figure("\"setUpMilliseconds\": ") == 0 && tries++ < 3000)
        Sleep(10);
    say("%d rest %s\n", level, tries >= 3000 ? "never" : figure("\"restMilliseconds\": ") > 0 ? "1" : "0");
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

// Where a look that missed files is told, by a byte.
static HANDLE looks;

static BOOL start(int count, wchar_t **commands, PROCESS_INFORMATION *made)
{
    wchar_t line[8192], program[MAX_PATH];
    GetModuleFileNameW(NULL, program, MAX_PATH);
    int length = swprintf(line, 8192, L"\"%ls\" level:%d looks:%llu", program, level + 1, (unsigned long long)(uintptr_t)looks);
    for (int i = 0; i < count; i++)
        length += swprintf(line + length, 8192 - (size_t)length, L" %ls", commands[i]);
    STARTUPINFOW startup = { .cb = sizeof startup };
    return create_process(NULL, line, TRUE, 0, NULL, &startup, made);
}

static DWORD WINAPI end_later(void *pause)
{
    Sleep((DWORD)(uintptr_t)pause);
    TerminateProcess(GetCurrentProcess(), 42);
    return 0;
}

// Counts the children of a process that are left, and ends them if told to.
static int count_children(DWORD parent, BOOL is_ended)
{
    int count = 0;
    PROCESSENTRY32W entry = { .dwSize = sizeof entry };
    HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    for (BOOL more = Process32FirstW(all, &entry); more; more = Process32NextW(all, &entry))
    {
        HANDLE process = entry.th32ParentProcessID == parent ? OpenProcess(PROCESS_TERMINATE, FALSE, entry.th32ProcessID) : NULL;
        if (process && (!is_ended || TerminateProcess(process, 42)))
            count++;
        CloseHandle(process);
    }
    CloseHandle(all);
    return count;
}

// A copy tells its look by a byte, because whoever started it may have been ended.
static void end_some(int count, uint64_t least)
{
    int wrong = 0, right = 0, ended = 0, left = 0, kept = 0;
    unsigned state = GetTickCount() | 1;
    SECURITY_ATTRIBUTES inherited = { sizeof inherited, NULL, TRUE };
    for (int i = 0; i < count; i++)
    {
        PROCESS_INFORMATION made = { 0 };
        HANDLE told;
        state = state * 1664525 + 1013904223;
        DWORD pause = (state >> 16) % 250, who = (state >> 8) % 4, got;
        wchar_t first[32], second[32], check[64], *commands[] = { first, L"start", second, check, check };
        swprintf(first, 32, L"end:%d:%lu", who == 1 ? level + 1 : -1, pause);
        swprintf(second, 32, L"end:%d:%lu", who == 2 ? level + 2 : -1, pause);
        swprintf(check, 64, L"check:%llu", (unsigned long long)least);
        if (!CreatePipe(&told, &looks, &inherited, 0) || !SetHandleInformation(told, HANDLE_FLAG_INHERIT, 0))
            exit(2);
        BOOL started = start(5, commands, &made);
        CloseHandle(looks);
        looks = NULL;
        if (!started)
            wrong++;
        else
        {
            if (who == 3 && WaitForSingleObject(made.hProcess, pause) == WAIT_TIMEOUT)
                TerminateProcess(made.hProcess, 42);
            ended += who > 0;
            WaitForSingleObject(made.hProcess, INFINITE);
            CloseHandle(made.hThread);
            CloseHandle(made.hProcess);
            // Whoever is ended within CreateProcess leaves a program that nobody lets run.
            for (int tries = 0; tries < 300 && PeekNamedPipe(told, NULL, 0, NULL, NULL, NULL); tries++)
                Sleep(10);
            if (PeekNamedPipe(told, NULL, 0, NULL, NULL, NULL))
                left += count_children(made.dwProcessId, TRUE);
        }
        // To the end of the last copy. Wine's server may keep the handles of a program whose starter was ended within CreateProcess.
        char byte;
        DWORD ready = 0;
        int silent = 0;
        for (; silent < 6000 && PeekNamedPipe(told, NULL, 0, NULL, &ready, NULL); silent++)
        {
            // Once nobody is left who could tell anything, one more look at the pipe is enough.
            if (silent == 300 && !count_children(made.dwProcessId, FALSE))
                silent = 5998;
            if (!ready)
                Sleep(10);
            else if (ReadFile(told, &byte, 1, &got, NULL) && got)
            {
                silent = 0;
                byte == 'w' ? wrong++ : right++;
            }
        }
        kept += silent >= 6000;
        CloseHandle(told);
    }
    say("%d ends, wrong %d\n", level, wrong);
    fprintf(stderr, "%d ends, %d looks were right, %d processes were ended, %d were left before their first line, %d left handles\n", count,
        right, ended, left, kept);
}

static void settle(void)
{
    uint64_t files, hash, last = 0;
    for (int same = 0, tries = 0; same < 3 && tries < 200; tries++)
    {
        files = hash = 0;
        look_at(data, &files, &hash);
        same = hash == last ? same + 1 : 0;
        last = hash;
        Sleep(200);
    }
}

static void crowd(int count)
{
    HANDLE processes[64];
    wchar_t *commands[] = { L"wait:settled", L"settle", L"look" };
    PROCESS_INFORMATION made;
    int started = 0;
    for (int i = 0; i < count && i < 64; i++, Sleep(80))
    {
        if (!start(3, commands, &made))
            continue;
        CloseHandle(made.hThread);
        processes[started++] = made.hProcess;
    }
    say("%d started %d\n", level, started);
    for (int i = 0; i < started; i++)
        WaitForSingleObject(processes[i], INFINITE);
}

static volatile LONG stopping, stormed, wrong_answers;

static DWORD WINAPI storm_work(void *argument)
{
    unsigned state = (unsigned)(uintptr_t)argument * 2654435761u + GetCurrentProcessId();
    while (!stopping)
    {
        state = state * 1664525 + 1013904223;
        int number = (int)((state >> 16) % 1200), kind = (int)((state >> 8) % 4);
        wchar_t path[MAX_PATH];
        // Every third file is in a folder of its own; the names without a number don't exist.
        swprintf(path, MAX_PATH, kind == 3 ? L"%ls\\%lsnone %d" : L"%ls\\%lsfile %d", data, number % 3 ? L"" : L"deep\\", number);
        WIN32_FIND_DATAW found;
        char content = 0;
        DWORD got = 0;
        BOOL is_right;
        if (kind == 0)
        {
            HANDLE search = FindFirstFileW(path, &found);
            is_right = search != INVALID_HANDLE_VALUE && found.nFileSizeLow == 1;
            FindClose(search);
        }
        else if (kind == 3)
            is_right = GetFileAttributesW(path) == INVALID_FILE_ATTRIBUTES;
        else
        {
            HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
            is_right = file != INVALID_HANDLE_VALUE && ReadFile(file, &content, 1, &got, NULL) && got == 1 && content == 'm';
            CloseHandle(file);
        }
        if (!is_right && InterlockedIncrement(&wrong_answers) < 20)
            fprintf(stderr, "%d: a wrong answer for %ls\n", level, path);
        InterlockedIncrement(&stormed);
    }
    return 0;
}

static void storm(int seconds)
{
    HANDLE threads[4];
    for (int i = 0; i < 4; i++)
        threads[i] = CreateThread(NULL, 0, storm_work, (void *)(uintptr_t)(i + 1), 0, NULL);
    Sleep((DWORD)seconds * 1000);
    while (stormed < 1000)
        Sleep(20);
    stopping = 1;
    WaitForMultipleObjects(4, threads, TRUE, INFINITE);
    say("%d storm, wrong %ld\n", level, wrong_answers);
}

#define MAGIC 0x3153524656524C52ull
#define HEADER 64

static const unsigned char *map_shared(HANDLE section, size_t *length)
{
    MEMORY_BASIC_INFORMATION memory;
    const unsigned char *view = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
    if (!view)
        return NULL;
    VirtualQuery(view, &memory, sizeof memory);
    *length = memory.RegionSize;
    if (memory.RegionSize > HEADER && *(const uint64_t *)view == MAGIC)
        return view;
    UnmapViewOfFile(view);
    return NULL;
}

// Returns a process's next handle, from one on, of a section with trees: a copy with the same rights.
static HANDLE next_section(HANDLE process, uintptr_t *from)
{
    for (uintptr_t value = *from; value < 0x2000; value += 4)
    {
        HANDLE copy;
        size_t length;
        if (!DuplicateHandle(process, (HANDLE)value, GetCurrentProcess(), &copy, 0, FALSE, DUPLICATE_SAME_ACCESS))
            continue;
        const unsigned char *view = map_shared(copy, &length);
        if (view)
        {
            UnmapViewOfFile(view);
            *from = value;
            return copy;
        }
        CloseHandle(copy);
    }
    return NULL;
}

// The other process may have closed the section meanwhile, and given its number to another handle.
static int is_section(HANDLE handle)
{
    struct
    {
        UNICODE_STRING name;
        unsigned char rest[1024];
    } type;
    ULONG length;
    return !NtQueryObject(handle, ObjectTypeInformation, &type, sizeof type, &length) && type.name.Length == 7 * sizeof(wchar_t)
        && !wcsncmp(type.name.Buffer, L"Section", 7);
}

static int scribble(HANDLE section, DWORD access)
{
    unsigned char *view = MapViewOfFile(section, access, 0, 0, 0);
    if (!view)
        return 0;
    memset(view + HEADER, 0xA5, 4096 - HEADER);
    UnmapViewOfFile(view);
    return 1;
}

static void attack(void)
{
    int found = 0, writable = 0, changed = 0, is_wine = GetProcAddress(GetModuleHandleW(L"ntdll"), "wine_get_version") != NULL;
    ULONG_PTR about[6] = { 0 };
    NtQueryInformationProcess(GetCurrentProcess(), ProcessBasicInformation, about, sizeof about, NULL);
    HANDLE processes[] = { GetCurrentProcess(), OpenProcess(PROCESS_ALL_ACCESS, FALSE, (DWORD)about[5]) };
    for (int p = 0; p < 2; p++)
    {
        HANDLE section;
        for (uintptr_t value = 4; (section = next_section(processes[p], &value)) != NULL; value += 4)
        {
            static unsigned char before[4096];
            size_t length;
            found++;
            const unsigned char *view = map_shared(section, &length);
            memcpy(before, view, sizeof before);
            writable += scribble(section, FILE_MAP_WRITE) + scribble(section, FILE_MAP_WRITE | FILE_MAP_READ);
            // More rights by another handle, from the process that has it.
            DWORD rights[] = { SECTION_MAP_WRITE, SECTION_MAP_READ | SECTION_MAP_WRITE, SECTION_ALL_ACCESS, GENERIC_WRITE, GENERIC_ALL,
                MAXIMUM_ALLOWED, SECTION_EXTEND_SIZE, WRITE_DAC, WRITE_OWNER };
            for (int i = 0; i < (int)(sizeof rights / sizeof *rights); i++)
            {
                HANDLE more;
                if (!DuplicateHandle(processes[p], (HANDLE)value, GetCurrentProcess(), &more, rights[i], FALSE, 0))
                    continue;
                if (rights[i] != MAXIMUM_ALLOWED && is_section(more))
                {
                    fprintf(stderr, "a handle with the rights %08lx is to be had\n", rights[i]);
                    writable++;
                }
                writable += scribble(more, FILE_MAP_WRITE);
                // Everybody may do everything from now on.
                if (rights[i] == WRITE_DAC
                    && SetSecurityInfo(more, SE_KERNEL_OBJECT, DACL_SECURITY_INFORMATION, NULL, NULL, NULL, NULL) == ERROR_SUCCESS)
                {
                    HANDLE all;
                    if (DuplicateHandle(processes[p], (HANDLE)value, GetCurrentProcess(), &all, SECTION_ALL_ACCESS, FALSE, 0))
                        writable += scribble(all, FILE_MAP_WRITE);
                }
                CloseHandle(more);
            }
            // A view that can be written: what is written is this process's own.
            DWORD views[] = { FILE_MAP_READ, FILE_MAP_COPY }, protections[] = { PAGE_READWRITE, PAGE_WRITECOPY, PAGE_EXECUTE_READWRITE };
            for (int i = 0; i < 6; i++)
            {
                DWORD old;
                // Wine 8 maps a view for reading shared, and lets it be written after all if the pages are to be copied (docs/trees.md).
                if (is_wine && views[i % 2] == FILE_MAP_READ && protections[i / 2] == PAGE_WRITECOPY)
                    continue;
                unsigned char *own = MapViewOfFile(section, views[i % 2], 0, 0, 0);
                if (own && VirtualProtect(own, 4096, protections[i / 2], &old))
                    memset(own + HEADER, 0xA5, 4096 - HEADER);
                if (own)
                    UnmapViewOfFile(own);
            }
            const unsigned char *after = map_shared(section, &length);
            changed += !after || memcmp(before, after, sizeof before) || memcmp(before, view, sizeof before);
            CloseHandle(section);
        }
    }
    // The first program's section is its own alone.
    say("%d attack found %s, writable %d, changed %d\n", level, found > (level > 0) ? "sections" : "too few", writable, changed);
}

static void sections(void)
{
    int found = 0;
    HANDLE section;
    for (uintptr_t value = 4; (section = next_section(GetCurrentProcess(), &value)) != NULL; value += 4, found++)
        CloseHandle(section);
    say("%d sections %d\n", level, found);
}

static void dump(const wchar_t *path)
{
    if (level != 1)
        return;
    uintptr_t from = 4;
    size_t length = 0;
    DWORD written = 0;
    HANDLE section = next_section(GetCurrentProcess(), &from);
    const unsigned char *view = section ? map_shared(section, &length) : NULL;
    HANDLE file = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    if (view)
        WriteFile(file, view, (DWORD)length, &written, NULL);
    CloseHandle(file);
    say("%d dumped %d\n", level, written > HEADER);
}

static const wchar_t *const kinds[] = { L"whole", L"closed", L"event", L"file", L"zeros", L"random", L"torn", L"cut", L"version",
    L"build" };

static HANDLE make_section(const unsigned char *bytes, size_t length)
{
    HANDLE section = CreateFileMappingW(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, (DWORD)length, NULL);
    unsigned char *view = MapViewOfFile(section, FILE_MAP_WRITE, 0, 0, 0);
    memcpy(view, bytes, length);
    UnmapViewOfFile(view);
    return section;
}

static HANDLE forged(const wchar_t *kind)
{
    static wchar_t path[MAX_PATH];
    DWORD length = 0;
    GetEnvironmentVariableW(L"RVFS_FORGE_DUMP", path, MAX_PATH);
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    DWORD size = GetFileSize(file, NULL);
    unsigned char *bytes = malloc(size);
    if (!ReadFile(file, bytes, size, &length, NULL))
        exit(2);
    if (!wcscmp(kind, L"closed"))
        return (HANDLE)0x3ff8;
    if (!wcscmp(kind, L"event"))
        return CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!wcscmp(kind, L"file"))
        return file;
    CloseHandle(file);
    unsigned state = 1;
    if (!wcscmp(kind, L"zeros"))
        memset(bytes, 0, length);
    // The header is right, nothing else is.
    for (DWORD i = 32; i < length && !wcscmp(kind, L"random"); i++)
        bytes[i] = (unsigned char)((state = state * 1664525 + 1013904223) >> 24);
    // The second half was never written.
    if (!wcscmp(kind, L"torn"))
        memset(bytes + length / 2, 0, length - length / 2);
    if (!wcscmp(kind, L"version"))
        bytes[8] ^= 1;
    if (!wcscmp(kind, L"build"))
        bytes[16] ^= 1;
    return make_section(bytes, wcscmp(kind, L"cut") ? length : length / 2);
}

static void forge(const wchar_t *kind)
{
    // rvfs_entry of reloaded_vfs.h.
    struct
    {
        uint32_t size;
        volatile int32_t state, status, imported;
        uint32_t flags, exit_code, configuration_size;
        volatile uint32_t starter;
        const char *configuration;
        void *done, *go, *withheld;
    } entry = { .size = sizeof entry };
    static wchar_t dll[MAX_PATH], configuration[4096];
    static char text[8192];
    GetEnvironmentVariableW(L"RVFS_FORGE_DLL", dll, MAX_PATH);
    GetEnvironmentVariableW(L"RVFS_FORGE_CONFIG", configuration, 4096);
    entry.configuration_size = (uint32_t)WideCharToMultiByte(CP_UTF8, 0, configuration, -1, text, sizeof text, NULL, NULL) - 1;
    entry.configuration = text;
    // A child, with the handle divided by four.
    entry.flags = 2 | (uint32_t)((uintptr_t)forged(kind) / 4) << 16;
    entry.done = CreateEventW(NULL, TRUE, FALSE, NULL);
    HMODULE library = LoadLibraryW(dll);
    int (*enter)(void *) = library ? (int (*)(void *))(void *)GetProcAddress(library, "rvfs_enter") : NULL;
    say("%ls entered %d\n", kind, enter ? enter(&entry) : -1);
}

static void forgeries(void)
{
    for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++)
    {
        wchar_t word[64], *commands[] = { word, L"tree", L"look" };
        PROCESS_INFORMATION made;
        swprintf(word, 64, L"forge:%ls", kinds[i]);
        if (start(3, commands, &made))
            WaitForSingleObject(made.hProcess, INFINITE);
    }
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
        else if (!wcsncmp(argv[i], L"looks:", 6))
            looks = (HANDLE)(uintptr_t)wcstoull(argument, NULL, 10);
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
            DWORD told;
            look_at(data, &files, &hash);
            WriteFile(looks, files >= wcstoull(argument, NULL, 10) ? "r" : "w", 1, &told, NULL);
        }
        else if (!wcscmp(argv[i], L"tree"))
            tree();
        else if (!wcsncmp(argv[i], L"pause:", 6))
            Sleep((DWORD)_wtoi(argument));
        else if (!wcscmp(argv[i], L"rest"))
            rest();
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
        else if (!wcsncmp(argv[i], L"end:", 4))
        {
            if (_wtoi(argument) == level)
                CloseHandle(CreateThread(NULL, 0, end_later, (void *)(uintptr_t)_wtoi(wcschr(argument, L':') + 1), 0, NULL));
        }
        else if (!wcsncmp(argv[i], L"ends:", 5))
            end_some(_wtoi(argument), 1200);
        else if (!wcsncmp(argv[i], L"crowd:", 6))
            crowd(_wtoi(argument));
        else if (!wcsncmp(argv[i], L"storm:", 6))
            storm(_wtoi(argument));
        else if (!wcscmp(argv[i], L"settle"))
            settle();
        else if (!wcscmp(argv[i], L"attack"))
            attack();
        else if (!wcscmp(argv[i], L"sections"))
            sections();
        else if (!wcsncmp(argv[i], L"dump:", 5))
            dump(argument);
        else if (!wcsncmp(argv[i], L"forge:", 6))
            forge(argument);
        else if (!wcscmp(argv[i], L"forgeries"))
            forgeries();
    }
    if (made.hProcess)
        WaitForSingleObject(made.hProcess, INFINITE);
    fwrite(said, 1, said_length, stdout);
    fflush(stdout);
    return 0;
}
