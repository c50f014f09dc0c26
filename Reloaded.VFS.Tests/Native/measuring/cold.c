// Opens and reads files one after the other, as a game does that loads a level.
//
//   cold LIST THREADS
//
// LIST has a path in each line, in UTF-8. Each of THREADS threads takes the next path, opens the file, reads all of it by one call and
// closes it. Prints the nanoseconds from the first open to the last close, the bytes read, and when that was (a FILETIME).
#include "native.h"

enum
{
    MOST_THREADS = 64,
    MOST_BYTES = 8 << 20
};

static wchar_t **paths;
static LONG path_count;
static volatile LONG taken;
static volatile LONG64 bytes_read;

static double now(void)
{
    LARGE_INTEGER frequency, count;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    return (double)count.QuadPart * 1e9 / (double)frequency.QuadPart;
}

static void fail(const wchar_t *path)
{
    fprintf(stderr, "cold: %ls: error %lu\n", path, GetLastError());
    ExitProcess(1);
}

static DWORD read_file(const wchar_t *path, void *buffer, DWORD most)
{
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    LARGE_INTEGER size;
    DWORD done;
    if (file == INVALID_HANDLE_VALUE || !GetFileSizeEx(file, &size) || size.QuadPart > most
        || !ReadFile(file, buffer, (DWORD)size.QuadPart, &done, NULL) || done != size.QuadPart)
        fail(path);
    CloseHandle(file);
    return done;
}

static void read_list(const wchar_t *list)
{
    static char text[16 << 20];
    text[read_file(list, text, sizeof text - 1)] = 0;
    paths = malloc(sizeof *paths * (strlen(text) / 2 + 1));
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
    {
        int length = MultiByteToWideChar(CP_UTF8, 0, line, -1, NULL, 0);
        paths[path_count] = malloc(sizeof(wchar_t) * length);
        MultiByteToWideChar(CP_UTF8, 0, line, -1, paths[path_count++], length);
    }
}

static DWORD WINAPI load(void *unused)
{
    (void)unused;
    void *buffer = malloc(MOST_BYTES);
    for (LONG i; (i = InterlockedIncrement(&taken) - 1) < path_count;)
        InterlockedAdd64(&bytes_read, read_file(paths[i], buffer, MOST_BYTES));
    free(buffer);
    return 0;
}

int wmain(int count, wchar_t **arguments)
{
    if (count < 3)
        return 2;
    int threads = _wtoi(arguments[2]);
    if (threads < 1 || threads > MOST_THREADS)
        return 2;
    read_list(arguments[1]);
    double began = now();
    HANDLE running[MOST_THREADS];
    for (int i = 0; i < threads; i++)
        running[i] = CreateThread(NULL, 0, load, NULL, 0, NULL);
    WaitForMultipleObjects((DWORD)threads, running, TRUE, INFINITE);
    double took = now() - began;
    ULARGE_INTEGER ended;
    FILETIME time;
    GetSystemTimePreciseAsFileTime(&time);
    ended.LowPart = time.dwLowDateTime;
    ended.HighPart = time.dwHighDateTime;
    printf("loaded\t%.0f\t%lld\t%llu\n", took, (long long)bytes_read, (unsigned long long)ended.QuadPart);
    return 0;
}
