/*
 * A fault in a function marked MAY_FAULT makes that function return 0. The runtime treats any other fault in this module as fatal and ends
 * the process, before a frame's handler is called. So a vectored handler comes first, which must be registered after the runtime's. It
 * unwinds: the function's caller gets the registers and the stack that it expects, wherever the fault was.
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
/* CONTEXT (winnt.h). */
#if defined(_WIN64)
    CONTEXT_RAX = 0x78,
    CONTEXT_RSP = 0x98,
    CONTEXT_RIP = 0xF8,
#else
    CONTEXT_EDI = 0x9C,
    CONTEXT_ESI = 0xA0,
    CONTEXT_EBX = 0xA4,
    CONTEXT_EAX = 0xB0,
    CONTEXT_EBP = 0xB4,
    CONTEXT_EIP = 0xB8,
    CONTEXT_ESP = 0xC4,
#endif
};
#define STATUS_GUARD_PAGE_VIOLATION 0x80000001u
#define STATUS_DATATYPE_MISALIGNMENT 0x80000002u
#define STATUS_ACCESS_VIOLATION 0xC0000005u
#define STATUS_IN_PAGE_ERROR 0xC0000006u
#define STATUS_STACK_OVERFLOW 0xC00000FDu

__declspec(dllimport) void *NTAPI AddVectoredExceptionHandler(u32 first, i32(NTAPI *handler)(EXCEPTION_POINTERS *));

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

#if defined(_WIN64)
__declspec(dllimport) void *NTAPI RtlLookupFunctionEntry(u64 address, u64 *base, void *history);
__declspec(dllimport) void *NTAPI RtlVirtualUnwind(u32 type, u64 base, u64 address, void *function, void *context, void **data, u64 *frame,
                                                   void *pointers);

static u64 instruction_of(const u8 *context) { return *(const u64 *)(context + CONTEXT_RIP); }

static i32 unwind(u8 *context) {
    u64 base, frame, address = instruction_of(context);
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
    return 1;
}
#else
/*
 * 32 bit has no tables. The image is compiled with a frame pointer in each function and whole prologues at their beginning
 * (src/Reloaded.VFS.Dll/CoreClr/CoreClr.targets), so a function's first bytes tell which registers it has stored where. A test has each of
 * these functions fault, and another compares this list with the sources.
 */
i32 NTAPI rvfs_native_try_copy(void *destination, const void *source, uptr count);
i32 NTAPI rvfs_native_try_exchange(volatile u64 *at, u64 *expected, u64 value);
int rvfs_name_may_begin(const OBJECT_ATTRIBUTES *attributes);
int rvfs_other_name_may_match(const OBJECT_ATTRIBUTES *attributes);
int rvfs_forget_earlier(const HANDLE *opened);
int rvfs_program_can_be_read(const void *program);
i32 rvfs_capture(const OBJECT_ATTRIBUTES *attributes, struct rvfs_captured *captured, WCHAR16 *text, i32 capacity, i32 *result);
i32 rvfs_store_outcome(void *status_block, NTSTATUS status, uptr information);
int rvfs_mapped_may_match(const UNICODE_STRING *name);

static u32 instruction_of(const u8 *context) { return *(const u32 *)(context + CONTEXT_EIP); }

#define MARKED(function, bytes)                                                                                                            \
    if ((u32)(uptr)function <= address && (u32)(uptr)function > nearest) {                                                                 \
        nearest = (u32)(uptr)function;                                                                                                     \
        arguments = bytes;                                                                                                                 \
    }

/* push ebp; mov ebp, esp (in either encoding); then a push of each register that the function stores. */
static i32 unwind(u8 *context) {
    enum { PUSH_EBX = 0x53, PUSH_EBP = 0x55, PUSH_ESI = 0x56, PUSH_EDI = 0x57, MOVE = 0xE589, OTHER_MOVE = 0xEC8B, MOVE_END = 3 };
    u32 address = instruction_of(context), nearest = 0, arguments = 0;
    /* The marked functions, and the size of the arguments that each takes off the stack. */
    MARKED(rvfs_native_try_copy, 12)
    MARKED(rvfs_native_try_exchange, 16)
    MARKED(rvfs_name_may_begin, 0)
    MARKED(rvfs_other_name_may_match, 0)
    MARKED(rvfs_name_may_match, 0)
    MARKED(rvfs_forget_earlier, 0)
    MARKED(rvfs_program_can_be_read, 0)
    MARKED(rvfs_capture, 0)
    MARKED(rvfs_store_outcome, 0)
    MARKED(rvfs_mapped_may_match, 0)
    MARKED(rvfs_find_name, 0)
    const u8 *code = (const u8 *)nearest;
    if (!code || code[0] != PUSH_EBP)
        return 0;
    u32 move = (u32)code[1] | (u32)code[2] << 8;
    if (move != MOVE && move != OTHER_MOVE)
        return 0;
    const u32 *frame = (const u32 *)*(u32 *)(context + CONTEXT_EBP), *stored = frame;
    for (code += MOVE_END; *code == PUSH_EBX || *code == PUSH_ESI || *code == PUSH_EDI; code++) {
        if ((u32)code >= address)
            return 0; /* inside the prologue, which reads nothing of the caller's */
        *(u32 *)(context + (*code == PUSH_EBX ? CONTEXT_EBX : *code == PUSH_ESI ? CONTEXT_ESI : CONTEXT_EDI)) = *--stored;
    }
    if ((u32)code > address)
        return 0;
    *(u32 *)(context + CONTEXT_EBP) = frame[0];
    *(u32 *)(context + CONTEXT_EIP) = frame[1];
    *(u32 *)(context + CONTEXT_ESP) = (u32)(frame + 2) + arguments;
    *(u32 *)(context + CONTEXT_EAX) = 0;
    return 1;
}
#endif

static i32 NTAPI on_fault(EXCEPTION_POINTERS *pointers) {
    uptr address = instruction_of(pointers->context);
    if (address < (uptr)rvfs_may_fault_begin || address >= (uptr)rvfs_may_fault_end)
        return EXCEPTION_CONTINUE_SEARCH;
    u32 code = pointers->record->code;
    /* Wine reports a stack overflow if rbp is a non-canonical address (the processor's stack fault). */
    if (code != STATUS_ACCESS_VIOLATION && code != STATUS_IN_PAGE_ERROR && code != STATUS_GUARD_PAGE_VIOLATION
        && code != STATUS_DATATYPE_MISALIGNMENT && code != STATUS_STACK_OVERFLOW)
        return EXCEPTION_CONTINUE_SEARCH;
    return unwind(pointers->context) ? EXCEPTION_CONTINUE_EXECUTION : EXCEPTION_CONTINUE_SEARCH;
}

void rvfs_native_catch_faults(void) {
    static volatile u64 registered;
    if (replace64(&registered, 0, 1))
        AddVectoredExceptionHandler(1, on_fault);
}
