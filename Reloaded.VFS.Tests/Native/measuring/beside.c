// Does with files what a game does, and prints how long it takes: for `beside`, the benchmark of ways to bring mods into a game.
//
//   beside play MODS FILES OPENS            in the current folder: first what it is at its first line, then the nanoseconds of each kind
//                                           of call, of which it makes about OPENS; MODS have FILES each in folders of their own
//   beside usvfs DLL GAME MODS N GAME.EXE ARGUMENTS...
//                                           runs a program with the N folders MODS\000 to MODS\<N-1> laid over GAME by usvfs
//
// The layout is that of BesideSet of the benchmarks.
#include "native.h"

#include <psapi.h>

enum
{
    FILES_IN_A_FOLDER = 100,
    MOST_NAMES = 400,
    OWN_FILES = 400,
    LISTED_FILES = 1000,
    MOST_ROUNDS = 1000,
    THREADS = 4,
    NAME_LENGTH = 100
};

typedef wchar_t NAME[NAME_LENGTH];

static double now(void)
{
    LARGE_INTEGER frequency, count;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    return (double)count.QuadPart * 1e9 / (double)frequency.QuadPart;
}

static void fail(const wchar_t *what)
{
    fprintf(stderr, "beside: %ls: error %lu\n", what, GetLastError());
    exit(1);
}

// ---- Calls of a game

static void open_and_close(const wchar_t *name)
{
    HANDLE file = CreateFileW(name, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        fail(name);
    CloseHandle(file);
}

static void open_missing(const wchar_t *name)
{
    if (CreateFileW(name, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL) != INVALID_HANDLE_VALUE
        || GetLastError() != ERROR_FILE_NOT_FOUND)
        fail(name);
}

static void get_attributes(const wchar_t *name)
{
    if (GetFileAttributesW(name) == INVALID_FILE_ATTRIBUTES)
        fail(name);
}

static void list(const wchar_t *pattern)
{
    WIN32_FIND_DATAW data;
    int names = 0;
    HANDLE find = FindFirstFileExW(pattern, FindExInfoBasic, &data, FindExSearchNameMatch, NULL, FIND_FIRST_EX_LARGE_FETCH);
    if (find == INVALID_HANDLE_VALUE)
        fail(pattern);
    do
        names += wcscmp(data.cFileName, L".") && wcscmp(data.cFileName, L"..");
    while (FindNextFileW(find, &data));
    FindClose(find);
    if (names != LISTED_FILES)
    {
        fprintf(stderr, "beside: %ls: %d names\n", pattern, names);
        exit(1);
    }
}

// ---- Measuring

static double go_over(void (*call)(const wchar_t *), const NAME *names, int count)
{
    double began = now();
    for (int i = 0; i < count; i++)
        call(names[i]);
    return (now() - began) / count;
}

static int compare(const void *left, const void *right)
{
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

// Prints the median of the rounds. What is asked of the disk the first time isn't measured.
static void measure(const char *what, void (*call)(const wchar_t *), const NAME *names, int count, int calls)
{
    static double times[MOST_ROUNDS];
    int rounds = calls / count < 1 ? 1 : calls / count < MOST_ROUNDS ? calls / count : MOST_ROUNDS;
    go_over(call, names, count);
    for (int round = 0; round < rounds; round++)
        times[round] = go_over(call, names, count);
    qsort(times, (size_t)rounds, sizeof *times, compare);
    printf("%s\t%.1f\n", what, (times[(rounds - 1) / 2] + times[rounds / 2]) / 2);
}

typedef struct
{
    const NAME *names;
    int count, rounds;
    HANDLE go;
} SHARE;

static DWORD WINAPI open_share(void *parameter)
{
    SHARE *share = parameter;
    WaitForSingleObject(share->go, INFINITE);
    for (int round = 0; round < share->rounds; round++)
        go_over(open_and_close, share->names, share->count);
    return 0;
}

// Each thread opens a part of the files, on all processors.
static void measure_threads(const NAME *names, int count, int rounds)
{
    DWORD_PTR own, system;
    SHARE shares[THREADS];
    HANDLE threads[THREADS], go = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!GetProcessAffinityMask(GetCurrentProcess(), &own, &system) || !SetProcessAffinityMask(GetCurrentProcess(), system))
        fail(L"processors");
    for (int i = 0; i < THREADS; i++)
    {
        int from = count * i / THREADS, to = count * (i + 1) / THREADS;
        shares[i] = (SHARE){ names + from, to - from, rounds, go };
        threads[i] = CreateThread(NULL, 0, open_share, &shares[i], 0, NULL);
        if (!threads[i])
            fail(L"CreateThread");
    }
    double began = now();
    SetEvent(go);
    if (WaitForMultipleObjects(THREADS, threads, TRUE, 120 * 1000) != WAIT_OBJECT_0)
        fail(L"threads");
    printf("threads\t%.1f\n", (now() - began) / ((double)count * rounds));
}

static void print_first(FILETIME line)
{
    PROCESS_MEMORY_COUNTERS memory = { .cb = sizeof memory };
    if (!K32GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory))
        fail(L"memory");
    printf("line\t%llu\n", (unsigned long long)line.dwHighDateTime << 32 | line.dwLowDateTime);
    printf("memory\t%llu\n", (unsigned long long)memory.WorkingSetSize);
    char text[100] = "";
    FILE *file = _wfopen(L"data\\which.txt", L"r");
    if (!file || !fgets(text, sizeof text, file))
        fail(L"data\\which.txt");
    fclose(file);
    printf("which\t%s\n", text);
}

