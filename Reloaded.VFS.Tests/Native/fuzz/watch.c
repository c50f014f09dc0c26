// Calls that wait for changes, and their cancellation. Nothing changes while they are pending, so each is cancelled, or ends with its
// handle.
#include "fuzz.h"
#include "late.h"

enum
{
    MOST_CALLS = 3,
    NOT_WRITTEN = 0x11111111
};

typedef NTSTATUS(NTAPI *WATCH_EX)(HANDLE, HANDLE, PIO_APC_ROUTINE, void *, IO_STATUS_BLOCK *, void *, ULONG, ULONG, BOOLEAN, ULONG);
NTSTATUS NTAPI NtNotifyChangeDirectoryFile(HANDLE, HANDLE, PIO_APC_ROUTINE, void *, IO_STATUS_BLOCK *, void *, ULONG, ULONG, BOOLEAN);
NTSTATUS NTAPI NtCancelIoFile(HANDLE, IO_STATUS_BLOCK *);
NTSTATUS NTAPI NtCancelIoFileEx(HANDLE, IO_STATUS_BLOCK *, IO_STATUS_BLOCK *);

static WATCH_EX watch_ex;
static HANDLE unset, events[MOST_CALLS];
static IO_STATUS_BLOCK blocks[MOST_CALLS];
static int pending[MOST_CALLS], by_event[MOST_CALLS], apcs[MOST_CALLS];
static unsigned char __attribute__((aligned(8))) buffers[MOST_CALLS][8192];

void make_watches(void)
{
    LONG *takes_extended = (LONG *)(void *)GetProcAddress(load_newer_ntdll(), "takes_extended");
    if (takes_extended)
        *takes_extended = 1;
    watch_ex = (WATCH_EX)(void *)newer_function("NtNotifyChangeDirectoryFileEx");
    unset = CreateEventW(NULL, TRUE, FALSE, NULL);
    for (int i = 0; i < MOST_CALLS; i++)
        events[i] = CreateEventW(NULL, TRUE, FALSE, NULL);
}

static void NTAPI on_apc(void *context, IO_STATUS_BLOCK *block, ULONG reserved)
{
    ULONG_PTR number = (ULONG_PTR)context - 0x70;
    if (number >= MOST_CALLS || block != &blocks[number] || reserved)
        printf("  another's APC\n");
    else
        apcs[number]++;
}

static HANDLE open_watched(int *overlapped)
{
    static const wchar_t *const folders[] = { L"Data", L"ModFolder", L"Untouched", L".", L"Data\\Sub", L"Data\\filled", L"ModFolder\\inner",
        L"Data\\a.txt", L"ModFolder\\y.txt" };
    // Without the right to list it isn't watched.
    DWORD access = one_in(8) ? FILE_READ_ATTRIBUTES | SYNCHRONIZE
        : one_in(8)          ? FILE_READ_ATTRIBUTES | FILE_LIST_DIRECTORY
                             : FILE_LIST_DIRECTORY | SYNCHRONIZE;
    // On a handle that isn't for overlapped calls the call doesn't come back on Windows; on Wine it does, but its end is never told.
    *overlapped = !on_wine || !one_in(6);
    return CreateFileW(
        folders[below(9)], access, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | (*overlapped ? FILE_FLAG_OVERLAPPED : 0), NULL);
}

static void begin(int i, HANDLE folder)
{
    static const ULONG lengths[] = { 0, 1, 11, 12, 13, 16, 64, 4096, 8192 };
    IO_STATUS_BLOCK *block = &blocks[i];
    ULONG length = one_in(3) ? below(sizeof buffers[0]) : lengths[below(9)],
          filter = one_in(12) ? (ULONG)next_random()
        : one_in(12)          ? 0
                              : 1 + below(one_in(4) ? 0xfff : 0x7f);
    ULONG class = one_in(6) ? below(6) : one_in(2) ? 1 : 2;
    void *buffer = one_in(8) ? NULL : buffers[i] + (one_in(8) ? below(8) : 0);
    HANDLE event = one_in(2) ? events[i] : one_in(8) ? random_root() : NULL;
    PIO_APC_ROUTINE apc = one_in(4) ? (PIO_APC_ROUTINE)(void *)on_apc : NULL;
    void *context = (void *)(ULONG_PTR)(0x70 + i);
    BOOLEAN tree = (BOOLEAN)(one_in(3) ? below(256) : 0);
    int is_ex = one_in(2);
    if (one_in(10))
        buffer = odd_output(length ? length : 1);
    if (one_in(10))
        block = odd_output(sizeof *block);
    if (!apc && one_in(4))
        context = NULL;
    block = block == &blocks[i] || !on_wine ? block : &blocks[i];
    blocks[i].Status = NOT_WRITTEN;
    blocks[i].Information = NOT_WRITTEN;
    apcs[i] = 0;
    SetEvent(events[i]);
    if (details)
        printf("\n  %s %d folder %p event %p apc %p io %p buffer %p length %lu filter %lx tree %u class %lu: ",
            is_ex ? "NtNotifyChangeDirectoryFileEx" : "NtNotifyChangeDirectoryFile", i, folder, event, (void *)apc, (void *)block, buffer,
            length, filter, tree, class),
            fflush(stdout);
    NTSTATUS status = is_ex ? watch_ex(folder, event, apc, context, block, buffer, length, filter, tree, class)
                            : NtNotifyChangeDirectoryFile(folder, event, apc, context, block, buffer, length, filter, tree);
    put_result(is_ex ? "NtNotifyChangeDirectoryFileEx" : "NtNotifyChangeDirectoryFile", status, NULL);
    pending[i] = status == STATUS_PENDING && block == &blocks[i];
    by_event[i] = event == events[i];
    printf("  %d event %lu\n", i, WaitForSingleObject(events[i], 0));
}

