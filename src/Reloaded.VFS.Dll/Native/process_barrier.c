/* A memory barrier on all processors of the process, for systems whose own is an empty function. */
#include "native.h"

/*
 * A thread leaves native code with a plain store ("I'm in managed code") and a plain load ("is a collection on?"), which a processor may
 * reorder. So the runtime calls FlushProcessWriteBuffers before it examines the threads: afterwards, either the runtime sees the store or
 * the thread sees the collection. Wine's NtFlushProcessWriteBuffers did nothing for most of its life: rarely, a thread is then in managed
 * code in the middle of a collection, which corrupts the runtime's heap. Under Wine the DLL does what the runtime does on Unix systems
 * without membarrier(2): removing the right to write from a page that was just written makes the kernel interrupt every processor that runs
 * a thread of this process, and an interrupt is a barrier. On processors that can invalidate each other's tables without an interrupt
 * (INVLPGB) this doesn't work: there this thread visits each processor in turn, which switches away whichever thread was running there. As
 * in thread_state.c, both names of the function are defined, and only this image's own calls are affected.
 */
typedef void(NTAPI *flush_process_write_buffers)(void);
static flush_process_write_buffers real_flush;
static volatile long *page; /* null if the system's barrier works */
static i32 visits_processors;
static volatile long busy;

IMPORT i32 NTAPI VirtualLock(void *address, uptr size);
IMPORT HANDLE NTAPI GetCurrentThread(void);
IMPORT HANDLE NTAPI GetCurrentProcess(void);
IMPORT uptr NTAPI SetThreadAffinityMask(HANDLE thread, uptr mask);
IMPORT i32 NTAPI GetProcessAffinityMask(HANDLE process, uptr *mask, uptr *system);

enum { PAGE_BYTES = 4096, PAGE_NOACCESS = 0x01 };

#if !defined(GNU_C)
void __cpuid(int[4], int);
#pragma intrinsic(__cpuid)
#endif

static i32 has_silent_invalidation(void) {
#if defined(GNU_C)
    u32 a = 0x80000000u, b, c = 0, d;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (a < 0x80000008u)
        return 0;
    a = 0x80000008u;
    c = 0;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return b >> 3 & 1; /* AMD64 Architecture Programmer's Manual, volume 3, appendix E: INVLPGB */
#else
    int registers[4];
    __cpuid(registers, (int)0x80000000u);
    if ((u32)registers[0] < 0x80000008u)
        return 0;
    __cpuid(registers, (int)0x80000008u);
    return registers[1] >> 3 & 1;
#endif
}

static void visit_processors(void) {
    uptr mask, system;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &mask, &system))
        return;
    uptr old = SetThreadAffinityMask(GetCurrentThread(), mask);
    for (uptr bit = 1; bit; bit <<= 1) {
        if (mask & bit)
            SetThreadAffinityMask(GetCurrentThread(), bit);
    }
    if (old)
        SetThreadAffinityMask(GetCurrentThread(), old);
}

static void interrupt_processors(void) {
    u32 old;
    while (compare_exchange32(&busy, 1, 0) != 0)
        Sleep(0);
    /* Written first, so that the page's table entry is in use and its removal can't be deferred. */
    if (VirtualProtect((void *)page, PAGE_BYTES, PAGE_READWRITE, &old)) {
        compare_exchange32(page, *page + 1, *page);
        VirtualProtect((void *)page, PAGE_BYTES, PAGE_NOACCESS, &old);
    }
    compare_exchange32(&busy, 0, 1);
}

void NTAPI FlushProcessWriteBuffers(void) {
    if (real_flush)
        real_flush();
    if (!page)
        return;
    if (visits_processors)
        visit_processors();
    else
        interrupt_processors();
}
OWN_IMPORT(FlushProcessWriteBuffers, 0)

void process_barrier_initialize(void) {
    real_flush = (flush_process_write_buffers)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "FlushProcessWriteBuffers");
    if (!is_wine())
        return;
    visits_processors = has_silent_invalidation();
    page = VirtualAlloc(NULL_, PAGE_BYTES, MEM_COMMIT_RESERVE, PAGE_READWRITE);
    if (page)
        VirtualLock((void *)page, PAGE_BYTES); /* a page that is swapped out has no entry to remove */
}
