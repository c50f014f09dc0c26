// A game in which allocations of reloaded_vfs.dll fail during a call.
//
//   starved FOLDER           lists FOLDER, whole; then, where the VFS is in this process, again and again: in each kind of listing call
//                            each allocation of the VFS fails in turn, alone, and with all that come after it in that call
//   starved calls A B        makes other calls on the mod's file A; B is a name that nothing has; and says whether memory for names is left
//
// Prints the names; for each kind whether the VFS allocates, and the statuses of calls that failed; and each answer that wasn't the same
// afterwards.
// The VFS allocates through its imports of the C library and of kernel32, which are led to functions here.
#include "crash.h"
#include "native.h"

enum
{
    BUFFER = 65536,
    SMALL = 700,
    NAMES = 1 << 16,
    RESTART = 1
};
enum
{
    BOTH_INFORMATION = 3,
    NAMES_INFORMATION = 12
};

// ---- allocations of the VFS ----

static DWORD thread;         // whose allocations are counted; 0: none
static int seen, fails_from; // allocations of the call that is under way; the first that fails
static int fails_on;         // whether those behind it fail, too

static int fails(void)
{
    if (!thread || GetCurrentThreadId() != thread)
        return 0;
    int number = ++seen;
    return number == fails_from || (fails_on && number > fails_from);
}

// What the VFS has of the memory of its calls for names (PathBuffers): by its size, which nothing else has.
enum
{
    BUFFERS = 1024,
    ON_HEAP = 2 * 2 * 32768 * sizeof(wchar_t),
    OF_CALL = 2 * 640 * sizeof(wchar_t)
};
static void *buffers[BUFFERS];
static int buffers_made;

static void *keep(void *made, size_t size)
{
    int i = 0;
    if (!made || !thread || GetCurrentThreadId() != thread || (size != ON_HEAP && (size < OF_CALL || size > OF_CALL + 64)))
        return made;
    while (i < BUFFERS && buffers[i])
        i++;
    if (i == BUFFERS)
        ExitProcess(82);
    buffers[i] = made;
    buffers_made++;
    return made;
}

static int count_buffers(void)
{
    int count = 0;
    for (int i = 0; i < BUFFERS; i++)
        count += buffers[i] != NULL;
    return count;
}

static void (*real_free)(void *);

static void own_free(void *block)
{
    for (int i = 0; block && i < BUFFERS; i++)
        if (buffers[i] == block)
            buffers[i] = NULL;
    real_free(block);
}

static void *(*real_malloc)(size_t), *(*real_calloc)(size_t, size_t), *(*real_realloc)(void *, size_t), *(*real_aligned)(size_t, size_t);
static LPVOID(WINAPI *real_heap)(HANDLE, DWORD, SIZE_T), (WINAPI * real_virtual)(LPVOID, SIZE_T, DWORD, DWORD);

static void *own_malloc(size_t size) { return fails() ? NULL : keep(real_malloc(size), size); }
static void *own_calloc(size_t count, size_t size) { return fails() ? NULL : real_calloc(count, size); }
static void *own_realloc(void *old, size_t size) { return fails() ? NULL : real_realloc(old, size); }
static void *own_aligned(size_t size, size_t alignment) { return fails() ? NULL : real_aligned(size, alignment); }
static LPVOID WINAPI own_heap(HANDLE heap, DWORD flags, SIZE_T size) { return fails() ? NULL : real_heap(heap, flags, size); }
static LPVOID WINAPI own_virtual(LPVOID at, SIZE_T size, DWORD type, DWORD protection)
{
    return fails() ? NULL : real_virtual(at, size, type, protection);
}

static const struct
{
    const char *name;
    void *own, *real;
} allocators[] = {
    { "malloc", (void *)own_malloc, &real_malloc },
    { "free", (void *)own_free, &real_free },
    { "calloc", (void *)own_calloc, &real_calloc },
    { "realloc", (void *)own_realloc, &real_realloc },
    { "_aligned_malloc", (void *)own_aligned, &real_aligned },
    { "HeapAlloc", (void *)own_heap, &real_heap },
    { "VirtualAlloc", (void *)own_virtual, &real_virtual },
};

