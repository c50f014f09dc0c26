// A program that stops one of its threads anywhere, as a crash handler does, and opens files meanwhile. What doesn't end while the thread is
// stopped is noted, and goes on when another thread has let that one go on.
//
//   halting MADE WHILE ROUNDS FOLDER LONGEST    MADE: what the stopped thread does again and again, WHILE: what is done while it is
//                                               stopped: open: opens FOLDER\Data\a.txt; list: lists FOLDER\Data; none: nothing.
//                                               LONGEST: the milliseconds after which a call counts as stuck
#include "native.h"

enum
{
    MOST_STUCK = 10
};

static volatile LONG ended, done, doing, is_stopped, stuck;
static wchar_t **given;
static HANDLE worker;

static int act(const wchar_t *what)
{
    wchar_t path[MAX_PATH];
    if (!wcscmp(what, L"open"))
    {
        swprintf(path, MAX_PATH, L"%ls\\Data\\a.txt", given[4]);
        HANDLE file = CreateFileW(path, GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
        return file != INVALID_HANDLE_VALUE && CloseHandle(file);
    }
    if (!wcscmp(what, L"list"))
    {
        swprintf(path, MAX_PATH, L"%ls\\Data\\*", given[4]);
        WIN32_FIND_DATAW found;
        HANDLE find = FindFirstFileW(path, &found);
        if (find == INVALID_HANDLE_VALUE)
            return 0;
        while (FindNextFileW(find, &found))
            ;
        return FindClose(find);
    }
    return 1;
}

static DWORD WINAPI work(void *nothing)
{
    (void)nothing;
    while (!ended)
    {
        if (!act(given[1]))
            return 1;
        InterlockedIncrement(&done);
    }
    return 0;
}

// Lets the stopped thread go on where what is done meanwhile takes too long.
static DWORD WINAPI watch(void *nothing)
{
    (void)nothing;
    LONG last = 0;
    DWORD since = GetTickCount(), longest = _wtoi(given[5]);
    while (!ended)
    {
        Sleep(10);
        if (doing != last || !is_stopped)
        {
            last = doing;
            since = GetTickCount();
        }
        else if (GetTickCount() - since > longest && InterlockedExchange(&is_stopped, 0))
        {
            stuck++;
            ResumeThread(worker);
        }
    }
    return 0;
}

int wmain(int count, wchar_t **arguments)
{
    if (count < 6)
        return 2;
    given = arguments;
    worker = CreateThread(NULL, 0, work, NULL, 0, NULL);
    HANDLE watching = CreateThread(NULL, 0, watch, NULL, 0, NULL);
    int rounds = _wtoi(arguments[3]), round = 0, failed = 0;
    for (; round < rounds && stuck < MOST_STUCK; round++)
    {
        CONTEXT context = { .ContextFlags = CONTEXT_CONTROL };
        if (SuspendThread(worker) == (DWORD)-1 || !GetThreadContext(worker, &context))
            return 3;
        doing++;
        is_stopped = 1;
        failed += !act(arguments[2]);
        if (InterlockedExchange(&is_stopped, 0))
            ResumeThread(worker);
        // Somewhere else the next time.
        for (volatile int spin = rand() % 5000; spin > 0; spin--)
            ;
        if (round % 16 == 0)
            Sleep(1);
    }
    ended = 1;
    WaitForSingleObject(worker, INFINITE);
    WaitForSingleObject(watching, INFINITE);
    printf("%ls while %ls: %s, %d failed, %ld stuck\n", arguments[2], arguments[1], done ? "done" : "nothing done", failed, stuck);
    fprintf(stderr, "%d rounds, %ld done\n", round, done);
    return 0;
}
