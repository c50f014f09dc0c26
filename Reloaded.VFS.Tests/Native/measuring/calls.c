// Times hooked functions against the same functions without hooks, with originals that return at once: the cost of the VFS for a call.
//
//   calls DLL ROUNDS THREADS EVENTS KIND=FILE...      FILE: UTF-8, one NT name a line (KIND relative: FOLDER|NAME); the first kind is
//                                                     opened and closed too, and recorded in the event file EVENTS ("-": not) where a pass
//                                                     has room in the ring
//
// The originals are ntdll's own, whose stubs get a `ret` before their system call, behind "mov r10, rcx; mov eax, NUMBER; test byte ptr
// [...], 1" or, in 32 bits, "mov eax, NUMBER", while something is timed. What stands before it may be in a hook's trampoline.
#include "bare_calls.h"
#include "recorder.h"
#include "reloaded_vfs.h"

typedef NTSTATUS(NTAPI *QUERY)(OBJECT_ATTRIBUTES *, void *);
typedef NTSTATUS(NTAPI *CLOSE)(HANDLE);
typedef NTSTATUS(NTAPI *CREATE)(
    HANDLE *, ACCESS_MASK, OBJECT_ATTRIBUTES *, IO_STATUS_BLOCK *, LARGE_INTEGER *, ULONG, ULONG, ULONG, ULONG, void *, ULONG);

// ---- Functions that return at once

static void put(const STUB *stub, const unsigned char *bytes)
{
    for (int i = 0; i < RETURN_BYTES; i++)
        ((volatile unsigned char *)stub->entry)[RETURN_AT + i] = bytes[i];
}
static void shorten(STUB *stub) { put(stub, stub->short_form); }
static void lengthen(STUB *stub) { put(stub, stub->original); }

// Nothing is measured where the original does its work all the same.
static void check_short(const STUB *stub, NTSTATUS status)
{
    if (status == stub->number)
        return;
    fprintf(stderr, "calls: the original doesn't return at once: %08lx\n", (unsigned long)status);
    ExitProcess(3);
}

// ---- Timing

// A program has just made the name that it asks for: it waits in the cache. The originals here don't read it, so that without this the wait
// for it would count as the hook's. (Inlined by force: the compiler takes a function that only prefetches for one that does nothing.)
__attribute__((always_inline)) static inline void prepare(const NAMES *names, int i)
{
    enum
    {
        TEXT_AHEAD = 8,
        ITEMS_AHEAD = 16,
        LINE = 64
    };
    __builtin_prefetch(&names->items[i + ITEMS_AHEAD]);
    const char *text = (const char *)names->items[i + TEXT_AHEAD].name.Buffer;
    for (int at = 0; at < names->items[i + TEXT_AHEAD].name.Length; at += LINE)
        __builtin_prefetch(text + at);
}

static double query_all(QUERY query, const NAMES *names, int times)
{
    unsigned char information[64];
    double began = now();
    for (int time = 0; time < times; time++)
        for (int i = 0; i < names->count; i++)
        {
            prepare(names, i);
            query(&names->items[i].attributes, information);
        }
    return (now() - began) / times / names->count;
}

static long long allocated_bytes(int32_t (*describe)(char *, uint32_t))
{
    static char text[1 << 16];
    const char *field = describe(text, sizeof text) > 0 ? strstr(text, "\"threadAllocatedBytes\":") : NULL;
    return field ? strtoll(field + strlen("\"threadAllocatedBytes\":"), NULL, 10) : -1;
}

static void measure_queries(STUB *stub, const wchar_t *kind, const NAMES *names, int rounds, int32_t (*describe)(char *, uint32_t))
{
    int times = 1 + 40000 / names->count;
    QUERY hooked = (QUERY)(void *)stub->entry, bare = (QUERY)stub->bare;
    unsigned char information[64];
    shorten(stub);
    check_short(stub, hooked(&names->items[0].attributes, information));
    query_all(hooked, names, times);
    query_all(bare, names, times);
    lengthen(stub);
    // That the names are what they are said to be: the real call finds what a mod has.
    int asked = names->count < 200 ? names->count : 200, found = 0;
    for (int i = 0; i < asked; i++)
        found += hooked(&names->items[i].attributes, information) == 0;
    printf("found\t%ls\t%d\t%d\n", kind, found, asked);
    // What describing itself allocates, then the same with all calls in between. The first time it allocates more.
    allocated_bytes(describe);
    long long first = allocated_bytes(describe), second = allocated_bytes(describe);
    for (int round = 0; round < rounds; round++)
    {
        shorten(stub);
        double with, without;
        if (round % 2)
        {
            with = query_all(hooked, names, times);
            without = query_all(bare, names, times);
        }
        else
        {
            without = query_all(bare, names, times);
            with = query_all(hooked, names, times);
        }
        lengthen(stub);
        printf("call\t%ls\t%.3f\t%.3f\n", kind, with, without);
    }
    long long third = allocated_bytes(describe);
    printf("allocated\t%ls\t%lld\t%lld\n", kind, (third - second) - (second - first), (long long)rounds * times * names->count);
}