static int lead_imports(char *image)
{
    IMAGE_NT_HEADERS *headers = (IMAGE_NT_HEADERS *)(image + ((IMAGE_DOS_HEADER *)image)->e_lfanew);
    IMAGE_IMPORT_DESCRIPTOR *of =
        (IMAGE_IMPORT_DESCRIPTOR *)(image + headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT].VirtualAddress);
    int led = 0;
    for (; of->Name; of++)
    {
        IMAGE_THUNK_DATA *names = (IMAGE_THUNK_DATA *)(image + of->OriginalFirstThunk);
        void **imports = (void **)(image + of->FirstThunk);
        for (int i = 0; names[i].u1.AddressOfData; i++)
            for (size_t k = 0; k < sizeof allocators / sizeof *allocators; k++)
            {
                DWORD old;
                if (IMAGE_SNAP_BY_ORDINAL(names[i].u1.Ordinal)
                    || strcmp(((IMAGE_IMPORT_BY_NAME *)(image + names[i].u1.AddressOfData))->Name, allocators[k].name))
                    continue;
                memcpy(allocators[k].real, &imports[i], sizeof(void *));
                VirtualProtect(&imports[i], sizeof(void *), PAGE_READWRITE, &old);
                imports[i] = allocators[k].own;
                VirtualProtect(&imports[i], sizeof(void *), old, &old);
                led++;
            }
    }
    return led;
}

// ---- listings ----

static const wchar_t *folder;
static long long buffer[BUFFER / sizeof(long long)];
static wchar_t whole[NAMES], names[NAMES];
static NTSTATUS failed_with[8];
static int failed;

