#include "watch.h"

enum
{
    WATCHES = 64
};

static struct watch
{
    HANDLE folder, event, port, thread;
    const char *mode;
    int tree;
    DWORD filter, bytes;
    OVERLAPPED overlapped;
    unsigned char *buffer;
    volatile int is_ended;
    int calls;
    DWORD end_error;
    char *text;
    size_t length, room;
    DWORD last;
    CRITICAL_SECTION lock;
} watches[WATCHES];

static void add(struct watch *w, const char *text, size_t length)
{
    EnterCriticalSection(&w->lock);
    if (w->length + length + 1 > w->room)
        w->text = realloc(w->text, w->room = (w->length + length + 1) * 2);
    memcpy(w->text + w->length, text, length);
    w->text[w->length += length] = 0;
    w->last = GetTickCount();
    LeaveCriticalSection(&w->lock);
}

static void take(struct watch *w, DWORD error, DWORD bytes)
{
    char line[2048];
    if (error)
    {
        w->end_error = error;
        add(w, line, (size_t)sprintf(line, "error %lu|", error));
        // Another thread may be waiting for it, and looks at the text then.
        w->is_ended = 1;
        return;
    }
    if (!bytes)
    {
        add(w, "lost|", 5);
        return;
    }
    for (unsigned char *at = w->buffer;;)
    {
        FILE_NOTIFY_INFORMATION *record = (FILE_NOTIFY_INFORMATION *)at;
        int length = sprintf(line, "%lu ", record->Action);
        length += WideCharToMultiByte(CP_UTF8, 0, record->FileName, (int)(record->FileNameLength / 2), line + length, 1500, NULL, NULL);
        line[length++] = '|';
        add(w, line, (size_t)length);
        if ((size_t)(at - w->buffer) + 12 + record->FileNameLength > bytes)
            add(w, "beyond the end|", 15);
        if (!record->NextEntryOffset)
            break;
        if (record->NextEntryOffset % 4)
            add(w, "not aligned|", 12);
        at += record->NextEntryOffset;
    }
}

static DWORD ask(struct watch *w);

static void CALLBACK completed(DWORD error, DWORD bytes, OVERLAPPED *overlapped)
{
    struct watch *w = CONTAINING_RECORD(overlapped, struct watch, overlapped);
    // RtlNtStatusToDosError has made the status an error; that of lost changes is one without a record.
    take(w, error == ERROR_NOTIFY_ENUM_DIR ? 0 : error, bytes);
    if (!w->is_ended && (error = ask(w)) != 0)
        take(w, error, 0);
}

// The buffer is filled beforehand: what isn't a record must be as it was.
static DWORD ask(struct watch *w)
{
    HANDLE event = w->overlapped.hEvent;
    memset(&w->overlapped, 0, sizeof w->overlapped);
    w->overlapped.hEvent = event;
    w->calls++;
    if (ReadDirectoryChangesW(w->folder, w->bytes ? w->buffer : NULL, w->bytes, w->tree, w->filter, NULL, &w->overlapped,
            !strcmp(w->mode, "apc") ? completed : NULL))
        return 0;
    return GetLastError();
}

static DWORD WINAPI block(void *argument)
{
    struct watch *w = argument;
    DWORD bytes = 0;
    while (!w->is_ended)
    {
        if (ReadDirectoryChangesW(w->folder, w->buffer, w->bytes, w->tree, w->filter, &bytes, NULL, NULL))
            take(w, 0, bytes);
        else
            take(w, GetLastError() == ERROR_NOTIFY_ENUM_DIR ? 0 : GetLastError(), 0);
    }
    return 0;
}

static DWORD WINAPI ask_and_leave(void *argument) { return ask(argument); }

// By a thread that is gone by then, which ends its calls.
static DWORD ask_by_leaver(struct watch *w)
{
    DWORD error = ERROR_NOT_ENOUGH_MEMORY;
    HANDLE thread = CreateThread(NULL, 0, ask_and_leave, w, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &error);
    CloseHandle(thread);
    return error;
}

