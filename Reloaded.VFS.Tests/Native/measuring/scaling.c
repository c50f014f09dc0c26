// Calls a hooked function from many threads while one more thread changes what is redirected.
//
//   scaling DLL ORIGINAL GUARD THREADS MILLISECONDS NAMES TARGET FOLDER
//       ORIGINAL  once: returns at once; waits: gives its processor away until 20 us are over, as a disk lets a thread wait
//       GUARD     bare: past the hook; none: the hook as it is; section, rwlock, spin, ticket: the hook's own part behind a lock of that
//                 kind (a critical section, an SRW lock that readers share), which is free while the original runs
//       NAMES     UTF-8, one NT name a line; each thread asks for all of them in turn, from a place of its own
//       TARGET    a folder of the game: each millisecond the writer adds a file there
//       FOLDER    is laid over it, and after every 50 files it is switched off or on: everything is built anew
//   scaling transfer
//       what an atomic change costs where two threads change one word in turns, ns
//
// The originals are ntdll's own NtQueryAttributesFile, whose stub jumps to this program behind its first 16 bytes. Calls that aren't of the
// measuring threads go to the system.
#include "bare_calls.h"
#include "reloaded_vfs.h"
#include <x86intrin.h>

typedef NTSTATUS(NTAPI *QUERY)(OBJECT_ATTRIBUTES *, void *);
enum
{
    STUB_BYTES = 32,
    MOST_THREADS = 64,
    LONGEST = 4,
    WAIT_NS = 20000,
    GAP_NS = 10000,
    REBUILD_EVERY = 50,
    WARM_UP = 100
};
enum guard
{
    BARE,
    NONE,
    SECTION,
    RWLOCK,
    SPIN,
    TICKET,
    GUARDS
};
static const wchar_t *const guard_names[GUARDS] = { L"bare", L"none", L"section", L"rwlock", L"spin", L"ticket" };

typedef struct
{
    unsigned long long from, to;
} GAP;

typedef struct
{
    unsigned char information[64]; // what the call fills; tells the original which thread it is called by
    int holds;                     // the guard
    int first;
    unsigned long long calls, ticks, longest[LONGEST];
    GAP *gaps;
    int gap_count;
    char apart[64];
} THREAD;

static THREAD threads[MOST_THREADS];
static int thread_count, most_gaps;
static NAMES names;
static QUERY call, system_call;
static enum guard guard;
static int waits;
static volatile LONG measuring, stopping;
static double ticks_per_ns;

// ---- Guards

static CRITICAL_SECTION section;
static SRWLOCK rwlock = SRWLOCK_INIT;
static volatile LONG spin __attribute__((aligned(64)));
static struct
{
    volatile LONG next;
    char apart[60];
    volatile LONG served;
} ticket __attribute__((aligned(64)));

static void enter(int writes)
{
    switch (guard)
    {
        case SECTION: EnterCriticalSection(&section); break;
        case RWLOCK:
            if (writes)
                AcquireSRWLockExclusive(&rwlock);
            else
                AcquireSRWLockShared(&rwlock);
            break;
        case SPIN:
            while (spin || InterlockedExchange(&spin, 1))
                YieldProcessor();
            break;
        case TICKET:
        {
            LONG mine = InterlockedIncrement(&ticket.next) - 1;
            while (ticket.served != mine)
                YieldProcessor();
            break;
        }
        default: break;
    }
}

static void leave(int writes)
{
    switch (guard)
    {
        case SECTION: LeaveCriticalSection(&section); break;
        case RWLOCK:
            if (writes)
                ReleaseSRWLockExclusive(&rwlock);
            else
                ReleaseSRWLockShared(&rwlock);
            break;
        case SPIN: InterlockedExchange(&spin, 0); break;
        case TICKET: InterlockedIncrement(&ticket.served); break;
        default: break;
    }
}

// ---- The original

static NTSTATUS NTAPI original(OBJECT_ATTRIBUTES *attributes, void *information)
{
    THREAD *thread = (THREAD *)(void *)((char *)information - offsetof(THREAD, information));
    if (thread < threads || thread >= threads + thread_count)
        return system_call(attributes, information);
    if (thread->holds)
    {
        thread->holds = 0;
        leave(0);
    }
    if (waits)
    {
        unsigned long long end = __rdtsc() + (unsigned long long)(WAIT_NS * ticks_per_ns);
        while (__rdtsc() < end)
            SwitchToThread();
    }
    return 0;
}

static void put_jump(unsigned char *at)
{
    static const unsigned char jump[] = { 0xff, 0x25, 0, 0, 0, 0 }; // jmp [rip]
    QUERY target = original;
    memcpy(at, jump, sizeof jump);
    memcpy(at + sizeof jump, &target, sizeof target);
}

// ---- Readers

