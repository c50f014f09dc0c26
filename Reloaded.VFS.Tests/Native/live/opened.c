#include "opened.h"

enum
{
    FILES = 16,
    CHURNS = 3
};

static HANDLE files[FILES];

static DWORD error_of(BOOL done) { return done ? 0 : GetLastError(); }

static DWORD put_at(HANDLE file, DWORD offset, const char *text)
{
    OVERLAPPED at = { .Offset = offset };
    DWORD written = 0;
    return error_of(WriteFile(file, text, (DWORD)strlen(text), &written, &at));
}

static DWORD do_it(char **words)
{
    const char *what = words[0];
    int n = atoi(words[1]) % FILES;
    if (!strcmp(what, "open"))
    {
        wchar_t path[1024];
        MultiByteToWideChar(CP_UTF8, 0, words[2], -1, path, 1024);
        files[n] = CreateFileW(path, strtoul(words[3], NULL, 16), strtoul(words[4], NULL, 16), NULL, strtoul(words[5], NULL, 16), 0, NULL);
        return error_of(files[n] != INVALID_HANDLE_VALUE);
    }
    if (!strcmp(what, "put"))
        return put_at(files[n], (DWORD)atoi(words[2]), words[3]);
    if (!strcmp(what, "dispose"))
    {
        FILE_DISPOSITION_INFO gone = { (BOOLEAN)atoi(words[2]) };
        return error_of(SetFileInformationByHandle(files[n], FileDispositionInfo, &gone, sizeof gone));
    }
    return !strcmp(what, "close") ? error_of(CloseHandle(files[n])) : ERROR_INVALID_FUNCTION;
}

const char *opened_do(char **words)
{
    static char answer[16];
    sprintf(answer, "%lu", do_it(words));
    return answer;
}

static const wchar_t *root;
static volatile LONG round_of_churn, round_done;

static HANDLE open_shared(const wchar_t *path, DWORD access, DWORD disposition)
{
    return CreateFileW(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, disposition, 0, NULL);
}

// Opens each file to write to it as often as there is time, and at least so many times.
static DWORD WINAPI churn(void *rounds)
{
    wchar_t path[1024];
    for (LONG i = 0; i < (LONG)(intptr_t)rounds; i++)
    {
        while (round_of_churn < i + 1)
            SwitchToThread();
        swprintf(path, 1024, L"%ls\\%ld.txt", root, i);
        for (int times_opened = 0; times_opened < CHURNS; times_opened++)
        {
            HANDLE file = open_shared(path, GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING);
            if (file != INVALID_HANDLE_VALUE)
                CloseHandle(file);
        }
        round_done = i + 1;
    }
    return 0;
}

// The text of a file; NULL, with the last error, where it can't be opened.
static const char *text_of(const wchar_t *path)
{
    static char text[256];
    DWORD got = 0;
    HANDLE file = open_shared(path, GENERIC_READ, OPEN_EXISTING);
    if (file == INVALID_HANDLE_VALUE)
        return NULL;
    ReadFile(file, text, sizeof text - 1, &got, NULL);
    text[got] = 0;
    CloseHandle(file);
    return text;
}

// What was asked last.
static const char *asked;

