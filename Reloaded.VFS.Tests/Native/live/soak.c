// The threads of a soak: everything that a game does for an hour, at the same time.
#include "soak.h"
#include "handle_count.h"
#include <psapi.h>
#include <tlhelp32.h>

enum
{
    READERS = 3,
    SHORT_LIVED = 4,
    OPENS_OF_ONE = 20
};

typedef struct
{
    char kind;
    wchar_t *path;
    char *content, *other;
    int names;
} ITEM;

static ITEM *files, *folders, *saves;
static int file_count, folder_count, save_count;
static volatile LONG64 opens, listings, saved, born;
static volatile LONG wrong;
static volatile int ending;
static char first_wrong[600];

static wchar_t *wide_of(const char *text)
{
    wchar_t *result = calloc(strlen(text) + 1, sizeof *result);
    MultiByteToWideChar(CP_UTF8, 0, text, -1, result, (int)strlen(text) + 1);
    return result;
}

static ITEM *more(ITEM **items, int *count)
{
    if ((*count & (*count - 1)) == 0)
        *items = realloc(*items, sizeof **items * (size_t)(*count ? *count * 2 : 1));
    memset(*items + *count, 0, sizeof **items);
    return *items + (*count)++;
}

static void read_list(const wchar_t *list)
{
    FILE *input = _wfopen(list, L"rb");
    static char line[1 << 14];
    while (input && fgets(line, sizeof line, input))
    {
        line[strcspn(line, "\r\n")] = 0;
        char *words[4] = { strtok(line, "\t"), strtok(NULL, "\t"), strtok(NULL, "\t"), strtok(NULL, "\t") };
        if (!words[1])
            continue;
        ITEM *item = *words[0] == 'F' ? more(&files, &file_count)
            : *words[0] == 'D'        ? more(&folders, &folder_count)
                                      : more(&saves, &save_count);
        item->kind = *words[0];
        item->path = wide_of(words[1]);
        item->content = words[2] ? _strdup(words[2]) : NULL;
        item->other = words[3] ? _strdup(words[3]) : NULL;
        item->names = words[2] ? atoi(words[2]) : 0;
    }
    if (input)
        fclose(input);
}

static unsigned next(unsigned *state) { return (*state = *state * 1664525u + 1013904223u) >> 8; }

static void tell(const char *what, const wchar_t *path, DWORD error, const char *found)
{
    if (InterlockedIncrement(&wrong) == 1)
        snprintf(first_wrong, sizeof first_wrong, "%s %ls: error %lu, %.80s", what, path, error, found ? found : "-");
}

