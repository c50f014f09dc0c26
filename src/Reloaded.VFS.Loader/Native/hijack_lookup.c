/* The runtime's look-up of kernel32 in the middle of a collection. */
#include "native.h"

/*
 * To stop a thread for a collection the runtime may have to redirect it, and the first time it does, while other threads stand still, it
 * looks up the functions for that: LoadLibraryExW("kernel32"), then GetProcAddress. Both may wait for the loader lock, and the thread
 * that holds it may be waiting, in a hook of ours, for that very collection. The host therefore makes the look-up happen before any hook
 * is in, and counts it here: this image's calls of LoadLibraryExW
 * come here, as those of the Fls functions do (thread_state.c).
 */
typedef void *(NTAPI *load_library_ex)(const wchar_t *name, HANDLE file, u32 flags);
static load_library_ex original;
static void *kernel32;
static volatile u32 counted_thread;
static volatile long lookups;

enum { LOAD_LIBRARY_SEARCH_SYSTEM32 = 0x800 };

static i32 is_kernel32(const wchar_t *name) {
    static const wchar_t expected[] = L"kernel32";
    if (!name)
        return 0;
    for (u32 i = 0; i < sizeof expected / sizeof *expected; i++) {
        if (name[i] != expected[i])
            return 0;
    }
    return 1;
}

void *NTAPI LoadLibraryExW(const wchar_t *name, HANDLE file, u32 flags) {
    if (flags == LOAD_LIBRARY_SEARCH_SYSTEM32 && !file && is_kernel32(name)) {
        if (counted_thread == GetCurrentThreadId())
            lookups++;
        return kernel32; /* it is never unloaded: no need for the loader, nor for its lock */
    }
    return original(name, file, flags);
}
void *const __imp_LoadLibraryExW = (void *)LoadLibraryExW;

void hijack_lookup_initialize(void) {
    kernel32 = GetModuleHandleW(L"kernel32.dll");
    original = (load_library_ex)GetProcAddress(kernel32, "LoadLibraryExW");
}

void rvfs_native_count_lookups(i32 on) { counted_thread = on ? GetCurrentThreadId() : 0; }
i32 rvfs_native_get_lookups(void) { return (i32)lookups; }