// Whether the call went as it does on a real file that another thread only opens. The error is the last one.
static int do_once(const wchar_t *path, const wchar_t *other, const char *way, const char *text)
{
    asked = way;
    if (!strcmp(way, "delete"))
        return DeleteFileW(path);
    if (!strcmp(way, "dispose"))
    {
        // As newer systems' DeleteFile does it.
        FILE_DISPOSITION_INFO gone = { TRUE };
        HANDLE file = open_shared(path, DELETE, OPEN_EXISTING);
        if (file == INVALID_HANDLE_VALUE)
            return 0;
        asked = "disposition";
        int done = SetFileInformationByHandle(file, FileDispositionInfo, &gone, sizeof gone);
        DWORD error = GetLastError();
        CloseHandle(file);
        SetLastError(error);
        return done;
    }
    if (!strcmp(way, "rename"))
        return MoveFileW(path, other);
    if (!strcmp(way, "read"))
    {
        const char *seen = text_of(path);
        if (!seen || strcmp(seen, text))
            return 0;
        WIN32_FIND_DATAW data;
        asked = "list";
        HANDLE find = FindFirstFileW(path, &data);
        if (find == INVALID_HANDLE_VALUE)
            return 0;
        FindClose(find);
        asked = "attributes";
        return GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES;
    }
    int replaces = !strcmp(way, "replace");
    HANDLE file = open_shared(path, replaces ? GENERIC_WRITE : FILE_APPEND_DATA | SYNCHRONIZE, replaces ? CREATE_ALWAYS : OPEN_ALWAYS);
    // Whoever opens a file that is there is told so.
    int was_there = GetLastError() == ERROR_ALREADY_EXISTS;
    DWORD written = 0;
    if (file == INVALID_HANDLE_VALUE)
        return 0;
    int done = WriteFile(file, "new", 3, &written, NULL) && written == 3;
    CloseHandle(file);
    return was_there && done;
}

static int is_left(const wchar_t *path, const wchar_t *other, const char *way, const char *text)
{
    char expected[256];
    int is_deleted = !strcmp(way, "delete") || !strcmp(way, "dispose"), goes = is_deleted || !strcmp(way, "rename");
    const char *seen = text_of(path);
    if (goes && (seen || GetLastError() != ERROR_FILE_NOT_FOUND))
        return 0;
    sprintf(expected, "%s%s", !strcmp(way, "replace") ? "" : text, !strcmp(way, "append") || !strcmp(way, "replace") ? "new" : "");
    if (!goes)
        return seen && !strcmp(seen, expected);
    if (is_deleted)
        return 1;
    seen = text_of(other);
    return seen && !strcmp(seen, text);
}

const char *opened_race(const wchar_t *folder, int rounds, const char *way, const char *text)
{
    static char answer[256];
    int refused = 0, wrong = 0;
    unsigned next = 1;
    answer[0] = 0;
    root = folder;
    round_of_churn = round_done = 0;
    DWORD_PTR processors, system;
    GetProcessAffinityMask(GetCurrentProcess(), &processors, &system);
    HANDLE thread = CreateThread(NULL, 0, churn, (void *)(intptr_t)rounds, 0, NULL);
    for (int i = 0; i < rounds; i++)
    {
        wchar_t path[1024], other[1024];
        LARGE_INTEGER now, until;
        // Threads that take turns on one processor stop each other at other places than threads that run side by side.
        if (i == rounds / 2)
            SetProcessAffinityMask(GetCurrentProcess(), processors & -processors);
        swprintf(path, 1024, L"%ls\\%d.txt", folder, i);
        swprintf(other, 1024, L"%ls\\%d.moved", folder, i);
        round_of_churn = i + 1;
        // Somewhere between the first open and the last close: up to three milliseconds. Ticks are of 100 ns.
        next = next * 1103515245 + 12345;
        QueryPerformanceCounter(&until);
        until.QuadPart += (next >> 8) % 30000;
        do
        {
            SwitchToThread();
            QueryPerformanceCounter(&now);
        } while (now.QuadPart < until.QuadPart);
        int done = do_once(path, other, way, text);
        DWORD error = GetLastError();
        while (round_done < i + 1)
            SwitchToThread();
        int left = is_left(path, other, way, text);
        if (!answer[0] && (!done || !left))
            sprintf(answer, "; the first in round %d: %s, error %lu, then %s", i, asked, error, left ? "right" : "wrong");
        refused += !done;
        wrong += !left;
    }
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    SetProcessAffinityMask(GetCurrentProcess(), processors);
    char first[128];
    strcpy(first, answer);
    sprintf(answer, "%d refused, %d wrong%s", refused, wrong, first);
    return answer;
}
