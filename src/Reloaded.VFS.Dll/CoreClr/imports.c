/* The functions between CoreCLR, this image and the system. */
#include "coreclr.h"

/*
 * What the linker does in an image with NativeAOT (thread_state.c, hijack_lookup.c, process_barrier.c, fail_fast.c) is done here in
 * CoreCLR's import table: its calls of these functions lead to this image. Only CoreCLR's own calls are affected.
 */
IMPORT u32 NTAPI GetModuleFileNameW(void *module, wchar_t *path, u32 chars);
typedef void(NTAPI *fls_callback)(void *value);
u32 NTAPI FlsAlloc(fls_callback callback);
i32 NTAPI FlsSetValue(u32 index, void *value);
void *NTAPI FlsGetValue(u32 index);
void *NTAPI LoadLibraryExW(const wchar_t *name, HANDLE file, u32 flags);
void NTAPI FlushProcessWriteBuffers(void);
void NTAPI RaiseFailFastException(void *record, void *context, u32 flags);
IMPORT void NTAPI RaiseException(u32 code, u32 flags, u32 count, const uptr *arguments);

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

/*
 * Keeps COM out of the process, as build/image/apartment.c does in a native image: the runtime's threads enter no apartment, which threads of
 * the game's would be in, too, and no wait in managed code dispatches the messages of a thread of the game's, which would run the game's code
 * in the middle of an open.
 */
enum { COM_IS_NOT_INITIALIZED = (i32)0x800401F0 /* CO_E_NOTINITIALIZED */ };
static i32 NTAPI initialize_com(void *reserved, u32 apartment) {
    (void)reserved;
    (void)apartment;
    return 0;
}
static void NTAPI uninitialize_com(void) {}
static i32 NTAPI initialize_winrt(u32 apartment) {
    (void)apartment;
    return 0;
}
static i32 NTAPI get_context_token(uptr *token) {
    *token = 0;
    return COM_IS_NOT_INITIALIZED;
}
static i32 NTAPI register_initialize_spy(void *spy, u64 *cookie) {
    (void)spy;
    *cookie = 0;
    return COM_IS_NOT_INITIALIZED;
}
static i32 NTAPI revoke_initialize_spy(u64 cookie) {
    (void)cookie;
    return 0;
}

/*
 * What CoreCLR would set for the whole process, or for a thread of the game's, stays as the game has it: the filter of its unhandled
 * exceptions, its console's handlers, the message boxes of its errors, the reserve of a thread's stack, the module that reports its crashes.
 */
static void *NTAPI keep_filter(void *filter) {
    (void)filter;
    return NULL_;
}
static i32 NTAPI keep_console(void *handler, i32 add) {
    (void)handler;
    (void)add;
    return 1;
}
static u32 NTAPI keep_error_mode(u32 mode) {
    (void)mode;
    return 0;
}
static i32 NTAPI keep_stack_guarantee(u32 *bytes) {
    *bytes = 0;
    return 1;
}
static i32 NTAPI keep_crash_reports(const wchar_t *module, void *context) {
    (void)module;
    (void)context;
    return 0;
}

/*
 * CoreCLR's vectored handler sees an exception only on a thread that is inside managed code, or the runtime's own: others are the game's, which
 * may raise thousands of them, and has its own order of handlers.
 */
typedef i32(NTAPI *vectored_handler)(void *pointers);
static vectored_handler runtime_handler;

static i32 NTAPI on_exception(void *pointers) {
    const uptr *mark = mark_or_null();
    return mark && (*mark & (MARK_INSIDE | MARK_RUNTIME)) ? runtime_handler(pointers) : EXCEPTION_CONTINUE_SEARCH;
}

static void *NTAPI add_vectored_handler(u32 first, vectored_handler handler) {
    if (runtime_handler)
        return AddVectoredExceptionHandler(first, handler);
    runtime_handler = handler;
    return AddVectoredExceptionHandler(first, on_exception);
}

/*
 * When a thread ends, the C library in each of CoreCLR's DLLs sets a fiber-local value to null. On a fiber that has no such values yet, that
 * makes room for them after ntdll has taken the thread's room from its list, and ntdll then frees memory that is in the list. What the library
 * has of a thread it also frees by a fiber-local callback. So the entry points of these DLLs aren't told of threads any more. Windows' own
 * DisableThreadLibraryCalls refuses that for a DLL with thread-local variables, whose callbacks go on being called here.
 */
typedef i32(NTAPI *entry_point)(void *module, u32 reason, void *reserved);
enum { REASON_THREAD_ATTACH = 2, REASON_THREAD_DETACH = 3, RUNTIME_LIBRARIES = 2 };
static struct {
    void *module;
    entry_point main;
} runtime_libraries[RUNTIME_LIBRARIES];