static double close_all(CLOSE close, int times)
{
    // Values that no handle of this program has.
    double began = now();
    for (int i = 0; i < times; i++)
        close((HANDLE)(uintptr_t)(0x8000 + (i & 1023) * 4));
    return (now() - began) / times;
}

static void measure_close(STUB *stub, int rounds)
{
    const int times = 200000;
    for (int round = -1; round < rounds; round++)
    {
        shorten(stub);
        check_short(stub, ((CLOSE)(void *)stub->entry)((HANDLE)(uintptr_t)0x8000));
        double with, without;
        if (round % 2)
        {
            with = close_all((CLOSE)(void *)stub->entry, times);
            without = close_all((CLOSE)stub->bare, times);
        }
        else
        {
            without = close_all((CLOSE)stub->bare, times);
            with = close_all((CLOSE)(void *)stub->entry, times);
        }
        lengthen(stub);
        if (round >= 0)
            printf("call\tclose\t%.3f\t%.3f\n", with, without);
    }
}

// ---- Opening and closing

static double open_all(CREATE create, CLOSE close, const NAMES *names, int times)
{
    IO_STATUS_BLOCK io;
    double began = now();
    for (int time = 0; time < times; time++)
        for (int i = 0; i < names->count; i++)
        {
            prepare(names, i);
            // What the kernel would have written: a value that no handle of this program has.
            HANDLE file = (HANDLE)(uintptr_t)(0x8000 + (i & 1023) * 4);
            create(&file, FILE_READ_DATA | SYNCHRONIZE, &names->items[i].attributes, &io, NULL, 0, FILE_SHARE_READ, FILE_OPEN,
                FILE_SYNCHRONOUS_IO_NONALERT, NULL, 0);
            close(file);
        }
    return (now() - began) / times / names->count;
}

static void measure_opens(STUB *create, STUB *close, const NAMES *names, int rounds)
{
    int times = 1 + 40000 / names->count;
    for (int round = -1; round < rounds; round++)
    {
        double with = 0, without = 0;
        shorten(create);
        shorten(close);
        for (int half = 0; half < 2; half++)
        {
            if ((half + round) % 2)
                with = open_all((CREATE)(void *)create->entry, (CLOSE)(void *)close->entry, names, times);
            else
                without = open_all((CREATE)create->bare, (CLOSE)close->bare, names, times);
        }
        lengthen(close);
        lengthen(create);
        if (round >= 0)
            printf("call\topen\t%.3f\t%.3f\n", with, without);
    }
}

// ---- Recording

static double record_all(const RECORDER *recorder, QUERY query, const NAMES *names, int times, int on)
{
    unsigned char information[64];
    *recorder->enabled = on;
    double began = now();
    for (int time = 0; time < times; time++)
    {
        for (int i = 0; i < names->count; i++)
        {
            prepare(names, i);
            query(&names->items[i].attributes, information);
        }
        *recorder->read = *recorder->written;
    }
    double took = now() - began;
    *recorder->enabled = 0;
    return took / times / names->count;
}

static void measure_recording(STUB *stub, const wchar_t *events, const NAMES *names, int rounds)
{
    RECORDER recorder = open_recorder(events);
    if (!recorder.enabled)
    {
        fprintf(stderr, "calls: no event file %ls: error %lu\n", events, GetLastError());
        ExitProcess(3);
    }
    int times = 1 + 40000 / names->count;
    long long before = *recorder.written;
    for (int round = -1; round < rounds; round++)
    {
        double on = 0, off = 0;
        shorten(stub);
        for (int half = 0; half < 2; half++)
        {
            if ((half + round) % 2)
                on = record_all(&recorder, (QUERY)(void *)stub->entry, names, times, 1);
            else
                off = record_all(&recorder, (QUERY)(void *)stub->entry, names, times, 0);
        }
        lengthen(stub);
        if (round >= 0)
            printf("call\trecorded\t%.3f\t%.3f\n", on, off);
    }
    if (*recorder.dropped || *recorder.written - before < (long long)(rounds + 1) * times * names->count * 40)
    {
        fprintf(stderr, "calls: %lld calls were dropped, %lld bytes were written\n", *recorder.dropped, *recorder.written - before);
        ExitProcess(3);
    }
}

// ---- Calls that come cold

// Between two calls a game runs other code over other data, so that little of what a call needs is still near. Here each call comes after
// more data than a processor's second cache holds, and more code than its first one does.
enum
{
    COLD_DATA = 8 << 20,
    COLD_CODE = 256 << 10,
    LINE = 64,
    COLD_CALLS = 8
};
static unsigned char *cold_data;
static void (*cold_code)(void);