static volatile int has_asked;

static DWORD WINAPI ask_and_end(void *argument)
{
    DWORD error = ask(argument);
    has_asked = 1;
    return error;
}

int watch_close_beside_end(const wchar_t *path, int rounds)
{
    int ended = 0;
    for (int i = 0; i < rounds; i++)
    {
        struct watch w = { .mode = "event", .filter = FILE_NOTIFY_CHANGE_FILE_NAME, .bytes = 1024, .buffer = calloc(1, 1024) };
        LARGE_INTEGER now, until;
        w.folder = CreateFileW(path, FILE_LIST_DIRECTORY, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
            FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED, NULL);
        w.overlapped.hEvent = w.event = CreateEventW(NULL, TRUE, FALSE, NULL);
        has_asked = 0;
        HANDLE thread = CreateThread(NULL, 0, ask_and_end, &w, 0, NULL);
        while (!has_asked)
            SwitchToThread();
        // Up to a millisecond later: somewhere there is the thread's last moment. Ticks are of 100 ns.
        QueryPerformanceCounter(&until);
        until.QuadPart += i % 20 * 500;
        do
            QueryPerformanceCounter(&now);
        while (now.QuadPart < until.QuadPart);
        CloseHandle(w.folder);
        WaitForSingleObject(thread, INFINITE);
        // What the call would write to is gone after this round.
        if (WaitForSingleObject(w.event, 5000) || !HasOverlappedIoCompleted(&w.overlapped))
            break;
        ended++;
        CloseHandle(thread);
        CloseHandle(w.event);
        free(w.buffer);
    }
    return ended;
}

DWORD watch_begin(int number, const wchar_t *path, const char *mode, int tree, DWORD filter, DWORD bytes)
{
    struct watch *w = watches + number;
    memset(w, 0, sizeof *w);
    InitializeCriticalSection(&w->lock);
    w->mode = _strdup(mode);
    w->tree = tree;
    w->filter = filter;
    w->bytes = bytes;
    w->buffer = calloc(1, bytes + 4096);
    add(w, "", 0);
    if (!strcmp(mode, "first"))
    {
        w->folder = FindFirstChangeNotificationW(path, tree, filter);
        return w->folder == INVALID_HANDLE_VALUE ? GetLastError() : 0;
    }
    DWORD flags = FILE_FLAG_BACKUP_SEMANTICS | (strcmp(mode, "sync") ? FILE_FLAG_OVERLAPPED : 0);
    w->folder =
        CreateFileW(path, FILE_LIST_DIRECTORY, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, flags, NULL);
    if (w->folder == INVALID_HANDLE_VALUE)
        return GetLastError();
    if (!strcmp(mode, "sync"))
    {
        w->thread = CreateThread(NULL, 0, block, w, 0, NULL);
        // Until it waits.
        Sleep(200);
        return 0;
    }
    if (!strcmp(mode, "event") || !strcmp(mode, "leaver"))
        w->overlapped.hEvent = w->event = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!strcmp(mode, "port"))
        w->port = CreateIoCompletionPort(w->folder, NULL, 77, 1);
    return strcmp(mode, "leaver") ? ask(w) : ask_by_leaver(w);
}

static void pump(struct watch *w)
{
    DWORD bytes = 0, error;
    BOOL done;
    if (!w->mode || w->is_ended)
        return;
    if (!strcmp(w->mode, "first"))
    {
        if (WaitForSingleObject(w->folder, 0))
            return;
        add(w, "signal|", 7);
        if (!FindNextChangeNotification(w->folder))
            take(w, GetLastError(), 0);
        return;
    }
    if (!strcmp(w->mode, "port"))
    {
        ULONG_PTR key = 0;
        OVERLAPPED *overlapped = NULL;
        done = GetQueuedCompletionStatus(w->port, &bytes, &key, &overlapped, 0);
        if (!overlapped)
            return;
        if (key != 77 || overlapped != &w->overlapped)
            add(w, "another packet|", 15);
    }
    else if (!strcmp(w->mode, "event") || !strcmp(w->mode, "handle"))
    {
        if (WaitForSingleObject(w->event ? w->event : w->folder, 0))
            return;
        if (!HasOverlappedIoCompleted(&w->overlapped))
        {
            if (w->event)
                add(w, "signalled too early|", 20);
            return;
        }
        done = GetOverlappedResult(w->folder, &w->overlapped, &bytes, FALSE);
    }
    else
        return;
    error = done ? 0 : GetLastError();
    take(w, error == ERROR_NOTIFY_ENUM_DIR ? 0 : error, bytes);
    if (!w->is_ended && (error = ask(w)) != 0)
        take(w, error, 0);
}

