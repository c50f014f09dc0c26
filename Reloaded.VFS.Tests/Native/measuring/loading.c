// Loads many files, for the benchmarks in real processes.
//
//   loading ring SIDE SIDES NAME FILES WHAT...    in turns with other processes, NAME's sides 0 to SIDES-1
//   loading in DLL CONFIGURATION on|off ring ...  the same with the DLL in the process: started with a configuration ("-": not), and
//                                                 switched on or off
//   loading switched FILES WHAT...                in turns with itself: a first folder's files with the VFS on, a second one's with it
//                                                 switched off
//   loading variants FILES WHAT...                in turns with itself, any number of folders
//   loading walk ROUNDS FOLDER                    walks through all folders below and keeps nothing
//
// WHAT is TIMES=FOLDER, or TIMES=FOLDER|FOLDER: so many times FOLDER\f00000 to f<FILES-1> are opened and closed. With ! in place of = none
// of these files is there.
#include "native.h"
#include "reloaded_vfs.h"

enum
{
    STRIDE = 300,
    SLICES = 20,
    MOST_FOLDERS = 8,
    MOST_SIDES = 16
};

// Names of files, which are there or not.
typedef struct
{
    wchar_t *names;
    int count, are_there;
} FILES;
typedef struct
{
    int times, folder_count;
    FILES folders[MOST_FOLDERS];
} WHAT;

static void add_folder(WHAT *what, const wchar_t *folder, int files, int are_there)
{
    FILES all = { malloc((size_t)files * STRIDE * sizeof(wchar_t)), files, are_there };
    for (int i = 0; i < files; i++)
        if (swprintf(all.names + STRIDE * (size_t)i, STRIDE, L"%ls\\f%05d", folder, i) < 0)
        {
            fprintf(stderr, "loading: %ls is too long\n", folder);
            ExitProcess(2);
        }
    what->folders[what->folder_count++] = all;
}

static WHAT read_what(wchar_t *text, int files)
{
    wchar_t *folder;
    WHAT what = { .times = (int)wcstol(text, &folder, 10) };
    int are_there = *folder != L'!';
    for (wchar_t *bar = folder; bar && what.folder_count < MOST_FOLDERS;)
    {
        folder = bar + 1;
        bar = wcschr(folder, L'|');
        if (bar)
            *bar = 0;
        add_folder(&what, folder, files, are_there);
    }
    return what;
}

static void free_what(WHAT *what)
{
    for (int i = 0; i < what->folder_count; i++)
        free(what->folders[i].names);
}

static double now(void)
{
    LARGE_INTEGER frequency, count;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    return (double)count.QuadPart * 1e9 / (double)frequency.QuadPart;
}

