/*
 * CoreCLR, where no native image of the managed code can be made: this image brings it in a folder beside itself, with the managed code
 * compiled ahead of time. Managed code is entered by the same functions as in a native image; the first of them starts the runtime.
 */
#include "coreclr.h"

IMPORT i32 NTAPI WideCharToMultiByte(u32 page, u32 flags, const wchar_t *text, i32 chars, char *bytes, i32 size, const char *unknown,
                                     i32 *is_unknown);
IMPORT i32 NTAPI QueryPerformanceCounter(u64 *count);
IMPORT i32 NTAPI QueryPerformanceFrequency(u64 *frequency);
void *NTAPI LoadLibraryExW(const wchar_t *name, HANDLE file, u32 flags); /* hijack_lookup.c */

/* The folder beside this image. */
#define FOLDER L"reloaded_vfs_runtime\\"

enum {
    LONGEST_PATH = 32768,
    UTF8 = 65001,
    /* LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR, LOAD_LIBRARY_SEARCH_SYSTEM32 */
    SEARCH_ITS_FOLDER_AND_SYSTEM = 0x100 | 0x800,
    LIST_SIZE = 64 * 1024 /* paths of some twenty assemblies */
};

/* coreclrhost.h */
typedef i32(NTAPI *coreclr_initialize)(const char *program, const char *name, i32 count, const char **keys, const char **values,
                                       void **host, u32 *domain);
typedef i32(NTAPI *coreclr_create_delegate)(void *host, u32 domain, const char *assembly, const char *type, const char *method,
                                            void **function);

/* The functions of Exports.cs. Managed twin: ManagedFunctions. */
static struct {
    rvfs_status(NTAPI *start)(const rvfs_options *);
    rvfs_status(NTAPI *start_config)(const wchar_t *);
    rvfs_status(NTAPI *start_entry)(const rvfs_entry *);
    rvfs_status(NTAPI *start_automatic)(void);
    rvfs_status(NTAPI *add_folder)(const wchar_t *, const wchar_t *, rvfs_handle *);
    rvfs_status(NTAPI *add_file)(const wchar_t *, const wchar_t *, rvfs_handle *);
    rvfs_status(NTAPI *remove)(rvfs_handle);
    rvfs_status(NTAPI *set_enabled)(rvfs_handle, u32);
    rvfs_status(NTAPI *reorder)(const rvfs_handle *, u32);
    rvfs_status(NTAPI *enable)(void);
    rvfs_status(NTAPI *disable)(void);
    rvfs_status(NTAPI *stop)(void);
    i32(NTAPI *describe)(char *, u32);
    i32(NTAPI *which)(const wchar_t *, char *, u32);
    rvfs_status(NTAPI *hide)(const wchar_t *, rvfs_handle *);
    rvfs_status(NTAPI *set_policy)(u32, const wchar_t *);
    rvfs_status(NTAPI *set_log)(u32, rvfs_log_callback, void *);
    rvfs_status(NTAPI *stats)(rvfs_statistics *);
    rvfs_status(NTAPI *wait_ready)(u32);
    rvfs_status(NTAPI *find_folder)(const wchar_t *, wchar_t *, u32);
    rvfs_status(NTAPI *find_source)(const wchar_t *, wchar_t *, u32, wchar_t *, u32);
} managed;

/* The memory of a start, which is given back at its end. */
struct buffers {
    wchar_t path[LONGEST_PATH];
    char program[LONGEST_PATH * 3], folder[LONGEST_PATH * 3];
    char assemblies[LIST_SIZE * 3];
};

static u32 append_wide(wchar_t *text, u32 at, const wchar_t *more) {
    while ((text[at] = *more++) != 0)
        at++;
    return at;
}

static i32 to_utf8(const wchar_t *text, char *bytes, u32 size) {
    return WideCharToMultiByte(UTF8, 0, text, -1, bytes, (i32)size, (const char *)NULL_, (i32 *)NULL_);
}