static i32 NTAPI main_without_threads(void *module, u32 reason, void *reserved) {
    for (u32 i = 0; i < RUNTIME_LIBRARIES; i++) {
        if (runtime_libraries[i].module == module && reason != REASON_THREAD_ATTACH && reason != REASON_THREAD_DETACH)
            return runtime_libraries[i].main(module, reason, reserved);
    }
    return 1;
}

/* The beginning of LDR_DATA_TABLE_ENTRY. */
struct loader_entry {
    void *links[6];
    void *module;
    volatile entry_point main;
};

static void keep_threads_from(void *module) {
    typedef NTSTATUS(NTAPI * find_entry)(const void *address, struct loader_entry **entry);
    find_entry find_loader_entry = (find_entry)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "LdrFindEntryForAddress");
    struct loader_entry *entry;
    if (!find_loader_entry || !NT_SUCCESS(find_loader_entry(module, &entry)) || entry->module != module)
        return;
    for (u32 i = 0; i < RUNTIME_LIBRARIES && runtime_libraries[i].module != module; i++) {
        if (runtime_libraries[i].module)
            continue;
        runtime_libraries[i].main = entry->main;
        runtime_libraries[i].module = module;
        entry->main = main_without_threads;
        return;
    }
}

static i32 has_ending(const wchar_t *text, const wchar_t *ending) {
    u32 length = 0, more = 0;
    while (text[length])
        length++;
    while (ending[more])
        more++;
    while (length && more && text[length - 1] == ending[more - 1]) {
        length--;
        more--;
    }
    return !more;
}

/* CoreCLR would read an assembly as the program's user, also on a thread that acts as another one, who can read ours as well. */
enum { NO_TOKEN = 1008 /* ERROR_NO_TOKEN */ };
static i32 NTAPI impersonate_nobody(HANDLE thread, u32 access, i32 as_self, HANDLE *token) {
    (void)thread;
    (void)access;
    (void)as_self;
    *token = NULL_;
    *last_error() = NO_TOKEN;
    return 0;
}

static void *NTAPI load_runtime_library(const wchar_t *name, HANDLE file, u32 flags) {
    void *module = LoadLibraryExW(name, file, flags);
    if (module && has_ending(name, L"clrjit.dll"))
        keep_threads_from(module);
    return module;
}

u32 NTAPI get_module_path(void *module, wchar_t *path, u32 chars) {
    static const wchar_t begin[] = L"\\\\?\\unix\\";
    enum { LEFT_OUT = 4, BEGIN = sizeof begin / sizeof *begin - 1 };
    u32 length = GetModuleFileNameW(module, path, chars);
    if (length < BEGIN || length + LEFT_OUT >= chars)
        return length;
    for (u32 i = LEFT_OUT; i < BEGIN; i++) {
        if (path[i - LEFT_OUT] != begin[i])
            return length;
    }
    for (u32 i = length + 1; i-- > 0;)
        path[i + LEFT_OUT] = path[i];
    for (u32 i = 0; i < LEFT_OUT; i++)
        path[i] = begin[i];
    return length + LEFT_OUT;
}

/* No tool that traces the system's events gets those of this runtime, whose answers would come on a thread of the game's. */
static u32 NTAPI register_no_events(const void *provider, const void *callback, void *context, u64 *handle) {
    (void)provider;
    (void)callback;
    (void)context;
    *handle = 0;
    return 0;
}

struct named_function {
    const char *name;
    const void *address;
};

static const struct named_function led[] = {
    {"FlsAlloc", (const void *)FlsAlloc},
    {"FlsSetValue", (const void *)FlsSetValue},
    {"FlsGetValue", (const void *)FlsGetValue},
    {"GetModuleFileNameW", (const void *)get_module_path},
    {"LoadLibraryExW", (const void *)load_runtime_library},
    {"GetProcAddress", (const void *)GetProcAddress},
    {"FlushProcessWriteBuffers", (const void *)FlushProcessWriteBuffers},
    {"RaiseFailFastException", (const void *)RaiseFailFastException},
    {"GetEnvironmentVariableW", (const void *)GetEnvironmentVariableW},
    {"GetEnvironmentStringsW", (const void *)GetEnvironmentStringsW},
    {"FreeEnvironmentStringsW", (const void *)FreeEnvironmentStringsW},
    {"CreateThread", (const void *)create_runtime_thread},
    {"SetUnhandledExceptionFilter", (const void *)keep_filter},
    {"SetConsoleCtrlHandler", (const void *)keep_console},
    {"SetErrorMode", (const void *)keep_error_mode},
    {"SetThreadStackGuarantee", (const void *)keep_stack_guarantee},
    {"WerRegisterRuntimeExceptionModule", (const void *)keep_crash_reports},
    {"AddVectoredExceptionHandler", (const void *)add_vectored_handler},
    {"EventRegister", (const void *)register_no_events},
    {"OpenThreadToken", (const void *)impersonate_nobody},
    {"CoInitializeEx", (const void *)initialize_com},
    {"CoUninitialize", (const void *)uninitialize_com},
    {"RoInitialize", (const void *)initialize_winrt},
    {"RoUninitialize", (const void *)uninitialize_com},
    {"CoGetContextToken", (const void *)get_context_token},
    {"CoRegisterInitializeSpy", (const void *)register_initialize_spy},
    {"CoRevokeInitializeSpy", (const void *)revoke_initialize_spy},
};