void watch_pump(void)
{
    for (int i = 0; i < WATCHES; i++)
        pump(watches + i);
}

static char *taken(struct watch *w)
{
    static char *last;
    EnterCriticalSection(&w->lock);
    free(last);
    last = _strdup(w->text);
    w->text[w->length = 0] = 0;
    LeaveCriticalSection(&w->lock);
    return last;
}

const char *watch_changes(int number, DWORD quiet)
{
    struct watch *w = watches + number;
    DWORD began = GetTickCount(), last = began, looks = 0;
    w->last = began;
    // On a busy machine a look takes longer, and so does what is waited for: it counts how often nothing was there, too.
    while ((GetTickCount() - w->last < quiet || looks < quiet / 4) && GetTickCount() - began < 20000)
    {
        watch_pump();
        SleepEx(1, TRUE);
        looks = w->last == last ? looks + 1 : 0;
        last = w->last;
    }
    return taken(w);
}

const char *watch_end(int number, const char *way)
{
    static char answer[256];
    struct watch *w = watches + number;
    taken(w);
    BOOL done = TRUE;
    if (!strcmp(way, "twice"))
    {
        // Only the last of a file's handles ends its calls.
        HANDLE other = NULL;
        DuplicateHandle(GetCurrentProcess(), w->folder, GetCurrentProcess(), &other, 0, FALSE, DUPLICATE_SAME_ACCESS);
        CloseHandle(w->folder);
        Sleep(300);
        done = !HasOverlappedIoCompleted(&w->overlapped) && CloseHandle(other);
    }
    else if (!strcmp(way, "none"))
        done = TRUE;
    else if (!strcmp(way, "ex"))
        done = CancelIoEx(w->folder, &w->overlapped);
    else if (!strcmp(way, "synchronous"))
        done = CancelSynchronousIo(w->thread);
    else if (!strcmp(way, "all"))
        done = CancelIo(w->folder);
    else if (!strcmp(w->mode, "first"))
        done = FindCloseChangeNotification(w->folder);
    else
        done = CloseHandle(w->folder);
    sprintf(answer, "%s", done ? "done" : "failed");
    DWORD began = GetTickCount();
    if (!strcmp(w->mode, "event") || !strcmp(w->mode, "handle") || !strcmp(w->mode, "leaver"))
    {
        // The folder's handle may be gone: what the call left says it all.
        while (!HasOverlappedIoCompleted(&w->overlapped) && GetTickCount() - began < 5000)
            SleepEx(1, TRUE);
        sprintf(answer + strlen(answer), " status %08lx bytes %lu", (unsigned long)w->overlapped.Internal,
            (unsigned long)w->overlapped.InternalHigh);
        if (w->event)
            strcat(answer, WaitForSingleObject(w->event, 1000) ? " not signalled" : " signalled");
        w->is_ended = 1;
    }
    else
    {
        while (!w->is_ended && GetTickCount() - began < 5000 && strcmp(w->mode, "first"))
        {
            watch_pump();
            SleepEx(1, TRUE);
        }
        sprintf(answer + strlen(answer), " %s", taken(w));
        w->is_ended = 1;
        if (w->thread)
        {
            // The next watch of this number has the same memory.
            if (WaitForSingleObject(w->thread, 5000))
                strcat(answer, " its thread doesn't end");
            CloseHandle(w->thread);
        }
    }
    w->mode = NULL;
    return answer;
}