/* Writes the paths of all DLLs in the folder, each with a semicolon behind it. Returns 0 if there is none. */
static i32 list_assemblies(struct buffers *buffers, u32 folder_length) {
    struct find_data found;
    append_wide(buffers->path, folder_length, L"*.dll");
    HANDLE search = FindFirstFileW(buffers->path, &found);
    u32 length = 0;
    if (search == INVALID_HANDLE)
        return 0;
    do {
        append_wide(buffers->path, folder_length, found.name);
        i32 written = to_utf8(buffers->path, buffers->assemblies + length, sizeof buffers->assemblies - length - 1);
        if (!written)
            break;
        length += (u32)written;
        buffers->assemblies[length - 1] = ';';
    } while (FindNextFileW(search, &found));
    FindClose(search);
    buffers->assemblies[length] = 0;
    return length != 0;
}

static void write_hex(char *text, uptr value) {
    *text++ = '0';
    *text++ = 'x';
    for (i32 shift = sizeof value * 8 - 4; shift >= 0; shift -= 4)
        *text++ = "0123456789abcdef"[value >> shift & 15];
    *text = 0;
}

static rvfs_status fail_with(const wchar_t *what, i32 code) {
    wchar_t text[256];
    u32 at = append_wide(text, 0, what);
    at = append_wide(text, at, L" (0x");
    for (i32 shift = 28; shift >= 0; shift -= 4)
        text[at++] = L"0123456789ABCDEF"[(u32)code >> shift & 15];
    append_wide(text, at, L"). Unpack Reloaded VFS again, with this folder beside reloaded_vfs.dll.");
    return fail(RVFS_ERROR_INTERNAL, text);
}

static struct rvfs_coreclr_times times;

void NTAPI rvfs_coreclr_get_times(struct rvfs_coreclr_times *result) { *result = times; }

/* Returns the microseconds since *began, which becomes now. */
static u32 measure(u64 *began) {
    u64 now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    /* 32-bit code has no division of eight bytes without a library. */
    u32 passed = (u32)(now - *began), ticks = (u32)frequency / 1000;
    *began = now;
    return ticks ? passed / ticks * 1000 + passed % ticks * 1000 / ticks : 0;
}

static rvfs_status start_in(struct buffers *buffers) {
    u64 began;
    QueryPerformanceCounter(&began);
    u32 length = get_module_path((void *)&__ImageBase, buffers->path, LONGEST_PATH - 300);
    while (length && buffers->path[length - 1] != '\\')
        length--;
    length = append_wide(buffers->path, length, FOLDER);
    to_utf8(buffers->path, buffers->folder, sizeof buffers->folder);
    append_wide(buffers->path, length, L"coreclr.dll");
    u8 *module = (u8 *)LoadLibraryExW(buffers->path, NULL_, SEARCH_ITS_FOLDER_AND_SYSTEM);
    if (!module)
        return fail_with(L"reloaded_vfs_runtime\\coreclr.dll can't be loaded", (i32)*last_error());
    coreclr_initialize initialize = (coreclr_initialize)GetProcAddress(module, "coreclr_initialize");
    coreclr_create_delegate create_delegate = (coreclr_create_delegate)GetProcAddress(module, "coreclr_create_delegate");
    if (!initialize || !create_delegate || !list_assemblies(buffers, length))
        return fail_with(L"reloaded_vfs_runtime isn't what it should be", 0);
    lead_runtime_imports(module);
    times.load = measure(&began);
    get_module_path(NULL_, buffers->path, LONGEST_PATH);
    to_utf8(buffers->path, buffers->program, sizeof buffers->program);

    char override[2 * sizeof(uptr) + 3];
    write_hex(override, (uptr)find_invoked);
    const char *keys[] = {"TRUSTED_PLATFORM_ASSEMBLIES",
                          "APP_CONTEXT_BASE_DIRECTORY",
                          "PINVOKE_OVERRIDE",
                          "System.GC.Concurrent",
                          "System.GC.Server",
                          "System.Globalization.Invariant",
                          "System.Diagnostics.Tracing.EventSource.IsSupported"};
    const char *values[] = {buffers->assemblies, buffers->folder, override, "false", "false", "true", "false"};
    void *host, *bind;
    u32 domain;
    i32 result = initialize(buffers->program, "Reloaded VFS", sizeof keys / sizeof *keys, keys, values, &host, &domain);
    if (result < 0)
        return fail_with(L"CoreCLR in reloaded_vfs_runtime can't be started", result);
    times.initialize = measure(&began);
    result = create_delegate(host, domain, "reloaded_vfs", "Reloaded.VFS.Dll.Exports.Exports", "Bind", &bind);
    if (result < 0)
        return fail_with(L"reloaded_vfs_runtime\\reloaded_vfs.dll can't be used", result);
    ((void(NTAPI *)(void *))bind)(&managed);
    times.bind = measure(&began);
    return RVFS_OK;
}