static void keep(THREAD *thread, unsigned long long wait)
{
    int i = LONGEST - 1;
    for (; i > 0 && thread->longest[i - 1] < wait; i--)
        thread->longest[i] = thread->longest[i - 1];
    thread->longest[i] = wait;
}

static void note_gap(THREAD *thread, unsigned long long from, unsigned long long to)
{
    if (thread->gap_count < most_gaps)
        thread->gaps[thread->gap_count++] = (GAP){ from, to };
}

static void ask(THREAD *thread, int i)
{
    enter(0);
    thread->holds = guard > NONE;
    call(&names.items[i].attributes, thread->information);
    if (thread->holds)
    {
        thread->holds = 0;
        leave(0);
    }
}

static DWORD WINAPI read_all(void *argument)
{
    THREAD *thread = argument;
    int i = thread->first;
    while (!measuring)
    {
        ask(thread, i);
        i = i + 1 < names.count ? i + 1 : 0;
    }
    unsigned long long least_gap = (unsigned long long)(GAP_NS * ticks_per_ns), began = __rdtsc(), last = began;
    note_gap(thread, 0, began);
    while (!stopping)
    {
        ask(thread, i);
        i = i + 1 < names.count ? i + 1 : 0;
        unsigned long long done = __rdtsc(), took = done - last;
        if (took > least_gap)
            note_gap(thread, last, done);
        if (took > thread->longest[LONGEST - 1])
            keep(thread, took);
        last = done;
        thread->calls++;
    }
    thread->ticks = last - began;
    note_gap(thread, last, ~0ull);
    return 0;
}

// ---- The writer

typedef rvfs_status(RVFS_CALL *ADD)(const wchar_t *, const wchar_t *, rvfs_handle *);
typedef rvfs_status(RVFS_CALL *SWITCH)(rvfs_handle, uint32_t);
typedef struct
{
    ADD add_file;
    SWITCH set_enabled;
    const wchar_t *target;
    rvfs_handle layer;
    LONG added, rebuilt;
    int failed;
} WRITER;

static DWORD WINAPI change(void *argument)
{
    WRITER *writer = argument;
    wchar_t own[300], added[400];
    GetModuleFileNameW(NULL, own, 300);
    for (int i = 1; !stopping && !writer->failed; i++)
    {
        rvfs_handle handle;
        swprintf(added, 400, L"%ls\\added %d.dds", writer->target, i);
        enter(1);
        writer->failed |= writer->add_file(own, added, &handle) != RVFS_OK;
        if (i % REBUILD_EVERY == 0)
            writer->failed |= writer->set_enabled(writer->layer, (uint32_t)(i / REBUILD_EVERY % 2)) != RVFS_OK;
        leave(1);
        if (measuring)
        {
            writer->added++;
            writer->rebuilt += i % REBUILD_EVERY == 0;
        }
        Sleep(1);
    }
    return 0;
}

// ---- What came of it

// The spans that lie in a gap of every thread: no thread got anything done. Not the time before the first call and after the last.
static void print_idle(void)
{
    unsigned long long longest[LONGEST] = { 0 };
    int at[MOST_THREADS] = { 0 };
    for (;;)
    {
        unsigned long long from = 0, to = ~0ull;
        int earliest = 0;
        for (int t = 0; t < thread_count; t++)
        {
            if (at[t] >= threads[t].gap_count)
            {
                for (int i = 0; i < LONGEST; i++)
                    printf("\t%.0f", (double)longest[i] / ticks_per_ns);
                return;
            }
            GAP gap = threads[t].gaps[at[t]];
            from = gap.from > from ? gap.from : from;
            if (gap.to < to)
            {
                to = gap.to;
                earliest = t;
            }
        }
        if (from < to && from > 0 && to < ~0ull && to - from > longest[LONGEST - 1])
        {
            int i = LONGEST - 1;
            for (; i > 0 && longest[i - 1] < to - from; i--)
                longest[i] = longest[i - 1];
            longest[i] = to - from;
        }
        at[earliest]++;
    }
}

static void print_result(double seconds, const WRITER *writer)
{
    unsigned long long calls = 0, ticks = 0, longest[LONGEST] = { 0 };
    for (int t = 0; t < thread_count; t++)
    {
        calls += threads[t].calls;
        ticks += threads[t].ticks;
        for (int i = 0; i < LONGEST; i++)
        {
            int place = LONGEST - 1;
            if (threads[t].longest[i] <= longest[place])
                continue;
            for (; place > 0 && longest[place - 1] < threads[t].longest[i]; place--)
                longest[place] = longest[place - 1];
            longest[place] = threads[t].longest[i];
        }
    }
    printf("scaling\t%.0f\t%.2f", (double)calls / seconds, (double)ticks / ticks_per_ns / (double)(calls ? calls : 1));
    for (int i = 0; i < LONGEST; i++)
        printf("\t%.0f", (double)longest[i] / ticks_per_ns);
    print_idle();
    printf("\t%ld\t%ld\n", writer->added, writer->rebuilt);
}