static int play(FILETIME line, wchar_t **a)
{
    static NAME names[MOST_NAMES], missing[MOST_NAMES], own[OWN_FILES], one[1] = { L"data\\one\\*" }, all_of[1] = { L"data\\listed\\*" };
    int mods = _wtoi(a[0]), files = _wtoi(a[1]), opens = _wtoi(a[2]);
    long long all = (long long)mods * files;
    if (mods < 1 || files < 1 || opens < 1)
        return 2;
    print_first(line);
    // Whatever it asks (Wine's server) is then as near for every contender.
    if (!SetProcessAffinityMask(GetCurrentProcess(), 1))
        fail(L"processor");
    int count = all < MOST_NAMES ? (int)all : MOST_NAMES;
    for (int i = 0; i < count; i++)
    {
        long long chosen = all * i / count;
        int mod = (int)(chosen % mods), file = (int)(chosen / mods), folder = file / FILES_IN_A_FOLDER;
        swprintf(names[i], NAME_LENGTH, L"data\\pack %03d\\part %02d\\f%05d.dds", mod, folder, file);
        // Half of them in a folder that the game has, too.
        if (i % 2)
            swprintf(missing[i], NAME_LENGTH, L"data\\listed\\n%05d.dds", i);
        else
            swprintf(missing[i], NAME_LENGTH, L"data\\pack %03d\\part %02d\\n%05d.dds", mod, folder, file);
    }
    for (int i = 0; i < OWN_FILES; i++)
        swprintf(own[i], NAME_LENGTH, L"data\\own\\f%05d.dds", i);
    measure("open", open_and_close, (const NAME *)names, count, opens);
    measure("own", open_and_close, (const NAME *)own, OWN_FILES, opens);
    measure("attributes", get_attributes, (const NAME *)names, count, opens);
    measure("missing", open_missing, (const NAME *)missing, count, opens);
    measure("listing", list, (const NAME *)one, 1, opens / 100);
    measure("listings", list, (const NAME *)all_of, 1, opens / 100);
    measure_threads((const NAME *)names, count, opens / count < 1 ? 1 : opens / count);
    return 0;
}

// ---- usvfs, by the functions that its header usvfs.h declares

typedef struct usvfs_parameters usvfs_parameters;

enum
{
    LINK_RECURSIVE = 8,
    LOG_ERRORS = 3
};

static struct
{
    usvfs_parameters *(*create_parameters)(void);
    void (*set_instance_name)(usvfs_parameters *, const char *);
    void (*set_log_level)(usvfs_parameters *, uint8_t);
    void (*init_logging)(uint8_t);
    BOOL (*create_vfs)(const usvfs_parameters *);
    BOOL (*link_directory)(const wchar_t *, const wchar_t *, unsigned);
    __typeof__(CreateProcessW) *create_process;
    void (*disconnect)(void);
} usvfs;

static void load_usvfs(const wchar_t *dll)
{
    static const struct
    {
        const char *name;
        void *function;
    } functions[] = {
        { "usvfsCreateParameters", &usvfs.create_parameters },
        { "usvfsSetInstanceName", &usvfs.set_instance_name },
        { "usvfsSetLogLevel", &usvfs.set_log_level },
        { "usvfsInitLogging", &usvfs.init_logging },
        { "usvfsCreateVFS", &usvfs.create_vfs },
        { "usvfsVirtualLinkDirectoryStatic", &usvfs.link_directory },
        { "usvfsCreateProcessHooked", &usvfs.create_process },
        { "usvfsDisconnectVFS", &usvfs.disconnect },
    };
    HMODULE module = LoadLibraryExW(dll, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    if (!module)
        fail(dll);
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
    {
        FARPROC function = GetProcAddress(module, functions[i].name);
        if (!function)
        {
            fprintf(stderr, "beside: %ls has no %s\n", dll, functions[i].name);
            exit(1);
        }
        memcpy(functions[i].function, &function, sizeof function);
    }
}

static int run_in_usvfs(int count, wchar_t **a)
{
    const wchar_t *game = a[1], *mods = a[2];
    char name[64];
    wchar_t line[4000] = L"", mod[1000];
    load_usvfs(a[0]);
    usvfs_parameters *parameters = usvfs.create_parameters();
    snprintf(name, sizeof name, "rvfs-beside-%lu", GetCurrentProcessId());
    usvfs.set_instance_name(parameters, name);
    usvfs.set_log_level(parameters, LOG_ERRORS);
    usvfs.init_logging(0);
    if (!usvfs.create_vfs(parameters))
        fail(L"usvfsCreateVFS");
    for (int i = 0; i < _wtoi(a[3]); i++)
    {
        swprintf(mod, 1000, L"%ls\\%03d", mods, i);
        if (!usvfs.link_directory(mod, game, LINK_RECURSIVE))
            fail(mod);
    }
    for (int i = 4; i < count; i++)
    {
        size_t length = wcslen(line);
        swprintf(line + length, 4000 - length, L"%ls\"%ls\"", i > 4 ? L" " : L"", a[i]);
    }
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION process;
    if (!usvfs.create_process(a[4], line, NULL, NULL, TRUE, 0, NULL, game, &startup, &process))
        fail(L"usvfsCreateProcessHooked");
    DWORD code = 1;
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &code);
    usvfs.disconnect();
    return (int)code;
}

int wmain(int count, wchar_t **arguments)
{
    FILETIME line;
    GetSystemTimePreciseAsFileTime(&line);
    if (count == 5 && !wcscmp(arguments[1], L"play"))
        return play(line, arguments + 2);
    if (count >= 7 && !wcscmp(arguments[1], L"usvfs"))
        return run_in_usvfs(count - 2, arguments + 2);
    fprintf(stderr, "usage: beside play MODS FILES OPENS | beside usvfs DLL GAME MODS N GAME.EXE ARGUMENTS...\n");
    return 2;
}