static void check_file(const ITEM *item)
{
    HANDLE file =
        CreateFileW(item->path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
    InterlockedIncrement64(&opens);
    if (file == INVALID_HANDLE_VALUE)
    {
        tell("open", item->path, GetLastError(), NULL);
        return;
    }
    char text[512];
    DWORD got = 0;
    ReadFile(file, text, sizeof text - 1, &got, NULL);
    text[got] = 0;
    CloseHandle(file);
    if ((!item->content || strcmp(text, item->content)) && (!item->other || strcmp(text, item->other)))
        tell("content", item->path, 0, text);
}

static DWORD WINAPI reader(void *seed)
{
    unsigned state = (unsigned)(uintptr_t)seed;
    while (!ending)
        check_file(files + next(&state) % (unsigned)file_count);
    return 0;
}

static DWORD WINAPI short_life(void *seed)
{
    unsigned state = (unsigned)(uintptr_t)seed;
    for (int i = 0; i < OPENS_OF_ONE; i++)
        check_file(files + next(&state) % (unsigned)file_count);
    return 0;
}

static DWORD WINAPI parent(void *seed)
{
    unsigned state = (unsigned)(uintptr_t)seed;
    while (!ending)
    {
        HANDLE children[SHORT_LIVED];
        int count = 0;
        while (count < SHORT_LIVED && (children[count] = CreateThread(NULL, 0, short_life, (void *)(uintptr_t)next(&state), 0, NULL)))
            count++;
        WaitForMultipleObjects((DWORD)count, children, TRUE, INFINITE);
        for (int i = 0; i < count; i++)
            CloseHandle(children[i]);
        InterlockedExchangeAdd64(&born, count);
        Sleep(100);
    }
    return 0;
}

static DWORD WINAPI lister(void *seed)
{
    unsigned state = (unsigned)(uintptr_t)seed;
    while (!ending && folder_count)
    {
        const ITEM *folder = folders + next(&state) % (unsigned)folder_count;
        wchar_t pattern[1024];
        swprintf(pattern, 1024, L"%ls\\*", folder->path);
        WIN32_FIND_DATAW data;
        HANDLE find = FindFirstFileW(pattern, &data);
        int names = 0;
        if (find == INVALID_HANDLE_VALUE)
        {
            tell("list", folder->path, GetLastError(), NULL);
            continue;
        }
        do
            names += wcscmp(data.cFileName, L".") && wcscmp(data.cFileName, L"..");
        while (FindNextFileW(find, &data));
        FindClose(find);
        InterlockedIncrement64(&listings);
        if (names < folder->names)
        {
            char text[40];
            sprintf(text, "%d names of %d", names, folder->names);
            tell("list", folder->path, 0, text);
        }
    }
    return 0;
}

static int write_whole(const wchar_t *path, const char *text)
{
    HANDLE file = CreateFileW(path, GENERIC_WRITE, FILE_SHARE_READ, NULL, CREATE_ALWAYS, 0, NULL);
    DWORD written = 0;
    if (file == INVALID_HANDLE_VALUE)
        return 0;
    BOOL done = WriteFile(file, text, (DWORD)strlen(text), &written, NULL);
    CloseHandle(file);
    return done && written == strlen(text);
}

// Each name is saved to by this thread only, so that what it wrote last is what it must read.
static DWORD WINAPI saver(void *seed)
{
    unsigned state = (unsigned)(uintptr_t)seed;
    for (unsigned turn = 0; !ending && save_count; turn++)
    {
        ITEM *item = saves + next(&state) % (unsigned)save_count;
        wchar_t temporary[1024];
        swprintf(temporary, 1024, L"%ls.saving", item->path);
        char text[40];
        sprintf(text, "saved %u", turn);
        int way = (int)(next(&state) % 3), done;
        if (way == 0)
            done = write_whole(item->path, text);
        else if (way == 1)
            done = write_whole(temporary, text) && MoveFileExW(temporary, item->path, MOVEFILE_REPLACE_EXISTING);
        else
            done = DeleteFileW(item->path) && write_whole(item->path, text);
        if (!done)
        {
            tell(way == 0 ? "overwrite" : way == 1 ? "replace" : "delete and make", item->path, GetLastError(), NULL);
            continue;
        }
        free(item->content);
        item->content = _strdup(text);
        check_file(item);
        InterlockedIncrement64(&saved);
        Sleep(5);
    }
    return 0;
}

const char *soak_run(const wchar_t *list, int seconds, unsigned seed)
{
    if (!file_count)
        read_list(list);
    static char answer[1200];
    if (!file_count)
        return "nothing in the list";
    ending = 0;
    LPTHREAD_START_ROUTINE work[READERS + 3] = { parent, lister, saver };
    for (int i = 0; i < READERS; i++)
        work[3 + i] = reader;
    HANDLE threads[READERS + 3];
    for (int i = 0; i < READERS + 3; i++)
        threads[i] = CreateThread(NULL, 0, work[i], (void *)(uintptr_t)(seed * 97 + (unsigned)i), 0, NULL);
    Sleep((DWORD)seconds * 1000);
    ending = 1;
    WaitForMultipleObjects(READERS + 3, threads, TRUE, INFINITE);
    for (int i = 0; i < READERS + 3; i++)
        CloseHandle(threads[i]);
    snprintf(answer, sizeof answer, "%lld opens, %lld listings, %lld saves, %lld threads, %ld wrong: %s", (long long)opens,
        (long long)listings, (long long)saved, (long long)born, wrong, first_wrong[0] ? first_wrong : "-");
    return answer;
}

static int count_own_threads(void)
{
    HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
    THREADENTRY32 entry = { .dwSize = sizeof entry };
    int threads = 0;
    for (BOOL found = Thread32First(snapshot, &entry); found; found = Thread32Next(snapshot, &entry))
        threads += entry.th32OwnerProcessID == GetCurrentProcessId();
    CloseHandle(snapshot);
    return threads;
}

const char *soak_measure(void)
{
    static char answer[100];
    PROCESS_MEMORY_COUNTERS memory = { .cb = sizeof memory };
    K32GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory);
    sprintf(answer, "%llu %lu %d", (unsigned long long)memory.WorkingSetSize, count_own_handles(), count_own_threads());
    return answer;
}

// "Event|File \Device\Harddisk...|...": each handle's type, and the name of what it leads to. A pipe may wait for ever when it is asked.
const char *soak_handles(void)
{
    enum
    {
        MOST = 1 << 18
    };
    static char answer[MOST], buffer[1 << 16];
    size_t length = 0;
    const UNICODE_STRING *text = (const UNICODE_STRING *)buffer;
    for (uintptr_t handle = 4; handle < 0x4000; handle += 4)
    {
        char part[1024];
        if (NtQueryObject((HANDLE)handle, 2, buffer, sizeof buffer, NULL) != 0)
            continue;
        int count = snprintf(part, sizeof part, "%.*ls", text->Length / 2, text->Buffer);
        BOOL is_named = strcmp(part, "File") != 0 || GetFileType((HANDLE)handle) == FILE_TYPE_DISK;
        if (is_named && NtQueryObject((HANDLE)handle, 1, buffer, sizeof buffer, NULL) == 0 && text->Length)
            snprintf(part + count, sizeof part - (size_t)count, " %.*ls", text->Length / 2, text->Buffer);
        if (!strcmp(part, "Thread"))
            snprintf(part + count, sizeof part - (size_t)count, " %lu%s", GetThreadId((HANDLE)handle),
                WaitForSingleObject((HANDLE)handle, 0) == WAIT_OBJECT_0 ? " that has ended" : "");
        if (length + strlen(part) + 2 < MOST)
            length += (size_t)sprintf(answer + length, "%s|", part);
    }
    return answer;
}
