/*
 * The module's life cycle, by a TLS callback, because a NativeAOT image has no DllMain of its own to extend. The loader calls it for the
 * same events, and before the entry point, so everything is in place when the C++ initialisers run.
 */
#include "native.h"

i32 is_wine(void) { return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != NULL_; }

static void NTAPI on_event(void *module, u32 reason, void *process_ends) {
    (void)module;
    switch (reason) {
    case DLL_PROCESS_ATTACH:
        hijack_lookup_initialize(); /* first: the others call GetProcAddress */
        collector_settings_initialize();
        fail_fast_initialize();
        process_barrier_initialize();
        thread_state_initialize();
        second_copy_initialize();
        last_thread_initialize();
        if (!entry_find())
            automatic_start_arm();
        break;
    case DLL_THREAD_DETACH:
        thread_state_exit();
        break;
    case DLL_PROCESS_DETACH:
        if (!process_ends) {
            second_copy_free();
            thread_state_free();
        }
        break;
    default:
        break;
    }
}

/*
 * The C runtime's start-up code marks the ends of the list of TLS callbacks with .CRT$XLA and .CRT$XLZ. This one precedes its own
 * (.CRT$XLC), which runs the runtime's constructors of thread-local variables.
 */
#pragma section(".CRT$XLB", read)
#if defined(_WIN64)
#pragma comment(linker, "/INCLUDE:_tls_used")
#pragma comment(linker, "/INCLUDE:rvfs_tls_callback")
#else
#pragma comment(linker, "/INCLUDE:__tls_used")
#pragma comment(linker, "/INCLUDE:_rvfs_tls_callback")
#endif
__declspec(allocate(".CRT$XLB")) void(NTAPI *const rvfs_tls_callback)(void *, u32, void *) = on_event;