static void find_clock(void)
{
    double began = now();
    unsigned long long first = __rdtsc();
    while (now() - began < 50e6)
        ;
    ticks_per_ns = (double)(__rdtsc() - first) / (now() - began);
}

// ---- One word, two threads

static volatile LONG shared_word __attribute__((aligned(64)));

static DWORD WINAPI change_word(void *argument)
{
    (void)argument;
    while (!stopping)
        InterlockedIncrement(&shared_word);
    return 0;
}

static int run_transfer(void)
{
    HANDLE other = CreateThread(NULL, 0, change_word, NULL, 0, NULL);
    enum
    {
        TIMES = 2000000
    };
    Sleep(WARM_UP);
    double began = now();
    LONG first = shared_word;
    for (int i = 0; i < TIMES; i++)
        InterlockedIncrement(&shared_word);
    double took = now() - began;
    LONG both = shared_word - first;
    stopping = 1;
    WaitForSingleObject(other, INFINITE);
    printf("transfer\t%.2f\n", took / both);
    return 0;
}

static int run(wchar_t **a)
{
    waits = !wcscmp(a[1], L"waits");
    guard = GUARDS;
    for (int i = 0; i < GUARDS; i++)
        guard = wcscmp(a[2], guard_names[i]) ? guard : (enum guard)i;
    thread_count = _wtoi(a[3]);
    DWORD milliseconds = (DWORD)_wtoi(a[4]);
    names = read_names(a[5]);
    if (guard == GUARDS || thread_count < 1 || thread_count > MOST_THREADS || !names.count)
        return 2;
    STUB stub;
    DWORD old;
    if (!make_stub(&stub, "NtQueryAttributesFile") || !VirtualProtect(stub.entry, STUB_BYTES, PAGE_EXECUTE_READWRITE, &old))
    {
        fprintf(stderr, "scaling: ntdll's function doesn't begin as expected\n");
        return 3;
    }
    unsigned char *copies = VirtualAlloc(NULL, 4096, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE);
    memcpy(copies, stub.entry, STUB_BYTES);
    memcpy(copies + 64, stub.entry, RETURN_AT);
    put_jump(copies + 64 + RETURN_AT);
    system_call = (QUERY)(void *)copies;
    HMODULE vfs = LoadLibraryW(a[0]);
    int (*start)(void) = vfs ? (int (*)(void))(void *)GetProcAddress(vfs, "ReloadedStart") : NULL;
    if (!start || start() != 1)
    {
        fprintf(stderr, "scaling: %ls doesn't start\n", a[0]);
        return 3;
    }
    WRITER writer = { .target = a[6],
        .add_file = (ADD)(void *)GetProcAddress(vfs, "rvfs_add_file"),
        .set_enabled = (SWITCH)(void *)GetProcAddress(vfs, "rvfs_set_enabled") };
    ADD add_folder = (ADD)(void *)GetProcAddress(vfs, "rvfs_add_folder");
    if (!add_folder || !writer.add_file || !writer.set_enabled || add_folder(a[7], a[6], &writer.layer) != RVFS_OK)
    {
        fprintf(stderr, "scaling: %ls can't be laid over %ls\n", a[7], a[6]);
        return 3;
    }
    find_clock();
    InitializeCriticalSection(&section);
    most_gaps = (int)(2e6 * milliseconds / GAP_NS) + 2;
    put_jump(stub.entry + RETURN_AT);
    call = guard == BARE ? (QUERY)(void *)(copies + 64) : (QUERY)(void *)stub.entry;
    HANDLE all[MOST_THREADS + 1];
    for (int i = 0; i < thread_count; i++)
    {
        threads[i].first = i * (names.count / thread_count);
        threads[i].gaps = calloc((size_t)most_gaps, sizeof(GAP));
    }
    for (int i = 0; i < thread_count; i++)
        all[i] = CreateThread(NULL, 0, read_all, &threads[i], 0, NULL);
    HANDLE changing = CreateThread(NULL, 0, change, &writer, 0, NULL);
    Sleep(WARM_UP);
    double began = now();
    measuring = 1;
    Sleep(milliseconds);
    stopping = 1;
    double seconds = (now() - began) / 1e9;
    WaitForMultipleObjects((DWORD)thread_count, all, TRUE, INFINITE);
    WaitForSingleObject(changing, INFINITE);
    if (writer.failed)
    {
        fprintf(stderr, "scaling: a change was refused\n");
        return 3;
    }
    print_result(seconds, &writer);
    return 0;
}

int wmain(int argc, wchar_t **argv)
{
    if (argc == 2 && !wcscmp(argv[1], L"transfer"))
        return run_transfer();
    if (argc == 9)
        return run(argv + 1);
    fprintf(stderr, "usage: scaling DLL ORIGINAL GUARD THREADS MILLISECONDS NAMES TARGET FOLDER | transfer\n");
    return 2;
}
