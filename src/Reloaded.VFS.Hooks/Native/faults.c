/*
 * A fault in a function marked MAY_FAULT makes that function return 0. The runtime treats any other fault in this module as fatal and ends
 * the process, before a frame's handler is called. So a vectored handler comes first, which must be registered after the runtime's. It
 * unwinds by the tables: the function's caller gets the registers and the stack that it expects, wherever the fault was.
 */
#include "gate.h"

typedef struct {
    u32 code, flags;
    void *next, *address;
    u32 count;
    uptr information[15];
} EXCEPTION_RECORD;

typedef struct {
    EXCEPTION_RECORD *record;
    u8 *context;
} EXCEPTION_POINTERS;

enum {
    EXCEPTION_CONTINUE_EXECUTION = -1,
    EXCEPTION_CONTINUE_SEARCH = 0,
    /* CONTEXT, 64 bit (winnt.h). */
    CONTEXT_RAX = 0x78,
    CONTEXT_RSP = 0x98,
    CONTEXT_RIP = 0xF8
};
#define STATUS_GUARD_PAGE_VIOLATION 0x80000001u
#define STATUS_DATATYPE_MISALIGNMENT 0x80000002u
#define STATUS_ACCESS_VIOLATION 0xC0000005u
#define STATUS_IN_PAGE_ERROR 0xC0000006u
#define STATUS_STACK_OVERFLOW 0xC00000FDu

__declspec(dllimport) void *NTAPI AddVectoredExceptionHandler(u32 first, i32(NTAPI *handler)(EXCEPTION_POINTERS *));

#if defined(_WIN64)
__declspec(dllimport) void *NTAPI RtlLookupFunctionEntry(u64 address, u64 *base, void *history);
__declspec(dllimport) void *NTAPI RtlVirtualUnwind(u32 type, u64 base, u64 address, void *function, void *context, void **data, u64 *frame,
                                                   void *pointers);

/*
 * The linker sorts by what follows the dollar sign: these two functions enclose all marked ones. They differ, because a linker that folds
 * identical functions would merge them, and the range would be empty.
 */
#if defined(__clang__)
__attribute__((section(".rvfs$a"), noinline, used)) u32 rvfs_may_fault_begin(void) { return 0x6E696762u; }
__attribute__((section(".rvfs$z"), noinline, used)) u32 rvfs_may_fault_end(void) { return 0x646E6500u; }
#else
#pragma section(".rvfs$a", read, execute)
#pragma section(".rvfs$z", read, execute)
__declspec(code_seg(".rvfs$a")) __declspec(noinline) u32 rvfs_may_fault_begin(void) { return 0x6E696762u; }
__declspec(code_seg(".rvfs$z")) __declspec(noinline) u32 rvfs_may_fault_end(void) { return 0x646E6500u; }
#endif

static i32 NTAPI on_fault(EXCEPTION_POINTERS *pointers) {
    u8 *context = pointers->context;
    u64 address = *(u64 *)(context + CONTEXT_RIP);
    if (address < (u64)(uptr)rvfs_may_fault_begin || address >= (u64)(uptr)rvfs_may_fault_end)
        return EXCEPTION_CONTINUE_SEARCH;
    u32 code = pointers->record->code;
    /* Wine reports a stack overflow if rbp is a non-canonical address (the processor's stack fault). */
    if (code != STATUS_ACCESS_VIOLATION && code != STATUS_IN_PAGE_ERROR && code != STATUS_GUARD_PAGE_VIOLATION
        && code != STATUS_DATATYPE_MISALIGNMENT && code != STATUS_STACK_OVERFLOW)
        return EXCEPTION_CONTINUE_SEARCH;
    u64 base, frame;
    void *data, *function = RtlLookupFunctionEntry(address, &base, NULL_);
    if (function)
        RtlVirtualUnwind(0, base, address, function, context, &data, &frame, NULL_);
    else {
        /* A function without an entry has only its return address on the stack. */
        u64 *stack = (u64 *)*(u64 *)(context + CONTEXT_RSP);
        *(u64 *)(context + CONTEXT_RIP) = *stack;
        *(u64 *)(context + CONTEXT_RSP) += sizeof(u64);
    }
    *(u64 *)(context + CONTEXT_RAX) = 0;
    return EXCEPTION_CONTINUE_EXECUTION;
}

void rvfs_native_catch_faults(void) {
    static volatile u64 registered;
    if (replace64(&registered, 0, 1))
        AddVectoredExceptionHandler(1, on_fault);
}
#else
/* 32 bit has no unwind tables: the marked functions will need frames of their own when that image is built. */
void rvfs_native_catch_faults(void) {}
#endif
