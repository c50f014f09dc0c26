// Changes a function's first bytes back and forth while threads run it: none may ever see half of a change. Linked with the loader's own
// patch.c.
//
//   patching ROUNDS     then what comes of threads that can't be stopped, asked where they stand, or moved (the three functions are
//                       replaced)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

typedef struct
{
    unsigned long long from, to;
} IP_MOVE;
typedef struct
{
    unsigned char *address;
    const unsigned char *expected, *replacement;
    const IP_MOVE *moves;
    unsigned count, move_count;
    long status;
} PATCH;
void NTAPI rvfs_native_patch(PATCH *patches, unsigned count);

static long patch(unsigned char *address, const unsigned char *expected, const unsigned char *replacement, unsigned count,
    const IP_MOVE *moves, unsigned move_count)
{
    PATCH one = { address, expected, replacement, moves, count, move_count, -1 };
    rvfs_native_patch(&one, 1);
    return one.status;
}

// add eax,1 (3 bytes); add eax,2 (3); add eax,4 (3); nop; ret. Loops are long enough to be met inside.
static const unsigned char original[] = { 0x83, 0xC0, 0x01, 0x83, 0xC0, 0x02, 0x83, 0xC0, 0x04, 0x90, 0xC3 };
static unsigned char *code, *copy;
static volatile LONG stop, calls, wrong;

// patch.c is compiled to call these.
enum
{
    NOTHING,
    SUSPENDING,
    ASKING,
    MOVING,
    MOVING_SECOND
};
static int refused;
static DWORD unmovable;
static DWORD WINAPI tested_suspend(HANDLE thread)
{
    return refused == SUSPENDING ? SetLastError(ERROR_ACCESS_DENIED), (DWORD)-1 : SuspendThread(thread);
}
static BOOL WINAPI tested_get(HANDLE thread, CONTEXT *context) { return refused != ASKING && GetThreadContext(thread, context); }
static BOOL WINAPI tested_set(HANDLE thread, const CONTEXT *context)
{
    return refused != MOVING && !(refused == MOVING_SECOND && GetThreadId(thread) == unmovable) && SetThreadContext(thread, context);
}
#if defined(__i386__)
void *suspend_import __asm__("__imp__tested_suspend@4") = tested_suspend;
void *get_import __asm__("__imp__tested_get@8") = tested_get;
void *set_import __asm__("__imp__tested_set@8") = tested_set;
#else
void *__imp_tested_suspend = tested_suspend, *__imp_tested_get = tested_get, *__imp_tested_set = tested_set;
#endif

static DWORD WINAPI run(void *unused)
{
    (void)unused;
    while (!stop)
    {
        int result = 0;
        // Both ways add up to 7.
        __asm__ volatile("call *%1" : "+a"(result) : "r"(code) : "memory");
        if (result != 7)
            InterlockedIncrement(&wrong);
        InterlockedIncrement(&calls);
    }
    return 0;
}

// A thread that waits at the second instruction of a function for as long as it's told: it must be moved.
static volatile LONG released, came, bad;
static unsigned char *waiting, *waiting_copy;
static DWORD WINAPI wait_inside(void *unused)
{
    (void)unused;
    int result = 0;
    __asm__ volatile("call *%1" : "+a"(result) : "r"(waiting), "d"(&released) : "memory");
    InterlockedExchangeAdd(&bad, result != 3);
    InterlockedIncrement(&came);
    return 0;
}

// add eax,1; L: cmp dword [rdx],0 (83 3A 00); je L; add eax,2; ret. The move from L leads into a copy that waits too.
static void refuse(unsigned char *page)
{
    static const unsigned char code_[] = { 0x83, 0xC0, 0x01, 0x83, 0x3A, 0x00, 0x74, 0xFB, 0x83, 0xC0, 0x02, 0xC3 };
    DWORD old;
    VirtualProtect(page, 4096, PAGE_EXECUTE_READWRITE, &old);
    waiting = page + 1025;
    waiting_copy = page + 1280;
    memcpy(waiting, code_, sizeof code_);
    memcpy(waiting_copy, code_, sizeof code_);
    VirtualProtect(page, 4096, PAGE_EXECUTE_READ, &old);
    unsigned char jump[8] = { 0xE9, 0, 0, 0, 0, 0x90, 0x90, 0x90 };
    int distance = (int)(waiting_copy - (waiting + 5));
    memcpy(jump + 1, &distance, 4);
    IP_MOVE moves[2] = { { (ULONG_PTR)(waiting + 3), (ULONG_PTR)(waiting_copy + 3) },
        { (ULONG_PTR)(waiting + 6), (ULONG_PTR)(waiting_copy + 6) } };
    HANDLE threads[4];
    for (int i = 0; i < 4; i++)
        threads[i] = CreateThread(NULL, 0, wait_inside, NULL, 0, NULL);
    Sleep(100);
    static const char *const names[] = { "nothing", "suspending", "asking", "moving", "moving the second" };
    for (int i = SUSPENDING; i <= MOVING_SECOND; i++)
    {
        refused = i;
        unmovable = GetThreadId(threads[1]);
        long status = patch(waiting, code_, jump, 8, moves, 2);
        refused = NOTHING;
        printf(
            "refused %s: %lx, %s\n", names[i], (unsigned long)status, memcmp(waiting, code_, sizeof code_) ? "changed" : "nothing written");
    }
    // A thread that has ended is no refusal, and those that were moved and those that weren't come to the same end.
    HANDLE ended = CreateThread(NULL, 0, run, NULL, CREATE_SUSPENDED, NULL);
    TerminateThread(ended, 0);
    long status = patch(waiting, code_, jump, 8, moves, 2);
    InterlockedExchange(&released, 1);
    WaitForMultipleObjects(4, threads, TRUE, 10000);
    printf("refused nothing: %lx, %s; %ld came back, %ld wrong\n", (unsigned long)status,
        memcmp(waiting, jump, 8) ? "not changed" : "changed", came, bad);
}

