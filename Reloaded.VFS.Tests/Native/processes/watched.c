// A game whose file calls are monitored: does what its arguments say, one after the other, and ends with 0.
//
//   open PATH          opens and reads a file; its failure is no failure of the game
//   make PATH          makes an empty file
//   await PATH         waits until there is such a file
//   sleep MS
//   threads N PATH     N threads, each of which opens the file 100 times
//   child PATH         starts this program once more, with open PATH, and waits for it
//   many N PATH        asks for N files PATH0, PATH1, ...
//   fault-if-bad PATH  opens a file, and writes to address 0 if it begins with "bad"
//   exit-if-bad PATH   the same, with exit code 3
//   bench EVENTS PATH ROUNDS   what a call costs while the event file says off, and on: nanoseconds (Reloaded.VFS.Benchmarks)
#include "native.h"
#include "recorder.h"

static char text[4096];

static int read_file(const wchar_t *path)
{
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 0;
    DWORD got = 0;
    ReadFile(file, text, sizeof text - 1, &got, NULL);
    text[got] = 0;
    CloseHandle(file);
    return 1;
}

static int start_child(const wchar_t *path)
{
    wchar_t program[MAX_PATH], line[32768];
    GetModuleFileNameW(NULL, program, MAX_PATH);
    swprintf(line, 32768, L"\"%ls\" open \"%ls\"", program, path);
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;
    if (!create_process(program, line, FALSE, 0, NULL, &startup, &child))
        return 0;
    WaitForSingleObject(child.hProcess, INFINITE);
    CloseHandle(child.hThread);
    CloseHandle(child.hProcess);
    return 1;
}

static void make_file(const wchar_t *path)
{
    CloseHandle(CreateFileW(path, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, CREATE_ALWAYS, 0, NULL));
}

static void await_file(const wchar_t *path)
{
    while (GetFileAttributesW(path) == INVALID_FILE_ATTRIBUTES)
        Sleep(20);
}

static DWORD WINAPI open_often(void *path)
{
    for (int i = 0; i < 100; i++)
        CloseHandle(CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL));
    return 0;
}

static void start_threads(int count, wchar_t *path)
{
    HANDLE threads[64];
    for (int i = 0; i < count; i++)
        threads[i] = CreateThread(NULL, 0, open_often, path, 0, NULL);
    WaitForMultipleObjects((DWORD)count, threads, TRUE, INFINITE);
}

static int by_number(const void *x, const void *y)
{
    return *(const double *)x < *(const double *)y ? -1 : *(const double *)x > *(const double *)y;
}

enum
{
    BATCH = 500
};

// One batch's nanoseconds a call.
static double measure(const wchar_t *path, int opens)
{
    LARGE_INTEGER begin, end, frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&begin);
    for (int i = 0; i < BATCH; i++)
        if (opens)
            CloseHandle(CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL));
        else
            GetFileAttributesW(path);
    QueryPerformanceCounter(&end);
    return 1e9 * (double)(end.QuadPart - begin.QuadPart) / (double)frequency.QuadPart / BATCH;
}

// Without an event file (EVENTS is "-") only "off" is measured.
static int bench(const wchar_t *events, const wchar_t *path, int rounds)
{
    RECORDER recorder = { 0 };
    if (wcscmp(events, L"-") && !(recorder = open_recorder(events)).enabled)
        return 1;
    for (int opens = 0; opens < 2; opens++)
    {
        double *off = calloc((size_t)rounds, sizeof *off), *on = calloc((size_t)rounds, sizeof *on);
        measure(path, opens);
        for (int i = 0; i < rounds; i++)
        {
            off[i] = measure(path, opens);
            if (!recorder.enabled)
                continue;
            *recorder.enabled = 1;
            on[i] = measure(path, opens);
            *recorder.enabled = 0;
            *recorder.read = *recorder.written;
        }
        qsort(off, (size_t)rounds, sizeof *off, by_number);
        qsort(on, (size_t)rounds, sizeof *on, by_number);
        printf("bench\t%s\t%.1f\t%.1f\t%.1f\t%.1f\n", opens ? "open" : "query", off[rounds / 2], off[0], on[rounds / 2], on[0]);
    }
    return 0;
}

int wmain(int argc, wchar_t **argv)
{
    // No window that waits for a click.
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    for (int i = 1; i + 1 < argc; i += 2)
    {
        if (!wcscmp(argv[i], L"open"))
            read_file(argv[i + 1]);
        else if (!wcscmp(argv[i], L"child"))
        {
            if (!start_child(argv[i + 1]))
                return 4;
        }
        else if (!wcscmp(argv[i], L"make"))
            make_file(argv[i + 1]);
        else if (!wcscmp(argv[i], L"await"))
            await_file(argv[i + 1]);
        else if (!wcscmp(argv[i], L"sleep"))
            Sleep((DWORD)_wtoi(argv[i + 1]));
        else if (!wcscmp(argv[i], L"threads"))
        {
            start_threads(_wtoi(argv[i + 1]), argv[i + 2]);
            i++;
        }
        else if (!wcscmp(argv[i], L"many"))
        {
            for (int file = 0; file < _wtoi(argv[i + 1]); file++)
            {
                wchar_t path[1024];
                swprintf(path, 1024, L"%ls%d", argv[i + 2], file);
                GetFileAttributesW(path);
            }
            i++;
        }
        else if (!wcscmp(argv[i], L"fault-if-bad") || !wcscmp(argv[i], L"exit-if-bad"))
        {
            if (!read_file(argv[i + 1]) || strncmp(text, "bad", 3))
                continue;
            if (argv[i][0] == 'e')
                return 3;
            *(volatile int *)0 = 1;
        }
        else if (!wcscmp(argv[i], L"bench"))
            return bench(argv[i + 1], argv[i + 2], _wtoi(argv[i + 3]));
        else
            return 2;
    }
    return 0;
}