static void cancel(HANDLE folder)
{
    IO_STATUS_BLOCK io = { .Status = NOT_WRITTEN }, *block = one_in(8) ? odd_output(sizeof io) : &io;
    IO_STATUS_BLOCK *which = one_in(3) ? NULL : one_in(8) ? bad_pointer() : one_in(8) ? &io : &blocks[below(MOST_CALLS)];
    int is_ex = one_in(2);
    if (details)
        printf("  %s folder %p which %p io %p: ", is_ex ? "NtCancelIoFileEx" : "NtCancelIoFile", folder, (void *)which, (void *)block),
            fflush(stdout);
    NTSTATUS status = is_ex ? NtCancelIoFileEx(folder, which, block) : NtCancelIoFile(folder, block);
    put_result(is_ex ? "NtCancelIoFileEx" : "NtCancelIoFile", status, block == &io ? &io : NULL);
}

// Wine tells this thread of an end when it next waits.
static void put_ends(int count, int milliseconds)
{
    for (int i = 0; i < count; i++)
    {
        if (!pending[i])
            continue;
        WaitForSingleObject(unset, 0);
        for (int waited = 0; blocks[i].Status == NOT_WRITTEN && waited < milliseconds; waited++)
            WaitForSingleObject(unset, 1);
        SleepEx(0, TRUE);
        pending[i] = blocks[i].Status == NOT_WRITTEN;
        printf("  %d %s", i, pending[i] ? "pends" : "ended");
        if (!pending[i])
            printf(" %08lx %llu", blocks[i].Status, (unsigned long long)blocks[i].Information);
        printf(" event %lu apcs %d\n", by_event[i] ? WaitForSingleObject(events[i], 0) : 0, apcs[i]);
    }
}

void fuzz_watching(void)
{
    int own = !one_in(8), count = 1 + (int)below(MOST_CALLS), overlapped = 1;
    HANDLE folder = own ? open_watched(&overlapped) : one_in(2) ? events[0] : (HANDLE)(LONG_PTR) - (1 + (int)below(8)), copy = NULL, last;
    if (!is_wanted(0))
    {
        printf("\n");
        if (own)
            NtClose(folder);
        return;
    }
    memset(pending, 0, sizeof pending);
    // The VFS takes a second call for the sign that the first has ended, which Wine doesn't tell (docs/live.md).
    if (!overlapped)
        count = 1;
    for (int i = 0; i < count; i++)
        begin(i, own && one_in(16) ? (HANDLE)((ULONG_PTR)folder | below(4)) : folder);
    if (!overlapped)
        memset(pending, 0, sizeof pending);
    if (own && one_in(4) && NtDuplicateObject(GetCurrentProcess(), folder, GetCurrentProcess(), &copy, 0, 0, DUPLICATE_SAME_ACCESS) < 0)
        copy = NULL;
    for (int i = (int)below(3); i > 0; i--)
    {
        cancel(copy && one_in(2) ? copy : folder);
        put_ends(count, 0);
    }
    // One of the two isn't the end yet.
    last = folder;
    if (copy)
    {
        last = one_in(2) ? copy : folder;
        put_result("NtClose", NtClose(last == copy ? folder : copy), NULL);
        put_ends(count, 0);
    }
    if (own)
        put_result("NtClose", NtClose(last), NULL);
    put_ends(count, 2000);
}