int main(int count, char **arguments)
{
    int rounds = count > 1 ? atoi(arguments[1]) : 1000;
    unsigned char *page = VirtualAlloc(NULL, 4096, MEM_COMMIT | MEM_RESERVE, PAGE_EXECUTE_READWRITE);
    DWORD old;
    code = page + 1; // unaligned: no single store can do it
    copy = page + 256;
    memcpy(code, original, sizeof original);
    memcpy(copy, original, sizeof original);
    unsigned char jump[6] = { 0xE9, 0, 0, 0, 0, 0x90 };
    int distance = (int)(copy - (code + 5));
    memcpy(jump + 1, &distance, 4);
    VirtualProtect(page, 4096, PAGE_EXECUTE_READ, &old);
    IP_MOVE moves[1] = { { (ULONG_PTR)(code + 3), (ULONG_PTR)(copy + 3) } };
    // Whoever stands on the jump's trailing nop (no thread can) would have no place to go.
    IP_MOVE back[1] = { { 0, 0 } };
    HANDLE threads[4];
    for (int i = 0; i < 4; i++)
        threads[i] = CreateThread(NULL, 0, run, NULL, 0, NULL);
    int failed = 0;
    for (int i = 0; i < rounds && !failed; i++)
    {
        // However busy the machine is, the code runs between two changes of it.
        for (LONG before = calls; calls - before < 2;)
            SwitchToThread();
        long status = patch(code, original, jump, 6, moves, 1);
        if (!status)
            status = patch(code, jump, original, 6, back, 0);
        if (status)
        {
            printf("round %d: %lx\n", i, status);
            failed = 1;
        }
    }
    unsigned char other[6] = { 1, 2, 3, 4, 5, 6 };
    long conflict = patch(code, other, jump, 6, moves, 1);
    long none = patch(code, original, jump, 0, moves, 1), many = patch(code, original, jump, 17, moves, 1);
    // Several at once: each has its own status, and those that can't be written don't hold up the others.
    unsigned char *second = page + 600;
    VirtualProtect(page, 4096, PAGE_EXECUTE_READWRITE, &old);
    memcpy(second, original, sizeof original);
    VirtualProtect(page, 4096, PAGE_EXECUTE_READ, &old);
    PATCH several[4] = { { code, original, jump, moves, 6, 1, -1 }, { page + 900, other, jump, moves, 6, 1, -1 },
        { second, original, jump, moves, 6, 1, -1 }, { page, original, jump, moves, 17, 1, -1 } };
    rvfs_native_patch(several, 4);
    printf("several %lx %lx %lx %lx: %s, %s\n", (unsigned long)several[0].status, (unsigned long)several[1].status,
        (unsigned long)several[2].status, (unsigned long)several[3].status, memcmp(code, jump, 6) ? "not changed" : "changed",
        memcmp(second, jump, 6) ? "not changed" : "changed");
    patch(code, jump, original, 6, back, 0);
    MEMORY_BASIC_INFORMATION information;
    VirtualQuery(code, &information, sizeof information);
    stop = 1;
    WaitForMultipleObjects(4, threads, TRUE, 10000);
    printf("failed %d, wrong %ld, ran %s, conflict %lx, none %lx, many %lx, protection %lx\n", failed, wrong, calls > rounds ? "yes" : "no",
        (unsigned long)conflict, (unsigned long)none, (unsigned long)many, information.Protect);
    refuse(page);
    return 0;
}