/* The functions that managed code imports from this image (NativeImports.cs, HostedRuntime.cs). */
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
    {"rvfs_version_string", (const void *)rvfs_version_string},
    {"rvfs_path_hash_get_avx2", (const void *)rvfs_path_hash_get_avx2},
    {"rvfs_path_keys_get_avx2", (const void *)rvfs_path_keys_get_avx2},
    {"rvfs_coreclr_get_times", (const void *)rvfs_coreclr_get_times},
};

/* Functions of libraries that would be loaded for them alone (build/image/random.c). */
i32 NTAPI BCryptGenRandom(void *algorithm, u8 *buffer, u32 count, u32 flags);
i32 NTAPI CoCreateGuid(u8 *guid);
static const struct named_function instead[] = {
    {"BCryptGenRandom", (const void *)BCryptGenRandom},
    {"CoCreateGuid", (const void *)CoCreateGuid},
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

/* Offsets in the headers, and the structures of the import and the export table (winnt.h). */
enum {
    HEADERS_OFFSET = 0x3C,
    EXPORT_DIRECTORY = sizeof(uptr) == 8 ? 0x88 : 0x78,
    EXPORT_SIZE = EXPORT_DIRECTORY + 4,
    IMPORT_DIRECTORY = EXPORT_DIRECTORY + 8,
    IMPORT_SIZE = IMPORT_DIRECTORY + 4,
    DELAY_DIRECTORY = EXPORT_DIRECTORY + 13 * 8
};
#define BY_ORDINAL ((uptr)1 << (sizeof(uptr) * 8 - 1))
struct import_descriptor {
    u32 lookup_table, time, forwarder, name, address_table;
};

struct export_directory {
    u32 characteristics, time, version, name, base, function_count, name_count, functions, names, ordinals;
};

static void *kernel32, *ntdll, *ucrtbase;

/* ImgDelayDescr (delayimp.h). */
struct delayed_descriptor {
    u32 attributes, name, module, address_table, lookup_table, bound_table, unload_table, time;
};

/*
 * What CoreCLR imports for COM, for the registry and for the texts of its errors isn't called in a start, and hardly ever later. So the copy
 * that this image brings keeps these imports from the loader (detach, build/images.py): Wine would load a dozen DLLs for them, which a program
 * without a window doesn't have. Each leads to one of these functions, which finds the imported one and goes on to it, with the caller's stack.
 */
enum { MOST_LATE = 80, LATE_SIZE = 16 /* bytes of code */, NOT_FOUND = (i32)0xC06D007F /* as late.c */ };
enum { FROM_SYSTEM = 0x800 /* LOAD_LIBRARY_SEARCH_SYSTEM32 */ };
#if !defined(_WIN64) /* tests compile this file for both */
__asm__(".text\n.p2align 4\n_late_functions:\n.set late_number, 0\n.rept 80\n.p2align 4\n"
        "pushl $late_number\ncall _find_late@4\njmp *%eax\n.set late_number, late_number + 1\n.endr\n");
#endif
extern const u8 late_functions[MOST_LATE][LATE_SIZE];

static struct {
    const char *library, *name; /* or the function's ordinal */
    const void *volatile address;
} late[MOST_LATE];
static u32 late_count;

/* Two threads may find a function at once. A DLL of the system's that was loaded for it stays. */
__attribute__((used)) const void *NTAPI find_late(u32 number) {
    enum { LONGEST = 64 };
    const void *address = late[number].address;
    if (address)
        return address;
    wchar_t library[LONGEST];
    u32 length = 0;
    for (; length < LONGEST - 1 && late[number].library[length]; length++)
        library[length] = (u8)late[number].library[length];
    library[length] = 0;
    void *module = LoadLibraryExW(library, NULL_, FROM_SYSTEM);
    address = module ? GetProcAddress(module, late[number].name) : NULL_;
    if (!address)
        RaiseException(NOT_FOUND, 0, 0, (const uptr *)NULL_);
    late[number].address = address;
    return address;
}

/* Fills a table of a library that the loader has left out, or, without a library, changes the functions that this image has. */
static void lead_table(u8 *module, const char *library, u32 lookup_table, u32 address_table) {
    const uptr *lookups = (const uptr *)(module + lookup_table);
    const void **addresses = (const void **)(module + address_table);
    u32 count = 0, protection;
    while (lookups[count])
        count++;
    if (!count || !VirtualProtect(addresses, count * sizeof *addresses, PAGE_READWRITE, &protection))
        return;
    for (u32 i = 0; i < count; i++) {
        const char *name =
            lookups[i] & BY_ORDINAL ? (const char *)(lookups[i] & 0xFFFF) : (const char *)(module + lookups[i] + sizeof(u16));
        const void *address = lookups[i] & BY_ORDINAL ? NULL_ : find(led, sizeof led / sizeof *led, name);
        if (!address && library && late_count < MOST_LATE) {
            late[late_count].library = library;
            late[late_count].name = name;
            address = late_functions[late_count++];
        }
        if (address)
            addresses[i] = address;
    }
    VirtualProtect(addresses, count * sizeof *addresses, protection, &protection);
}

void lead_runtime_imports(u8 *module) {
    const u8 *headers = module + *(const u32 *)(module + HEADERS_OFFSET);
    u32 imports = *(const u32 *)(headers + IMPORT_DIRECTORY), delayed = *(const u32 *)(headers + DELAY_DIRECTORY);
    kernel32 = GetModuleHandleW(L"kernel32.dll");
    ntdll = GetModuleHandleW(L"ntdll.dll");
    ucrtbase = GetModuleHandleW(L"ucrtbase.dll");
    const struct import_descriptor *import = (const struct import_descriptor *)(module + imports);
    i32 is_late = 0; /* behind the empty descriptor, where the loader has stopped */
    for (u32 i = 0; i < *(const u32 *)(headers + IMPORT_SIZE) / sizeof *import; i++, import++) {
        if (import->name)
            lead_table(module, is_late ? (const char *)module + import->name : (const char *)NULL_, import->lookup_table,
                       import->address_table);
        else
            is_late = 1;
    }
    const struct delayed_descriptor *late_ones = (const struct delayed_descriptor *)(module + delayed);
    for (; delayed && late_ones->name && late_ones->lookup_table; late_ones++)
        lead_table(module, (const char *)NULL_, late_ones->lookup_table, late_ones->address_table);
    keep_threads_from(module);
}

/* Compares two names as the linker sorts them. */
static i32 compare(const char *name, const char *other) {
    while (*name && *name == *other) {
        name++;
        other++;
    }
    return (u8)*name - (u8)*other;
}

/*
 * Returns an exported function by the module's own table, which is sorted: GetProcAddress may wait for the loader lock, and a thread that
 * holds it may be waiting for this one in a hook. Null if another module has the function.
 */
static const void *find_export(const u8 *module, const char *function) {
    const u8 *headers = module + *(const u32 *)(module + HEADERS_OFFSET);
    u32 directory = *(const u32 *)(headers + EXPORT_DIRECTORY), size = *(const u32 *)(headers + EXPORT_SIZE);
    const struct export_directory *exports = (const struct export_directory *)(module + directory);
    const u32 *names = (const u32 *)(module + exports->names), *addresses = (const u32 *)(module + exports->functions);
    const u16 *ordinals = (const u16 *)(module + exports->ordinals);
    for (u32 low = 0, high = exports->name_count; low < high;) {
        u32 middle = low + (high - low) / 2;
        i32 difference = compare(function, (const char *)(module + names[middle]));
        if (!difference) {
            u32 address = addresses[ordinals[middle]];
            return address - directory < size ? NULL_ : module + address;
        }
        if (difference < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL_;
}

static const void *find_system_function(void *module, const char *function) {
    const void *found = find_export((const u8 *)module, function);
    return found ? found : GetProcAddress(module, function);
}

/* These libraries are in every process, or CoreCLR imports them: no folder is searched for them. */
const void *NTAPI find_invoked(const char *library, const char *function) {
    if (is_same(library, "reloaded_vfs_native"))
        return find(own, sizeof own / sizeof *own, function);
    if (is_same(library, "kernel32") || is_same(library, "kernel32.dll"))
        return find_system_function(kernel32, function);
    if (is_same(library, "ntdll") || is_same(library, "ntdll.dll"))
        return find_system_function(ntdll, function);
    if (is_same(library, "ucrtbase.dll"))
        return find_system_function(ucrtbase, function);
    if (is_same(library, "BCrypt.dll") || is_same(library, "ole32.dll"))
        return find(instead, sizeof instead / sizeof *instead, function);
    return NULL_;
}
