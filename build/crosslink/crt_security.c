/* Stack cookies (/GS), with which the runtime's C++ is compiled. */
#include "crt.h"

__declspec(dllimport) void GetSystemTimeAsFileTime(u64 *time);
__declspec(dllimport) int QueryPerformanceCounter(u64 *count);
__declspec(dllimport) u32 GetCurrentProcessId(void);
__declspec(dllimport) u32 GetCurrentThreadId(void);

/*
 * The value that functions store below their return address. The initial value is MSVC's default, which shows that the cookie was never
 * seeded.
 */
#define COOKIE_NOT_SEEDED 0x00002B992DDFA232ull
u64 __security_cookie = COOKIE_NOT_SEEDED;

/* STATUS_STACK_BUFFER_OVERRUN without any handler: after an overrun nothing on the stack can be trusted. */
static __declspec(noreturn) void fail_fast(u32 code) {
    __asm__ volatile("int $0x29" : : "c"(code)); /* __fastfail */
    __builtin_unreachable();
}

enum { FAST_FAIL_STACK_COOKIE_CHECK_FAILURE = 2, FAST_FAIL_RANGE_CHECK_FAILURE = 8 };

static u64 mix(u64 value) {
    value ^= value >> 31;
    value *= 0x7FB5D329728EA185ull;
    value ^= value >> 27;
    value *= 0x81DADEF4BC2DD44Dull;
    return value ^ (value >> 33);
}

/*
 * Sources that differ between processes and need no other library (a DLL's entry point may not load one): time, performance and cycle
 * counters, ids, and the addresses of image and stack, which are random if the system randomises the layout.
 */
void crt_seed_security_cookie(void) {
    u64 time, count;
    if (__security_cookie != COOKIE_NOT_SEEDED)
        return;
    GetSystemTimeAsFileTime(&time);
    QueryPerformanceCounter(&count);
    u64 seed = mix(time ^ __builtin_readcyclecounter());
    seed = mix(seed ^ count);
    seed = mix(seed ^ ((u64)GetCurrentProcessId() << 32 | GetCurrentThreadId()));
    seed = mix(seed ^ (u64)&__security_cookie);
    seed = mix(seed ^ (u64)&time);
    /* The two top bytes stay zero, as in MSVC's: a string function that overruns can't write them. */
    seed &= 0x0000FFFFFFFFFFFFull;
    __security_cookie = seed == COOKIE_NOT_SEEDED ? seed + 1 : seed;
}

/* Called at the end of every protected function, with the cookie from its stack. */
void __security_check_cookie(u64 cookie) {
    if (cookie != __security_cookie)
        fail_fast(FAST_FAIL_STACK_COOKIE_CHECK_FAILURE);
}

/* Called by the compiler's checks if an index is outside an array's bounds. */
__declspec(noreturn) void __report_rangecheckfailure(void) { fail_fast(FAST_FAIL_RANGE_CHECK_FAILURE); }

/* The part of DISPATCHER_CONTEXT that is read here (Windows SDK, winnt.h). */
typedef struct {
    u32 begin, end, unwind_info;
} runtime_function;
typedef struct {
    u64 control_pc;
    u64 image_base;
    runtime_function *function;
    u64 establisher_frame;
    u64 target_ip;
    void *context;
    void *language_handler;
    u32 *handler_data;
} dispatcher_context;

enum { EXCEPTION_CONTINUE_SEARCH = 1 };

/*
 * Handler data of a protected function: one word with the cookie's offset from the frame (a multiple of 8) and flags in its low bits; if
 * the frame is aligned to more than 16 bytes, an offset and the alignment follow.
 */
enum { GS_FRAME_IS_ALIGNED = 4, GS_FLAGS = 7 };

/*
 * The exception handler of a protected function: checks the frame's cookie before anything is unwound through the frame, so that an overrun
 * can't redirect the unwinding. The cookie on the stack is xored with the frame's base (rsp after the prologue, or the frame register
 * without its offset); the unwind information says which.
 */
int __GSHandlerCheck(void *record, u64 establisher_frame, void *context, dispatcher_context *dispatcher) {
    (void)record;
    (void)context;
    const u32 *data = dispatcher->handler_data;
    int offset = (int)(data[0] & ~(u32)GS_FLAGS);
    u64 base = establisher_frame;
    if (data[0] & GS_FRAME_IS_ALIGNED) {
        int aligned_base_offset = (int)data[1], alignment = (int)data[2];
        base = (establisher_frame + (i64)aligned_base_offset) & (u64) - (i64)alignment;
    }
    /* UNWIND_INFO: the fourth byte holds the frame register (low half) and its offset in units of 16 bytes (high half). */
    const u8 *unwind_info = (const u8 *)(dispatcher->image_base + dispatcher->function->unwind_info);
    u64 key = establisher_frame;
    if (unwind_info[3] & 0x0F)
        key += unwind_info[3] & 0xF0;
    __security_check_cookie(*(const u64 *)(base + (i64)offset) ^ key);
    return EXCEPTION_CONTINUE_SEARCH;
}