static HANDLE open_folder(void)
{
    return CreateFileW(folder, FILE_LIST_DIRECTORY | SYNCHRONIZE, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

// One call; the names that it gives are added to `names`.
static NTSTATUS list(HANDLE handle, int class, ULONG size, int restart)
{
    IO_STATUS_BLOCK io;
    NTSTATUS status = NtQueryDirectoryFile(handle, NULL, NULL, NULL, &io, buffer, size, class, FALSE, NULL, (BOOLEAN)restart);
    if (status)
        return status;
    for (unsigned char *record = (unsigned char *)buffer;; record += *(ULONG *)record)
    {
        int length_at = class == NAMES_INFORMATION ? 8 : 60, name_at = class == NAMES_INFORMATION ? 12 : 94;
        size_t length = *(ULONG *)(record + length_at) / sizeof(wchar_t), end = wcslen(names);
        if (end + length + 2 > NAMES)
            ExitProcess(80);
        memcpy(names + end, record + name_at, length * sizeof(wchar_t));
        wcscpy(names + end + length, L"\n");
        if (!*(ULONG *)record)
            return 0;
    }
}

static NTSTATUS list_rest(HANDLE handle, int class, ULONG size)
{
    NTSTATUS status;
    do
        status = list(handle, class, size, 0);
    while (!status);
    return status;
}

static void note(NTSTATUS status)
{
    int i = 0;
    failed++;
    while (i < 7 && failed_with[i] && failed_with[i] != status)
        i++;
    failed_with[i] = status;
}

// FIRST: the handle's first call; RESTARTED: a restart of a listing that has begun; GOING_ON: the second call of a listing; CLASS: a call
// in the middle that asks for another class; MIDDLE: a first call with room for some of the names only.
enum kind
{
    FIRST,
    RESTARTED,
    GOING_ON,
    CLASS,
    MIDDLE,
    KINDS
};
static const char *const kind_names[KINDS] = { "first", "restarted", "going on", "another class", "in parts" };

// Whether an allocation has failed in the call.
static int starve(enum kind kind, int from, int all)
{
    HANDLE handle = open_folder();
    NTSTATUS status = 0;
    int class = BOTH_INFORMATION, has_begun = kind == RESTARTED || kind == GOING_ON || kind == CLASS, restart = kind == RESTARTED;
    ULONG size = kind == FIRST || kind == RESTARTED ? BUFFER : SMALL;
    if (handle == INVALID_HANDLE_VALUE)
        ExitProcess(81);
    *names = 0;
    if (has_begun)
        status = list(handle, class, SMALL, 0);
    if (kind == RESTARTED)
        *names = 0;
    if (kind == CLASS)
        class = NAMES_INFORMATION;
    seen = 0;
    fails_from = from;
    fails_on = all;
    thread = GetCurrentThreadId();
    NTSTATUS called = list(handle, class, size, restart);
    thread = 0;
    int any = seen >= from;
    if (called)
    {
        note(called);
        // There is memory again: the same call, and what comes behind it.
        called = list(handle, class, size, restart);
    }
    if (!status && !called)
        status = list_rest(handle, class, size);
    if (wcscmp(names, whole) || called)
        printf("%s, allocation %d%s: status %08lX, then %08lX, %u of %u characters\n", kind_names[kind], from, all ? " and on" : "",
            (unsigned long)called, (unsigned long)status, (unsigned)wcslen(names), (unsigned)wcslen(whole));
    CloseHandle(handle);
    return any;
}

// ---- other calls ----

static wchar_t file_name[1024], other_name[1024];

static HANDLE open_file(void) { return CreateFileW(file_name, GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL); }

static NTSTATUS open_it(void)
{
    HANDLE handle = open_file();
    if (handle == INVALID_HANDLE_VALUE)
        return (NTSTATUS)GetLastError();
    char text[16] = "";
    DWORD got;
    ReadFile(handle, text, sizeof text - 1, &got, NULL);
    CloseHandle(handle);
    return strcmp(text, "mod") ? 1000 : 0;
}

// The name that a handle tells; the mod's real one counts as well.
static NTSTATUS name_of(BOOL by_object)
{
    HANDLE handle = open_file();
    IO_STATUS_BLOCK io;
    seen = 0;
    thread = GetCurrentThreadId();
    NTSTATUS status =
        by_object ? NtQueryObject(handle, 1, buffer, sizeof buffer, NULL) : NtQueryInformationFile(handle, &io, buffer, sizeof buffer, 9);
    thread = 0;
    UNICODE_STRING object;
    ULONG bytes;
    memcpy(&object, buffer, sizeof object);
    memcpy(&bytes, buffer, sizeof bytes);
    const wchar_t *text = by_object ? object.Buffer : (const wchar_t *)((const char *)buffer + sizeof bytes);
    size_t length = (by_object ? object.Length : bytes) / sizeof(wchar_t);
    const wchar_t *last = wcsrchr(file_name, L'\\');
    CloseHandle(handle);
    return status ? status : length < wcslen(last) || _wcsnicmp(text + length - wcslen(last), last, wcslen(last)) ? 1001 : 0;
}

static NTSTATUS move_it(const wchar_t *from, const wchar_t *to) { return MoveFileW(from, to) ? 0 : (NTSTATUS)GetLastError(); }
static NTSTATUS ask_it(void) { return GetFileAttributesW(file_name) == INVALID_FILE_ATTRIBUTES ? (NTSTATUS)GetLastError() : 0; }

enum call
{
    OPEN,
    ATTRIBUTES,
    FILE_NAME,
    OBJECT_NAME,
    MOVE,
    REMOVE,
    CALLS
};
static const char *const call_names[CALLS] = { "open", "attributes", "file name", "object name", "move", "remove" };

// The file is there again, as it was, where it has gone.
static NTSTATUS remove_it(void) { return DeleteFileW(file_name) ? 0 : (NTSTATUS)GetLastError(); }
static void make_again(void)
{
    DWORD written;
    HANDLE handle = CreateFileW(file_name, GENERIC_WRITE, 7, NULL, CREATE_NEW, 0, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return;
    WriteFile(handle, "mod", 3, &written, NULL);
    CloseHandle(handle);
}

static NTSTATUS make_call(enum call call)
{
    return call == OPEN      ? open_it()
        : call == ATTRIBUTES ? ask_it()
        : call == MOVE       ? move_it(file_name, other_name)
        : call == REMOVE     ? remove_it()
                             : name_of(call == OBJECT_NAME);
}

static int starve_call(enum call call, int from, int all)
{
    seen = 0;
    fails_from = from;
    fails_on = all;
    if (call != FILE_NAME && call != OBJECT_NAME)
        thread = GetCurrentThreadId();
    NTSTATUS status = make_call(call);
    thread = 0;
    int any = seen >= from;
    if (status)
        note(status);
    if (call == MOVE && !status)
        status = move_it(other_name, file_name);
    // There is memory again.
    fails_from = 1 << 30;
    if (call == REMOVE)
        make_again();
    NTSTATUS again = make_call(call);
    if (call == MOVE && !again)
        again = move_it(other_name, file_name);
    if (call == REMOVE)
        make_again();
    if (status == 1000 || status == 1001 || again || open_it())
        printf("%s, allocation %d%s: %08lX, then %08lX\n", call_names[call], from, all ? " and on" : "", (unsigned long)status,
            (unsigned long)again);
    return any;
}

static int starve_calls(const wchar_t *name, const wchar_t *other)
{
    enum
    {
        MOST = 400
    };
    GetFullPathNameW(name, 1024, file_name, NULL);
    GetFullPathNameW(other, 1024, other_name, NULL);
    for (int call = 0; call < CALLS; call++)
    {
        int tried = 0;
        failed = 0;
        memset(failed_with, 0, sizeof failed_with);
        NTSTATUS first = make_call((enum call)call);
        if (first || (call == MOVE && move_it(other_name, file_name)))
        {
            printf("%s: %08lX\n", call_names[call], (unsigned long)first);
            continue;
        }
        if (call == REMOVE)
            make_again();
        for (int all = 0; all < 2; all++)
            for (int from = 1; starve_call((enum call)call, from, all); from++)
                if (++tried > MOST)
                    return 4;
        printf("%s: %s, %s", call_names[call], tried ? "allocates" : "allocates nothing", failed ? "failed" : "none failed");
        for (int i = 0; failed_with[i]; i++)
            printf(" %08lX", (unsigned long)failed_with[i]);
        printf("\n");
        fprintf(stderr, "%s: %d allocations, %d calls failed\n", call_names[call], tried, failed);
        fflush(stdout);
    }
    printf("buffers: %s, %d left\n", buffers_made ? "made" : "none made", count_buffers());
    return 0;
}

int wmain(int argc, wchar_t **argv)
{
    enum
    {
        MOST = 400
    };
    end_at_once_when_crashing();
    if (argc == 4)
    {
        HMODULE image = GetModuleHandleW(L"reloaded_vfs.dll");
        return !image ? 5 : !lead_imports((char *)image) ? 3 : starve_calls(argv[2], argv[3]);
    }
    if (argc != 2)
        return 2;
    folder = argv[1];
    HANDLE handle = open_folder();
    *names = 0;
    list(handle, BOTH_INFORMATION, BUFFER, 0);
    list_rest(handle, BOTH_INFORMATION, BUFFER);
    CloseHandle(handle);
    wcscpy(whole, names);
    put_text(whole, wcslen(whole));
    printf("\n");
    HMODULE vfs = GetModuleHandleW(L"reloaded_vfs.dll");
    if (!vfs)
        return 0;
    if (!lead_imports((char *)vfs))
        return 3;
    for (int kind = 0; kind < KINDS; kind++)
    {
        int tried = 0;
        failed = 0;
        memset(failed_with, 0, sizeof failed_with);
        for (int all = 0; all < 2; all++)
            for (int from = 1; starve((enum kind)kind, from, all); from++)
                if (++tried > MOST)
                    return 4;
        printf("%s: %s, %s", kind_names[kind], tried ? "allocates" : "allocates nothing", failed ? "failed" : "none failed");
        for (int i = 0; failed_with[i]; i++)
            printf(" %08lX", (unsigned long)failed_with[i]);
        printf("\n");
        fprintf(stderr, "%s: %d allocations, %d calls failed\n", kind_names[kind], tried, failed);
        fflush(stdout);
    }
    return 0;
}
