// Opens, queries and lists names that always exist in some layer, while the layers come and go.
#include "vanish.h"

enum
{
    OPENERS = 6
};

static const wchar_t *root;
static int count;
static volatile LONG stop, opens, failures, first_error, first_name, listings, short_listings, shortest;

static void failed(LONG what, int name)
{
    LONG error = (LONG)GetLastError();
    if (!InterlockedCompareExchange(&first_error, what * 100000 + error, 0))
        first_name = name;
    InterlockedIncrement(&failures);
}

static DWORD WINAPI open_names(void *seed)
{
    unsigned next = (unsigned)(uintptr_t)seed;
    wchar_t path[1024];
    while (!stop)
    {
        next = next * 1103515245 + 12345;
        int name = (int)(next >> 8) % count;
        swprintf(path, 1024, L"%ls\\f%04d.txt", root, name);
        HANDLE file = CreateFileW(path, GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
        if (file == INVALID_HANDLE_VALUE)
            failed(1, name);
        else
            CloseHandle(file);
        if (GetFileAttributesW(path) == INVALID_FILE_ATTRIBUTES)
            failed(2, name);
        WIN32_FIND_DATAW data;
        HANDLE find = FindFirstFileW(path, &data);
        if (find == INVALID_HANDLE_VALUE)
            failed(3, name);
        else
            FindClose(find);
        InterlockedIncrement(&opens);
    }
    return 0;
}

static DWORD WINAPI list_all(void *unused)
{
    (void)unused;
    wchar_t pattern[1024];
    swprintf(pattern, 1024, L"%ls\\f*.txt", root);
    while (!stop)
    {
        WIN32_FIND_DATAW data;
        int found = 0;
        HANDLE find = FindFirstFileW(pattern, &data);
        if (find != INVALID_HANDLE_VALUE)
        {
            do
                found++;
            while (FindNextFileW(find, &data));
            FindClose(find);
        }
        InterlockedIncrement(&listings);
        if (found != count)
        {
            InterlockedIncrement(&short_listings);
            shortest = found;
        }
    }
    return 0;
}

const char *open_without_a_pause(const wchar_t *folder, int files, DWORD milliseconds)
{
    static char answer[200];
    HANDLE threads[OPENERS + 1];
    root = folder;
    count = files;
    stop = opens = failures = first_error = listings = short_listings = shortest = 0;
    for (int i = 0; i < OPENERS; i++)
        threads[i] = CreateThread(NULL, 0, open_names, (void *)(uintptr_t)(i * 7919 + 1), 0, NULL);
    threads[OPENERS] = CreateThread(NULL, 0, list_all, NULL, 0, NULL);
    Sleep(milliseconds);
    stop = 1;
    WaitForMultipleObjects(OPENERS + 1, threads, TRUE, INFINITE);
    snprintf(answer, sizeof answer, "opens=%ld failures=%ld first=%ld (f%04ld) listings=%ld short=%ld (%ld)", opens, failures, first_error,
        first_name, listings, short_listings, shortest);
    return answer;
}

static DWORD open_error(const wchar_t *folder, const wchar_t *name)
{
    wchar_t path[1024];
    swprintf(path, 1024, L"%ls\\%ls", folder, name);
    HANDLE file = CreateFileW(path, GENERIC_READ, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return GetLastError();
    CloseHandle(file);
    return ERROR_SUCCESS;
}

const char *open_what_has_gone(const wchar_t *folder, const wchar_t *real, const wchar_t *aside, int rounds)
{
    static const wchar_t *const names[] = { L"file.txt", L"sub", L"sub\\inner.txt" };
    static char text[256];
    int errors[3][4] = { 0 }, moves = 0;
    for (int round = 0; round < rounds; round++)
    {
        for (int tries = 0; tries < 5000 && (open_error(folder, names[0]) || open_error(folder, names[2])); tries++)
            Sleep(1);
        moves += MoveFileW(real, aside);
        for (int i = 0; i < 3; i++)
        {
            DWORD error = open_error(folder, names[i]);
            errors[i][error < 4 ? error : 1]++;
        }
        moves += MoveFileW(aside, real);
    }
    int length = sprintf(text, "%d moves", moves);
    for (int i = 0; i < 3; i++)
        length += sprintf(text + length, "; %ls: opened %d, no name %d, no folder %d, other %d", names[i], errors[i][ERROR_SUCCESS],
            errors[i][ERROR_FILE_NOT_FOUND], errors[i][ERROR_PATH_NOT_FOUND], errors[i][1]);
    return text;
}