static rvfs_status start_runtime(void) {
    struct buffers *buffers = (struct buffers *)VirtualAlloc(NULL_, sizeof *buffers, MEM_COMMIT_RESERVE, PAGE_READWRITE);
    void *pinned;
    if (!buffers)
        return fail(RVFS_ERROR_OUT_OF_MEMORY, L"No memory to start the runtime.");
    GetModuleHandleExW(MODULE_FROM_ADDRESS | MODULE_PIN, &__ImageBase, &pinned);
    rvfs_status status = start_in(buffers);
    VirtualFree(buffers, 0, MEM_RELEASE);
    return status;
}

/* Starts the runtime, or waits for the thread that does. The result stays. Called behind the checks of exports.c. */
static rvfs_status prepare(void) {
    enum { NOT_STARTED, STARTING, STARTED };
    static volatile long state;
    static rvfs_status result;
    if (state == STARTED)
        return result;
    if (compare_exchange32(&state, STARTING, NOT_STARTED) == NOT_STARTED) {
        result = start_runtime();
        compare_exchange32(&state, STARTED, STARTING);
    }
    while (state != STARTED)
        Sleep(1);
    return result;
}

#define ENTER(name, result, parameters, arguments)                                                                                         \
    result NTAPI rvfs_managed_##name parameters {                                                                                          \
        rvfs_status prepared = prepare();                                                                                                  \
        return prepared == RVFS_OK ? managed.name arguments : prepared;                                                                    \
    }

ENTER(start, rvfs_status, (const rvfs_options *options), (options))
ENTER(start_config, rvfs_status, (const wchar_t *path), (path))
ENTER(start_entry, rvfs_status, (const rvfs_entry *entry), (entry))
ENTER(start_automatic, rvfs_status, (void), ())
ENTER(add_folder, rvfs_status, (const wchar_t *source, const wchar_t *target, rvfs_handle *handle), (source, target, handle))
ENTER(add_file, rvfs_status, (const wchar_t *source, const wchar_t *target, rvfs_handle *handle), (source, target, handle))
ENTER(remove, rvfs_status, (rvfs_handle handle), (handle))
ENTER(set_enabled, rvfs_status, (rvfs_handle handle, u32 enabled), (handle, enabled))
ENTER(reorder, rvfs_status, (const rvfs_handle *handles, u32 count), (handles, count))
ENTER(enable, rvfs_status, (void), ())
ENTER(disable, rvfs_status, (void), ())
ENTER(stop, rvfs_status, (void), ())
ENTER(describe, i32, (char *buffer, u32 size), (buffer, size))
ENTER(which, i32, (const wchar_t *path, char *buffer, u32 size), (path, buffer, size))
ENTER(hide, rvfs_status, (const wchar_t *path, rvfs_handle *handle), (path, handle))
ENTER(set_policy, rvfs_status, (u32 policy, const wchar_t *overwrite), (policy, overwrite))
ENTER(set_log, rvfs_status, (u32 level, rvfs_log_callback callback, void *context), (level, callback, context))
ENTER(stats, rvfs_status, (rvfs_statistics * statistics), (statistics))
ENTER(wait_ready, rvfs_status, (u32 milliseconds), (milliseconds))
ENTER(find_folder, rvfs_status, (const wchar_t *folder, wchar_t *path, u32 capacity), (folder, path, capacity))
ENTER(find_source, rvfs_status, (const wchar_t *path, wchar_t *source, u32 source_capacity, wchar_t *mod, u32 mod_capacity),
      (path, source, source_capacity, mod, mod_capacity))