typedef struct
{
    HANDLE folder;
    OVERLAPPED overlapped;
    unsigned char buffer[2048];
} ONE_WATCH;

static int begin_one(ONE_WATCH *one, const wchar_t *path, int tree)
{
    memset(one, 0, sizeof *one);
    one->folder = CreateFileW(path, FILE_LIST_DIRECTORY, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
        FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED, NULL);
    one->overlapped.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
    return ReadDirectoryChangesW(one->folder, one->buffer, sizeof one->buffer, tree,
        FILE_NOTIFY_CHANGE_FILE_NAME | FILE_NOTIFY_CHANGE_DIR_NAME, NULL, &one->overlapped, NULL);
}

static void end_one(ONE_WATCH *one)
{
    DWORD bytes;
    // The buffer is the system's until then.
    if (!HasOverlappedIoCompleted(&one->overlapped) && CancelIoEx(one->folder, &one->overlapped))
        GetOverlappedResult(one->folder, &one->overlapped, &bytes, TRUE);
    CloseHandle(one->folder);
    CloseHandle(one->overlapped.hEvent);
}

const char *watch_at_once(const wchar_t *path, int rounds)
{
    static char answer[256];
    enum
    {
        KINDS = 6
    };
    int told[KINDS] = { 0 }, signalled = 0, failed = 0;
    wchar_t folder[MAX_PATH], file[MAX_PATH], other[MAX_PATH];
    swprintf(folder, MAX_PATH, L"%ls\\made at once", path);
    swprintf(file, MAX_PATH, L"%ls\\file at once", path);
    swprintf(other, MAX_PATH, L"%ls\\other at once", path);
    for (int i = 0; i < rounds; i++)
        for (int kind = 0; kind < KINDS; kind++)
        {
            ONE_WATCH one;
            if (!begin_one(&one, path, kind & 1))
                failed++;
            signalled += WaitForSingleObject(one.folder, 0) != WAIT_TIMEOUT;
            BOOL done = kind == 0 ? CreateDirectoryW(folder, NULL)
                : kind == 1       ? CloseHandle(CreateFileW(file, GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL))
                : kind == 2       ? MoveFileExW(file, other, 0)
                : kind == 3       ? DeleteFileW(other)
                : kind == 4       ? RemoveDirectoryW(folder)
                            : CloseHandle(CreateFileW(file, GENERIC_WRITE | DELETE, 0, NULL, CREATE_NEW, FILE_FLAG_DELETE_ON_CLOSE, NULL));
            told[kind] += WaitForSingleObject(one.overlapped.hEvent, 0) == WAIT_OBJECT_0;
            signalled += WaitForSingleObject(one.folder, 0) != WAIT_TIMEOUT;
            failed += !done;
            end_one(&one);
        }
    sprintf(answer, "mkdir %d create %d rename %d delete %d rmdir %d temporary %d signalled %d failed %d", told[0], told[1], told[2],
        told[3], told[4], told[5], signalled, failed);
    return answer;
}

const char *watch_after_delete(const wchar_t *folder, const wchar_t *deleted, int tree, DWORD milliseconds)
{
    static char answer[256];
    ONE_WATCH one;
    BOOL done = GetFileAttributesW(deleted) & FILE_ATTRIBUTE_DIRECTORY ? RemoveDirectoryW(deleted) : DeleteFileW(deleted);
    if (!done || !begin_one(&one, folder, tree))
        return "failed";
    DWORD waited = WaitForSingleObject(one.overlapped.hEvent, milliseconds);
    FILE_NOTIFY_INFORMATION *record = (FILE_NOTIFY_INFORMATION *)one.buffer;
    if (waited == WAIT_OBJECT_0)
        sprintf(answer, "%lu %.*ls", record->Action, (int)(record->FileNameLength / 2), record->FileName);
    else
        strcpy(answer, "nothing");
    end_one(&one);
    return answer;
}
