/* The runtime's look-ups of functions in the middle of a collection. */
#include "native.h"

/*
 * To stop a thread for a collection, the runtime may have to redirect it. The first time, while other threads are suspended, it looks up
 * the functions for that: LoadLibraryExW("kernel32"), GetProcAddress("QueueUserAPC2") and others. Both calls may wait for the loader lock,
 * and the thread that holds it may be waiting for that very collection: in a hook called from a DllMain, or while it detaches from the
 * runtime. So these look-ups are answered here, from what was looked up when the module was loaded, without the loader. As in
 * thread_state.c, both names of each function are defined, and only this image's own calls are affected.
 */
typedef void *(NTAPI *load_library_ex)(const wchar_t *name, HANDLE file, u32 flags);
typedef void *(NTAPI *get_proc_address)(void *module, const char *name);
static load_library_ex real_load_library_ex;
static get_proc_address real_get_proc_address;

struct known_module {
    const wchar_t *name;
    void *module;
};
static struct known_module modules[] = {{L"kernel32", NULL_}, {L"ntdll.dll", NULL_}};
enum { KERNEL32, NTDLL, MODULE_COUNT };

struct known_function {
    const char *name;
    i32 module;
    void *address; /* null if this system lacks it: that is an answer, too */
};
static struct known_function functions[] = {
    {"IsWow64Process2", KERNEL32, NULL_},
    {"QueueUserAPC2", KERNEL32, NULL_},
    {"RtlGetReturnAddressHijackTarget", NTDLL, NULL_},
};
enum { FUNCTION_COUNT = 3 };

/* The counted look-ups of one thread, and those of them that only the loader could answer. */
static volatile u32 counted_thread;
static volatile long lookups, unanswered;

static i32 is_counted(void) { return counted_thread && counted_thread == GetCurrentThreadId(); }

/* The look-ups of all threads that went to the loader: a thread in a handler must make none. */
static volatile long questions;

static void count_question(void) {
    long seen = questions;
    for (long found; (found = compare_exchange32(&questions, seen + 1, seen)) != seen; seen = found)
        ;
    if (is_counted())
        unanswered++;
}

static i32 same_text(const char *left, const char *right) {
    while (*left && *left == *right) {
        left++;
        right++;
    }
    return *left == *right;
}

static i32 same_wide(const wchar_t *left, const wchar_t *right) {
    while (*left && *left == *right) {
        left++;
        right++;
    }
    return *left == *right;
}

/* System modules are never unloaded, so the loader needn't count the reference. */
void *NTAPI LoadLibraryExW(const wchar_t *name, HANDLE file, u32 flags) {
    for (i32 i = 0; i < MODULE_COUNT && name && !file && flags == 0x800 /* LOAD_LIBRARY_SEARCH_SYSTEM32 */; i++) {
        if (modules[i].module && same_wide(name, modules[i].name))
            return modules[i].module;
    }
    count_question();
    return real_load_library_ex(name, file, flags);
}
OWN_IMPORT(LoadLibraryExW, 12)

void *NTAPI GetProcAddress(void *module, const char *name) {
    /* Values up to 0xFFFF are ordinals. */
    for (i32 i = 0; i < FUNCTION_COUNT && (uptr)name > 0xFFFF; i++) {
        if (module != modules[functions[i].module].module || !same_text(name, functions[i].name))
            continue;
        if (is_counted())
            lookups++;
        if (!functions[i].address)
            *last_error() = 127; /* ERROR_PROC_NOT_FOUND */
        return functions[i].address;
    }
    count_question();
    return real_get_proc_address(module, name);
}
OWN_IMPORT(GetProcAddress, 8)

/* Returns kernel32's own GetProcAddress from its export table: the name in the import library is taken. */
static get_proc_address find_get_proc_address(const u8 *module) {
    const u8 *headers = module + *(const u32 *)(module + 0x3C);
    /* The first of the optional header's directories, which differs by bitness; IMAGE_EXPORT_DIRECTORY. */
    const u32 *exports = (const u32 *)(module + *(const u32 *)(headers + (sizeof(uptr) == 8 ? 0x88 : 0x78)));
    u32 count = exports[6];
    const u32 *addresses = (const u32 *)(module + exports[7]), *names = (const u32 *)(module + exports[8]);
    const u16 *ordinals = (const u16 *)(module + exports[9]);
    for (u32 i = 0; i < count; i++) {
        if (same_text((const char *)module + names[i], "GetProcAddress"))
            return (get_proc_address)(module + addresses[ordinals[i]]);
    }
    return (get_proc_address)NULL_;
}

/* Called at load, when this thread holds the loader lock. */
void hijack_lookup_initialize(void) {
    void *kernel32 = GetModuleHandleW(L"kernel32.dll");
    real_get_proc_address = find_get_proc_address((const u8 *)kernel32);
    real_load_library_ex = (load_library_ex)real_get_proc_address(kernel32, "LoadLibraryExW");
    modules[KERNEL32].module = kernel32;
    modules[NTDLL].module = GetModuleHandleW(L"ntdll.dll");
    for (i32 i = 0; i < FUNCTION_COUNT; i++)
        functions[i].address = real_get_proc_address(modules[functions[i].module].module, functions[i].name);
}

void NTAPI rvfs_native_count_lookups(i32 on) { counted_thread = on ? GetCurrentThreadId() : 0; }
i32 NTAPI rvfs_native_get_lookups(i32 *without_answer) {
    *without_answer = (i32)unanswered;
    return (i32)lookups;
}
i32 NTAPI rvfs_native_get_questions(void) { return (i32)questions; }