static void open_and_close(const wchar_t *name, int is_there)
{
    HANDLE file = CreateFileW(name, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
    if ((file != INVALID_HANDLE_VALUE) != is_there || (!is_there && GetLastError() != ERROR_FILE_NOT_FOUND))
    {
        fprintf(stderr, "loading: %ls: error %lu\n", name, GetLastError());
        ExitProcess(1);
    }
}

static double open_some(const FILES *files, int from, int to)
{
    double began = now();
    for (int i = from; i < to; i++)
        open_and_close(files->names + STRIDE * (size_t)i, files->are_there);
    return now() - began;
}

// One of a turn's slices, by which sides take turns.
static double open_slice(const FILES *files, int slice)
{
    return open_some(files, (int)((long long)files->count * slice / SLICES), (int)((long long)files->count * (slice + 1) / SLICES));
}

static void use_one_processor(void)
{
    // All on one processor: whatever they ask (Wine's server) is then as far from the one as from the other.
    if (!SetProcessAffinityMask(GetCurrentProcess(), 1))
        fprintf(stderr, "loading: not on one processor: error %lu\n", GetLastError());
}

// ---- In turns with other processes

typedef struct
{
    int side, count, turn;
    HANDLE turns[MOST_SIDES]; // whose turn it is
    HANDLE arrived, go;       // for all to wait for each other
} RING;

static void wait_for(HANDLE semaphore)
{
    if (WaitForSingleObject(semaphore, 300 * 1000) != WAIT_OBJECT_0)
    {
        fprintf(stderr, "loading: the other processes don't answer\n");
        ExitProcess(3);
    }
}

static HANDLE get_semaphore(const wchar_t *name, const wchar_t *what, int number)
{
    wchar_t text[200];
    swprintf(text, 200, L"Local\\rvfs-loading-%ls-%ls-%d", name, what, number);
    return CreateSemaphoreW(NULL, 0, 100, text);
}

static void wait_for_all(RING *ring)
{
    if (ring->side > 0)
    {
        ReleaseSemaphore(ring->arrived, 1, NULL);
        wait_for(ring->go);
        return;
    }
    for (int i = 1; i < ring->count; i++)
        wait_for(ring->arrived);
    if (ring->count > 1)
        ReleaseSemaphore(ring->go, ring->count - 1, NULL);
}

// One slice of each side. The order turns round each time: 0, 1, 2, 2, 1, 0, 0, ...: whoever was last goes first.
static double take_turn(RING *ring, const FILES *files, int slice)
{
    int last = ring->count - 1, step = ring->turn % 2 ? -1 : 1, first = ring->turn % 2 ? last : 0;
    if (ring->side != first)
        wait_for(ring->turns[ring->side]);
    double time = open_slice(files, slice);
    if (ring->side != last - first)
        ReleaseSemaphore(ring->turns[ring->side + step], 1, NULL);
    ring->turn++;
    return time;
}

// Each time is for all files, taken a slice at a time, so that what the machine does meanwhile meets all sides alike.
static int run_ring(int count, wchar_t **a)
{
    RING ring = { .side = _wtoi(a[0]), .count = _wtoi(a[1]) };
    int files = _wtoi(a[3]);
    if (ring.count < 1 || ring.count > MOST_SIDES || ring.side < 0 || ring.side >= ring.count)
        return 2;
    use_one_processor();
    for (int i = 0; i < ring.count; i++)
        ring.turns[i] = get_semaphore(a[2], L"turn", i);
    ring.arrived = get_semaphore(a[2], L"arrived", 0);
    ring.go = get_semaphore(a[2], L"go", 0);
    for (int i = 4; i < count; i++)
    {
        WHAT what = read_what(a[i], files);
        open_some(&what.folders[0], 0, files);
        wait_for_all(&ring);
        ring.turn = 0;
        for (int time = 0; time < what.times; time++)
        {
            double took = 0;
            for (int slice = 0; slice < SLICES; slice++)
                took += take_turn(&ring, &what.folders[0], slice);
            printf("pair\t%d\t%.2f\n", i - 4, took / files);
        }
        // None goes on while another one measures.
        wait_for_all(&ring);
        free_what(&what);
    }
    return 0;
}

static int run_in(int count, wchar_t **a)
{
    HMODULE vfs = LoadLibraryW(a[0]);
    rvfs_status (*start)(const wchar_t *) = vfs ? (rvfs_status(*)(const wchar_t *))(void *)GetProcAddress(vfs, "rvfs_start_config") : NULL;
    rvfs_status (*disable)(void) = vfs ? (rvfs_status(*)(void))(void *)GetProcAddress(vfs, "rvfs_disable") : NULL;
    if (!start || !disable || (wcscmp(a[1], L"-") && start(a[1]) != RVFS_OK) || (!wcscmp(a[2], L"off") && disable() != RVFS_OK))
    {
        fprintf(stderr, "loading: %ls doesn't start with %ls\n", a[0], a[1]);
        return 3;
    }
    return run_ring(count - 4, a + 4);
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
        switches[0] = (rvfs_status(*)(void))(void *)GetProcAddress(vfs, "rvfs_enable");
        switches[1] = (rvfs_status(*)(void))(void *)GetProcAddress(vfs, "rvfs_disable");
    }
    if (!switches[0] || !switches[1])
    {
        fprintf(stderr, "loading: no VFS here: error %lu\n", GetLastError());
        return 3;
    }
    use_one_processor();
    for (int i = 1; i < count; i++)
    {
        WHAT what = read_what(a[i], files);
        for (int pair = -1; pair < what.times; pair++)
        {
            double time[2] = { 0 };
            for (int half = 0; half < 2 * SLICES; half++)
            {
                int slice = half / 2, off = (half + slice + pair) & 1;
                if (switches[off]() != RVFS_OK)
                    return 3;
                time[off] += open_slice(&what.folders[off], slice);
            }
            if (pair >= 0)
                printf("pair\t%d\t%.2f\t%.2f\n", i - 1, time[0] / files, time[1] / files);
        }
        free_what(&what);
    }
    return 0;
}

static int run_variants(int count, wchar_t **a)
{
    int files = _wtoi(a[0]);
    use_one_processor();
    for (int i = 1; i < count; i++)
    {
        WHAT what = read_what(a[i], files);
        int variants = what.folder_count;
        for (int round = -1; round < what.times; round++)
        {
            double time[MOST_FOLDERS] = { 0 };
            for (int slice = 0; slice < SLICES; slice++)
                for (int step = 0; step < variants; step++)
                {
                    int variant = (step + slice + round + 1) % variants;
                    time[variant] += open_slice(&what.folders[variant], slice);
                }
            for (int variant = 0; round >= 0 && variant < variants; variant++)
                printf("round\t%d\t%d\t%.2f\n", i - 1, variant, time[variant] / files);
        }
        free_what(&what);
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
    if (argc >= 7 && !wcscmp(argv[1], L"ring"))
        return run_ring(argc - 2, argv + 2);
    if (argc >= 11 && !wcscmp(argv[1], L"in") && !wcscmp(argv[5], L"ring"))
        return run_in(argc - 2, argv + 2);
    if (argc >= 4 && !wcscmp(argv[1], L"switched"))
        return run_switched(argc - 2, argv + 2);
    if (argc >= 4 && !wcscmp(argv[1], L"variants"))
        return run_variants(argc - 2, argv + 2);
    if (argc == 4 && !wcscmp(argv[1], L"walk"))
        return run_walk(argc - 2, argv + 2);
    fprintf(stderr, "usage: loading ring|in|switched|variants|walk ARGUMENTS\n");
    return 2;
}
