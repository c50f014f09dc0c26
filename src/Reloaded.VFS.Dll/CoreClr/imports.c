/* The functions between CoreCLR, this image and the system. */
#include "coreclr.h"

/*
 * What the linker does in an image with NativeAOT (thread_state.c, hijack_lookup.c, process_barrier.c, fail_fast.c) is done here in
 * CoreCLR's import table: its calls of these functions lead to this image. Only CoreCLR's own calls are affected.
 */
typedef void(NTAPI *fls_callback)(void *value);
u32 NTAPI FlsAlloc(fls_callback callback);
i32 NTAPI FlsSetValue(u32 index, void *value);
void *NTAPI FlsGetValue(u32 index);
void *NTAPI LoadLibraryExW(const wchar_t *name, HANDLE file, u32 flags);
void NTAPI FlushProcessWriteBuffers(void);
void NTAPI RaiseFailFastException(void *record, void *context, u32 flags);

typedef u32(NTAPI *thread_start)(void *argument);
struct new_thread {
    thread_start start;
    void *argument;
};

/* Marks the thread as the runtime's before its first instruction, so that none of its calls enters managed code. */
static u32 NTAPI begin_thread(void *argument) {
    struct new_thread thread = *(struct new_thread *)argument;
    HeapFree(GetProcessHeap(), 0, argument);
    uptr *mark = rvfs_native_get_thread_state();
    if (mark)
        *mark |= MARK_RUNTIME;
    return thread.start(thread.argument);
}

static HANDLE NTAPI create_runtime_thread(void *security, uptr stack, thread_start start, void *argument, u32 flags, u32 *id) {
    struct new_thread *thread = (struct new_thread *)HeapAlloc(GetProcessHeap(), 0, sizeof *thread);
    if (!thread)
        return NULL_;
    thread->start = start;
    thread->argument = argument;
    HANDLE handle = CreateThread(security, stack, begin_thread, thread, flags, id);
    if (!handle)
        HeapFree(GetProcessHeap(), 0, thread);
    return handle;
}

struct named_function {
    const char *name;
    const void *address;
};

static const struct named_function led[] = {
    {"FlsAlloc", (const void *)FlsAlloc},
    {"FlsSetValue", (const void *)FlsSetValue},
    {"FlsGetValue", (const void *)FlsGetValue},
    {"LoadLibraryExW", (const void *)LoadLibraryExW},
    {"GetProcAddress", (const void *)GetProcAddress},
    {"FlushProcessWriteBuffers", (const void *)FlushProcessWriteBuffers},
    {"RaiseFailFastException", (const void *)RaiseFailFastException},
    {"GetEnvironmentVariableW", (const void *)GetEnvironmentVariableW},
    {"GetEnvironmentStringsW", (const void *)GetEnvironmentStringsW},
    {"FreeEnvironmentStringsW", (const void *)FreeEnvironmentStringsW},
    {"CreateThread", (const void *)create_runtime_thread},
};

/* The functions that managed code imports from this image (NativeImports.cs). */
void *NTAPI rvfs_path_hash_get_avx2(void);
void *NTAPI rvfs_path_keys_get_avx2(void);
static const struct named_function own[] = {
    {"rvfs_native_get_services", (const void *)rvfs_native_get_services},
    {"rvfs_native_get_module", (const void *)rvfs_native_get_module},
    {"rvfs_native_get_thread_state", (const void *)rvfs_native_get_thread_state},
    {"rvfs_native_set_last_error", (const void *)rvfs_native_set_last_error},
    {"rvfs_native_count_lookups", (const void *)rvfs_native_count_lookups},
    {"rvfs_native_get_lookups", (const void *)rvfs_native_get_lookups},
    {"rvfs_native_get_questions", (const void *)rvfs_native_get_questions},
    {"rvfs_path_hash_get_avx2", (const void *)rvfs_path_hash_get_avx2},
    {"rvfs_path_keys_get_avx2", (const void *)rvfs_path_keys_get_avx2},
};

static i32 is_same(const char *left, const char *right) {
    while (*left && *left == *right) {
        left++;
        right++;
    }
    return *left == *right;
}

static const void *find(const struct named_function *functions, u32 count, const char *name) {
    for (u32 i = 0; i < count; i++) {
        if (is_same(functions[i].name, name))
            return functions[i].address;
    }
    return NULL_;
}

/* Offsets in the headers, and the structures of the import table (winnt.h). */
enum { HEADERS_OFFSET = 0x3C, IMPORT_DIRECTORY = sizeof(uptr) == 8 ? 0x90 : 0x80 };
#define BY_ORDINAL ((uptr)1 << (sizeof(uptr) * 8 - 1))
struct import_descriptor {
    u32 lookup_table, time, forwarder, name, address_table;
};

void lead_runtime_imports(u8 *module) {
    u32 directory = *(u32 *)(module + *(u32 *)(module + HEADERS_OFFSET) + IMPORT_DIRECTORY);
    const struct import_descriptor *import = (const struct import_descriptor *)(module + directory);
    for (; directory && import->name && import->lookup_table; import++) {
        const uptr *lookups = (const uptr *)(module + import->lookup_table);
        const void **addresses = (const void **)(module + import->address_table);
        for (u32 i = 0; lookups[i]; i++) {
            const void *address =
                lookups[i] & BY_ORDINAL ? NULL_ : find(led, sizeof led / sizeof *led, (const char *)(module + lookups[i] + sizeof(u16)));
            u32 protection;
            if (!address || !VirtualProtect(&addresses[i], sizeof *addresses, PAGE_READWRITE, &protection))
                continue;
            addresses[i] = address;
            VirtualProtect(&addresses[i], sizeof *addresses, protection, &protection);
        }
    }
}

/* The system's libraries are in every process: no folder is searched for them, and the loader isn't asked for more than the function. */
const void *NTAPI find_invoked(const char *library, const char *function) {
    if (is_same(library, "reloaded_vfs_native"))
        return find(own, sizeof own / sizeof *own, function);
    if (is_same(library, "kernel32") || is_same(library, "kernel32.dll"))
        return GetProcAddress(GetModuleHandleW(L"kernel32.dll"), function);
    if (is_same(library, "ntdll") || is_same(library, "ntdll.dll"))
        return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), function);
    return NULL_;
}
