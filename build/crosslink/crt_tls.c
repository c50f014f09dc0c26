/* Thread-local variables (`thread_local` in the runtime's C++, [ThreadStatic] in C#). */
#include "crt.h"

/* This image's TLS index: stored by the loader, read by compiled code at every access. */
u32 _tls_index;

/* The two ends of the template from which the loader copies each thread's block; object files put their part between them. */
#pragma section(".tls", read, write)
#pragma section(".tls$ZZZ", read, write)
__declspec(allocate(".tls")) char _tls_start = 0;
__declspec(allocate(".tls$ZZZ")) char _tls_end = 0;

/* The two ends of the list of TLS callbacks: .CRT$XLB to .CRT$XLY are the image's own, zero ends the list for the loader. */
typedef void (*tls_callback)(void *module, u32 reason, void *reserved);
#pragma section(".CRT$XLA", read)
#pragma section(".CRT$XLC", read)
#pragma section(".CRT$XLZ", read)
__declspec(allocate(".CRT$XLA")) tls_callback __xl_a = 0;
__declspec(allocate(".CRT$XLZ")) tls_callback __xl_z = 0;

/* IMAGE_TLS_DIRECTORY64. The linker takes the object called _tls_used for the image's TLS directory. */
typedef struct {
    u64 start, end, index, callbacks;
    u32 zero_fill, characteristics;
} tls_directory;
#pragma section(".rdata$T", read)
__declspec(allocate(".rdata$T")) const tls_directory _tls_used = {
    (u64)&_tls_start, (u64)&_tls_end, (u64)&_tls_index, (u64)(&__xl_a + 1), 0, 0};

/* Constructors of thread-local variables, put into .CRT$XDx by the runtime's object files. */
#pragma section(".CRT$XDA", read)
#pragma section(".CRT$XDZ", read)
__declspec(allocate(".CRT$XDA")) static crt_initializer const tls_first = 0;
__declspec(allocate(".CRT$XDZ")) static crt_initializer const tls_last = 0;

/*
 * Whether this thread has run its constructors. Compiled code that uses such a variable tests the flag itself and calls
 * __dyn_tls_on_demand_init.
 */
__declspec(thread) char __tls_guard = 0;

/* Threads older than the DLL get no DLL_THREAD_ATTACH: their constructors run at first use. */
void __dyn_tls_on_demand_init(void) {
    if (__tls_guard)
        return;
    __tls_guard = 1;
    for (crt_initializer const volatile *entry = &tls_first; entry < &tls_last; entry++) {
        crt_initializer initializer = *entry;
        if (initializer)
            initializer();
    }
}

/*
 * The TLS callback that runs the constructors for a new thread. Object files with such variables request the callback by name (/INCLUDE).
 */
void __dyn_tls_init(void *module, u32 reason, void *reserved) {
    (void)module;
    (void)reserved;
    if (reason == DLL_PROCESS_ATTACH || reason == DLL_THREAD_ATTACH)
        __dyn_tls_on_demand_init();
}
__declspec(allocate(".CRT$XLC")) tls_callback __xl_c = __dyn_tls_init;