static void make_cold_memory(void)
{
    // Written: pages that were never written may all be one.
    cold_data = malloc(COLD_DATA);
    memset(cold_data, 1, COLD_DATA);
    // From each line a jump to the next one.
    static const unsigned char jump[] = { 0xeb, LINE - 2 };
    unsigned char *code = VirtualAlloc(NULL, COLD_CODE, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE);
    for (int at = 0; at < COLD_CODE - LINE; at += LINE)
        memcpy(code + at, jump, sizeof jump);
    code[COLD_CODE - LINE] = RETURN_OPCODE;
    cold_code = (void (*)(void))(void *)code;
}

static double query_cold(QUERY query, const NAMED *item)
{
    unsigned char information[64];
    unsigned sum = 0;
    for (int at = 0; at < COLD_DATA; at += LINE)
        sum += cold_data[at];
    cold_code();
    // The program has just made the name.
    for (int i = 0; i < item->name.Length / 2; i++)
        sum += item->name.Buffer[i];
    __asm__ volatile("" : : "r"(sum + item->attributes.Length));
    unsigned processor;
    _mm_lfence();
    unsigned long long began = __rdtsc();
    query((OBJECT_ATTRIBUTES *)(uintptr_t)&item->attributes, information);
    return (double)(__rdtscp(&processor) - began);
}

static void measure_cold(STUB *stub, const wchar_t *kind, const NAMES *names, int rounds, double ticks_per_ns)
{
    for (int round = 0; round < rounds; round++)
    {
        double ticks[2] = { 0 };
        shorten(stub);
        for (int half = 0; half < 2 * COLD_CALLS; half++)
        {
            int number = half / 2, is_hooked = (half + number + round) & 1;
            const NAMED *item = &names->items[(round * COLD_CALLS + number) % names->count];
            ticks[is_hooked] += query_cold(is_hooked ? (QUERY)(void *)stub->entry : (QUERY)stub->bare, item);
        }
        lengthen(stub);
        printf("call\tcold-%ls\t%.3f\t%.3f\n", kind, ticks[1] / ticks_per_ns / COLD_CALLS, ticks[0] / ticks_per_ns / COLD_CALLS);
    }
}

// ---- A new thread's first call

typedef struct
{
    QUERY query;
    NAMED *name;
    double first, second;
} FIRST_CALL;

static DWORD WINAPI call_twice(void *argument)
{
    FIRST_CALL *call = argument;
    unsigned char information[64];
    double began = now();
    call->query(&call->name->attributes, information);
    double middle = now();
    call->query(&call->name->attributes, information);
    call->first = middle - began;
    call->second = now() - middle;
    return 0;
}

static void measure_first_calls(STUB *stub, const NAMES *names, int threads)
{
    for (int i = 0; i < threads; i++)
    {
        FIRST_CALL call = { .query = (QUERY)(void *)stub->entry, .name = &names->items[i % names->count] };
        shorten(stub);
        HANDLE thread = CreateThread(NULL, 0, call_twice, &call, 0, NULL);
        WaitForSingleObject(thread, INFINITE);
        lengthen(stub);
        CloseHandle(thread);
        printf("first\t%.0f\t%.0f\n", call.first, call.second);
    }
}

int wmain(int argc, wchar_t **argv)
{
    STUB query, close, create;
    if (argc < 6)
        return 2;
    if (!make_stub(&query, "NtQueryAttributesFile") || !make_stub(&close, "NtClose") || !make_stub(&create, "NtCreateFile"))
    {
        fprintf(stderr, "calls: ntdll's functions don't begin as expected\n");
        return 3;
    }
    HMODULE vfs = LoadLibraryW(argv[1]);
    int (*start)(void) = vfs ? (int (*)(void))(void *)GetProcAddress(vfs, "ReloadedStart") : NULL;
    int32_t (*describe)(char *, uint32_t) = vfs ? (int32_t(*)(char *, uint32_t))(void *)GetProcAddress(vfs, "rvfs_describe") : NULL;
    if (!start || !describe || start() != 1)
    {
        fprintf(stderr, "calls: %ls doesn't start\n", argv[1]);
        return 3;
    }
    int rounds = _wtoi(argv[2]);
    double ticks_per_ns = find_ticks_per_ns();
    make_cold_memory();
    for (int i = 5; i < argc; i++)
    {
        wchar_t *file = wcschr(argv[i], '=');
        *file++ = 0;
        NAMES names = read_names(file);
        if (!names.count)
            return 2;
        measure_queries(&query, argv[i], &names, rounds, describe);
        measure_cold(&query, argv[i], &names, rounds, ticks_per_ns);
        if (i == 5)
        {
            if (names.count < 5000 && wcscmp(argv[4], L"-"))
                measure_recording(&query, argv[4], &names, rounds);
            measure_opens(&create, &close, &names, rounds);
            measure_first_calls(&query, &names, _wtoi(argv[3]));
        }
    }
    measure_close(&close, rounds);
    return 0;
}
