// Loads many files, for the benchmarks in real processes.
//
//   loading pairs SIDE NAME FILES PAIRS=FOLDER...     in turns with another process: opens and closes FOLDER\f00000 to f<FILES-1>
//   loading switched FILES PAIRS=WITH|WITHOUT...      the same files of two folders: of WITH with the VFS on, of WITHOUT with it switched
//                                                     off
//   loading walk ROUNDS FOLDER                        walks through all folders below and keeps nothing
#include "native.h"
#include "reloaded_vfs.h"

enum { STRIDE = 256, SLICES = 20 };

static wchar_t *make_names(const wchar_t *folder, int files)
{
    wchar_t *names = malloc((size_t)files * STRIDE * sizeof *names);
    for (int i = 0; i < files; i++)
        swprintf(names + STRIDE * (size_t)i, STRIDE, L"%ls\\f%05d", folder, i);
    return names;
}

static double now(void)
{
    LARGE_INTEGER frequency, count;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    return (double)count.QuadPart * 1e9 / (double)frequency.QuadPart;
}

static HANDLE open_file(const wchar_t *name)
{
    HANDLE file = CreateFileW(name, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
    {
        fprintf(stderr, "loading: %ls: error %lu\n", name, GetLastError());
        ExitProcess(1);
    }
    return file;
}

// ---- In turns with another process

static void wait_for(HANDLE semaphore)
{
    if (WaitForSingleObject(semaphore, 300 * 1000) != WAIT_OBJECT_0)
    {
        fprintf(stderr, "loading: the other process doesn't answer\n");
        ExitProcess(3);
    }
}

static HANDLE get_semaphore(const wchar_t *name, int side)
{
    wchar_t text[200];
    swprintf(text, 200, L"Local\\rvfs-loading-%ls-%d", name, side);
    return CreateSemaphoreW(NULL, 0, 100, text);
}

static double open_some(const wchar_t *names, int from, int to)
{
    double began = now();
    for (int i = from; i < to; i++)
        CloseHandle(open_file(names + STRIDE * (size_t)i));
    return now() - began;
}

// One of a turn's slices, by which two sides take turns.
static double open_slice(const wchar_t *names, int files, int slice)
{
    return open_some(names, (int)((long long)files * slice / SLICES), (int)((long long)files * (slice + 1) / SLICES));
}

// A pair is both processes' time for all files, taken a slice at a time, so that what the machine does meanwhile meets both alike. The side
// that goes first changes with every slice: first, second, second, first, first, ...
static int run_pairs(int count, wchar_t **a)
{
    int side = _wtoi(a[0]), files = _wtoi(a[2]);
    // Both on one processor: whatever they ask (Wine's server) is then as far from the one as from the other.
    if (!SetProcessAffinityMask(GetCurrentProcess(), 1))
        fprintf(stderr, "loading: not on one processor: error %lu\n", GetLastError());
    HANDLE mine = get_semaphore(a[1], side), theirs = get_semaphore(a[1], 1 - side);
    for (int folder = 3; folder < count; folder++)
    {
        wchar_t *path;
        int pairs = (int)wcstol(a[folder], &path, 10);
        wchar_t *names = make_names(path + 1, files);
        open_some(names, 0, files);
        ReleaseSemaphore(theirs, 1, NULL);
        wait_for(mine);
        int turn = 0;
        for (int pair = 0; pair < pairs; pair++)
        {
            double time = 0;
            for (int slice = 0; slice < SLICES; slice++, turn++)
            {
                int is_first = (turn + side) % 2 == 0;
                if (!is_first)
                    wait_for(mine);
                time += open_slice(names, files, slice);
                if (is_first)
                    ReleaseSemaphore(theirs, 1, NULL);
            }
            printf("pair\t%d\t%.2f\n", folder - 3, time / files);
        }
        // Neither goes on while the other one measures.
        ReleaseSemaphore(theirs, 1, NULL);
        wait_for(mine);
        free(names);
    }
    return 0;
}

// ---- In turns with itself

// The same process, so that all that differs is what the hooks do.
static int run_switched(int count, wchar_t **a)
{
    int files = _wtoi(a[0]);
    HMODULE vfs = GetModuleHandleW(L"reloaded_vfs");
    rvfs_status (*switches[2])(void) = { 0 };
    if (vfs)
    {
        switches[0] = (rvfs_status (*)(void))(void *)GetProcAddress(vfs, "rvfs_disable");
        switches[1] = (rvfs_status (*)(void))(void *)GetProcAddress(vfs, "rvfs_enable");
    }
    if (!switches[0] || !switches[1] || !SetProcessAffinityMask(GetCurrentProcess(), 1))
    {
        fprintf(stderr, "loading: no VFS here, or not on one processor: error %lu\n", GetLastError());
        return 3;
    }
    for (int folder = 1; folder < count; folder++)
    {
        wchar_t *path;
        int pairs = (int)wcstol(a[folder], &path, 10);
        wchar_t *bar = wcschr(path, L'|');
        *bar = 0;
        wchar_t *names[2] = { make_names(bar + 1, files), make_names(path + 1, files) };
        for (int pair = -1; pair < pairs; pair++)
        {
            double time[2] = { 0 };
            for (int half = 0; half < 2 * SLICES; half++)
            {
                int slice = half / 2, on = (half + slice + pair) & 1;
                if (switches[on]() != RVFS_OK)
                    return 3;
                time[on] += open_slice(names[on], files, slice);
            }
            if (pair >= 0)
                printf("pair\t%d\t%.2f\t%.2f\n", folder - 1, time[1] / files, time[0] / files);
        }
        free(names[0]);
        free(names[1]);
    }
    return 0;
}

// ---- Walking

static long walk(wchar_t *path, size_t length)
{
    WIN32_FIND_DATAW data;
    long names = 0;
    wcscpy(path + length, L"\\*");
    HANDLE find = FindFirstFileExW(path, FindExInfoBasic, &data, FindExSearchNameMatch, NULL, FIND_FIRST_EX_LARGE_FETCH);
    if (find == INVALID_HANDLE_VALUE)
        return 0;
    do
    {
        if (!wcscmp(data.cFileName, L".") || !wcscmp(data.cFileName, L".."))
            continue;
        names++;
        if (data.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
            names += walk(path, length + (size_t)swprintf(path + length, 300, L"\\%ls", data.cFileName));
    } while (FindNextFileW(find, &data));
    FindClose(find);
    return names;
}

static int run_walk(int count, wchar_t **a)
{
    (void)count;
    static wchar_t path[33000];
    for (int round = 0; round <= _wtoi(a[0]); round++)
    {
        wcscpy(path, a[1]);
        double began = now();
        long names = walk(path, wcslen(path));
        // The first one warms up.
        if (round > 0)
            printf("walk\t%ld\t%.0f\n", names, now() - began);
    }
    return 0;
}

int wmain(int argc, wchar_t **argv)
{
    if (argc >= 7 && !wcscmp(argv[1], L"pairs"))
        return run_pairs(argc - 2, argv + 2);
    if (argc >= 4 && !wcscmp(argv[1], L"switched"))
        return run_switched(argc - 2, argv + 2);
    if (argc == 4 && !wcscmp(argv[1], L"walk"))
        return run_walk(argc - 2, argv + 2);
    fprintf(stderr, "usage: loading pairs|switched|walk ARGUMENTS\n");
    return 2;
}
