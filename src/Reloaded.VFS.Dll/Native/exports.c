/* The exported functions, and their checks before they enter managed code. */
#include "native.h"

/* Returns why this thread can't enter managed code now, or RVFS_OK. */
static rvfs_status may_call(void) {
    automatic_start_give_way();
    if (process_is_ending())
        return fail(RVFS_ERROR_PROCESS_ENDING, L"The process is ending.");
    if (rvfs_native_holds_loader_lock())
        return fail(RVFS_ERROR_LOADER_LOCK, L"Called from a DllMain: this thread holds the loader lock.");
    uptr *mark = rvfs_native_get_thread_state();
    if (mark && (*mark & MARK_ENDED))
        return fail(RVFS_ERROR_THREAD_ENDING, L"Called from a thread that is past its end.");
    return RVFS_OK;
}

/* In a second copy of the DLL: calls the first copy's function of the same name. */
#define FORWARD(name, result, parameters, arguments)                                                                                       \
    if (is_second_copy()) {                                                                                                                \
        result(RVFS_CALL *first) parameters = (result(RVFS_CALL *) parameters)first_copy_function(#name);                                  \
        if (!first)                                                                                                                        \
            return (result)fail(RVFS_ERROR_SECOND_COPY,                                                                                    \
                                L"Another copy of reloaded_vfs.dll is in this process, and it doesn't have " #name ".");                   \
        return first arguments;                                                                                                            \
    }

/* A function that needs only the checks. */
#define EXPORT(name, managed, result, parameters, arguments)                                                                               \
    result RVFS_CALL name parameters {                                                                                                     \
        FORWARD(name, result, parameters, arguments)                                                                                       \
        u32 error = *last_error();                                                                                                         \
        result status = may_call();                                                                                                        \
        if (status == RVFS_OK) {                                                                                                           \
            struct managed_call call = enter_managed();                                                                                    \
            status = managed arguments;                                                                                                    \
            leave_managed(call);                                                                                                           \
        }                                                                                                                                  \
        *last_error() = error;                                                                                                             \
        return status;                                                                                                                     \
    }

EXPORT(rvfs_add_folder, rvfs_managed_add_folder, rvfs_status, (const wchar_t *source, const wchar_t *target, rvfs_handle *handle),
       (source, target, handle))
EXPORT(rvfs_add_file, rvfs_managed_add_file, rvfs_status, (const wchar_t *source, const wchar_t *target, rvfs_handle *handle),
       (source, target, handle))
EXPORT(rvfs_hide, rvfs_managed_hide, rvfs_status, (const wchar_t *path, rvfs_handle *handle), (path, handle))
EXPORT(rvfs_remove, rvfs_managed_remove, rvfs_status, (rvfs_handle handle), (handle))
EXPORT(rvfs_set_enabled, rvfs_managed_set_enabled, rvfs_status, (rvfs_handle handle, uint32_t enabled), (handle, enabled))
EXPORT(rvfs_reorder, rvfs_managed_reorder, rvfs_status, (const rvfs_handle *handles, uint32_t count), (handles, count))
EXPORT(rvfs_enable, rvfs_managed_enable, rvfs_status, (void), ())
EXPORT(rvfs_disable, rvfs_managed_disable, rvfs_status, (void), ())
EXPORT(rvfs_stop, rvfs_managed_stop, rvfs_status, (void), ())
EXPORT(rvfs_describe, rvfs_managed_describe, int32_t, (char *buffer, uint32_t size), (buffer, size))
EXPORT(rvfs_which, rvfs_managed_which, int32_t, (const wchar_t *path, char *buffer, uint32_t size), (path, buffer, size))
EXPORT(rvfs_set_policy, rvfs_managed_set_policy, rvfs_status, (uint32_t policy, const wchar_t *overwrite), (policy, overwrite))
EXPORT(rvfs_set_log, rvfs_managed_set_log, rvfs_status, (uint32_t level, rvfs_log_callback callback, void *context),
       (level, callback, context))

/* The first version's size: a caller that has less was compiled with no header of the DLL's. */
enum { LEAST_STATISTICS = 88 };

static rvfs_status get_statistics(rvfs_statistics *statistics) {
    if (!statistics || statistics->size < LEAST_STATISTICS || statistics->size > 0x10000)
        return fail(RVFS_ERROR_INVALID_ARGUMENT, L"rvfs_stats: statistics is null, or its size is none of any version.");
    return rvfs_managed_stats(statistics);
}
EXPORT(rvfs_stats, get_statistics, rvfs_status, (struct rvfs_statistics * statistics), (statistics))

/* Waits for a start that was deferred, then for what follows the mods. */
static rvfs_status wait_ready(uint32_t milliseconds) {
    u64 began = GetTickCount64();
    if (!wait_for_deferred_start(milliseconds))
        return fail(RVFS_ERROR_TIMEOUT, L"The start, which was deferred, isn't done yet.");
    u64 passed = GetTickCount64() - began;
    return rvfs_managed_wait_ready(milliseconds == WITHOUT_LIMIT ? milliseconds : passed < milliseconds ? milliseconds - (u32)passed : 0);
}
EXPORT(rvfs_wait_ready, wait_ready, rvfs_status, (uint32_t milliseconds), (milliseconds))

/* ---- rvfs_enumerate: lists as the program does, through the hooks; only the questions about a name enter managed code ---- */

enum { LONGEST = 32768, DIRECTORY_ATTRIBUTE = 0x10, PREFIX = 4 /* \\?\ */ };
struct enumeration {
    struct find_data found;
    wchar_t path[LONGEST], source[LONGEST], mod[LONGEST];
};

static u32 length_of(const wchar_t *text) {
    u32 length = 0;
    while (text[length])
        length++;
    return length;
}

/* Puts a name behind a folder's path, whose length is given. Returns 0 if it is too long. */
static i32 put_name(wchar_t *path, u32 length, const wchar_t *name) {
    u32 name_length = length_of(name);
    if (length + 1 + name_length >= LONGEST)
        return 0;
    path[length] = L'\\';
    for (u32 i = 0; i <= name_length; i++)
        path[length + 1 + i] = name[i];
    return 1;
}

static i32 is_dots(const wchar_t *name) { return name[0] == L'.' && (!name[1] || (name[1] == L'.' && !name[2])); }

static rvfs_status enumerate_names(struct enumeration *at, u32 length, rvfs_item_callback callback, void *context) {
    HANDLE find = put_name(at->path, length, L"*") ? FindFirstFileW(at->path, &at->found) : INVALID_HANDLE;
    if (find == INVALID_HANDLE)
        return fail(RVFS_ERROR_NOT_FOUND, L"rvfs_enumerate: there is no such folder, or it can't be listed.");
    rvfs_status status = RVFS_OK;
    i32 stop = 0;
    do {
        if (is_dots(at->found.name) || !put_name(at->path, length, at->found.name))
            continue;
        struct managed_call call = enter_managed();
        status = rvfs_managed_find_source(at->path, at->source, LONGEST, at->mod, LONGEST);
        leave_managed(call);
        if (status < RVFS_OK)
            break;
        rvfs_item item = {0};
        item.size = sizeof item;
        item.is_folder = (at->found.attributes & DIRECTORY_ATTRIBUTE) != 0;
        /* A share's path has no other form of this length. */
        item.path = at->path + (at->path[PREFIX + 1] == L':' ? PREFIX : 0);
        item.source = at->source;
        item.mod = at->mod[0] ? at->mod : (const wchar_t *)NULL_;
        stop = callback(&item, context);
    } while (!stop && FindNextFileW(find, &at->found));
    FindClose(find);
    return status;
}

rvfs_status RVFS_CALL rvfs_enumerate(const wchar_t *folder, rvfs_item_callback callback, void *context) {
    FORWARD(rvfs_enumerate, rvfs_status, (const wchar_t *folder, rvfs_item_callback callback, void *context), (folder, callback, context))
    u32 error = *last_error();
    rvfs_status status = may_call();
    if (status == RVFS_OK && !callback)
        status = fail(RVFS_ERROR_INVALID_ARGUMENT, L"rvfs_enumerate: callback is null.");
    struct enumeration *at = (struct enumeration *)(status == RVFS_OK ? HeapAlloc(GetProcessHeap(), 0, sizeof(struct enumeration)) : NULL_);
    if (status == RVFS_OK && !at)
        status = fail(RVFS_ERROR_OUT_OF_MEMORY, L"rvfs_enumerate: there is no memory left.");
    if (at) {
        struct managed_call call = enter_managed();
        status = rvfs_managed_find_folder(folder, at->path, LONGEST);
        leave_managed(call);
        if (status == RVFS_OK)
            status = enumerate_names(at, length_of(at->path), callback, context);
        HeapFree(GetProcessHeap(), 0, at);
    }
    *last_error() = error;
    return status;
}

/* ---- functions that start the VFS ---- */

rvfs_status start_managed(enum start_kind kind, const void *argument) {
    switch (kind) {
    case START_OPTIONS:
        return rvfs_managed_start((const rvfs_options *)argument);
    case START_ENTRY:
        return rvfs_managed_start_entry((const rvfs_entry *)argument);
    case START_AUTOMATIC:
        return rvfs_managed_start_automatic();
    case START_CONFIG:
        break;
    }
    return rvfs_managed_start_config((const wchar_t *)argument);
}

rvfs_status start(enum start_kind kind, const void *argument) {
    u32 error = *last_error();
    rvfs_status status = may_call();
    if (status == RVFS_ERROR_LOADER_LOCK)
        status = defer_start(kind, argument);
    else if (status == RVFS_OK) {
        struct managed_call call = enter_managed();
        status = start_managed(kind, argument);
        leave_managed(call);
    }
    *last_error() = error;
    return status;
}

enum { KNOWN_START_FLAGS = RVFS_START_DISABLED | RVFS_START_STRICT | RVFS_START_OFFLINE | RVFS_START_REAL_NAMES };

rvfs_status RVFS_CALL rvfs_start(const rvfs_options *options) {
    FORWARD(rvfs_start, rvfs_status, (const rvfs_options *options), (options))
    if (!options || options->size < sizeof(rvfs_options))
        return fail(RVFS_ERROR_INVALID_ARGUMENT, L"rvfs_start: options is null, or its size is none of any version.");
    /* A caller with a newer header may use nothing that this version doesn't know. */
    for (u32 i = sizeof(rvfs_options); i < options->size; i++) {
        if (((const u8 *)options)[i])
            return fail(RVFS_ERROR_INVALID_ARGUMENT, L"rvfs_start: options has a field that this version doesn't know.");
    }
    if (options->flags & ~(u32)KNOWN_START_FLAGS)
        return fail(RVFS_ERROR_INVALID_ARGUMENT, L"rvfs_start: a flag that this version doesn't know.");
    if ((options->target_count && !options->targets) || (options->folder_count && !options->folders))
        return fail(RVFS_ERROR_INVALID_ARGUMENT, L"rvfs_start: a count without its array.");
    return start(START_OPTIONS, options);
}

rvfs_status RVFS_CALL rvfs_start_config(const wchar_t *path) {
    FORWARD(rvfs_start_config, rvfs_status, (const wchar_t *path), (path))
    return start(START_CONFIG, path);
}

rvfs_status RVFS_CALL rvfs_enter(rvfs_entry *entry) {
    if (!entry || entry->size < sizeof(rvfs_entry) || !entry->done || (entry->configuration_size && !entry->configuration))
        return fail(RVFS_ERROR_INVALID_ARGUMENT, L"rvfs_enter: entry is null, has no size of any version, no event or no configuration.");
    i32 is_second = is_second_copy();
    rvfs_status(RVFS_CALL * first)(rvfs_entry *) =
        (rvfs_status(RVFS_CALL *)(rvfs_entry *))(is_second ? first_copy_function("rvfs_enter") : NULL_);
    if (first)
        return first(entry);
    if (!entry_begin(entry))
        return RVFS_STATUS_ALREADY_STARTED;
    rvfs_status status = is_second
        ? fail(RVFS_ERROR_SECOND_COPY, L"Another copy of reloaded_vfs.dll is in this process, and it doesn't have rvfs_enter.")
        : start(START_ENTRY, entry);
    /* A deferred start reports its own result, on whichever thread runs it. */
    if (status == RVFS_STATUS_DEFERRED)
        entry->starter = 0;
    else
        entry_started(entry, status);
    return status;
}

/* ---- functions that loaders call ---- */

int32_t RVFS_CALL ReloadedStart(void) { return rvfs_start_config((const wchar_t *)NULL_) >= RVFS_OK; }
int32_t RVFS_CALL InitializeASI(void) { return ReloadedStart(); }
int32_t RVFS_CALL Init(void) { return ReloadedStart(); }
int32_t RVFS_CALL modengine_ext_init(void *connector, void **extension) {
    (void)connector;
    (void)extension;
    ReloadedStart();
    return 0; /* no extension, which would have to be a C++ object */
}
void RVFS_CALL ReloadedSuspend(void) { rvfs_disable(); }
void RVFS_CALL ReloadedResume(void) { rvfs_enable(); }
int32_t RVFS_CALL ReloadedCanSuspend(void) { return 1; }
int32_t RVFS_CALL ReloadedCanUnload(void) { return 0; } /* the runtime can't be unloaded */

/* ---- version: no runtime needed ---- */

#define WIDEN_(text) L##text
#define WIDEN(text) WIDEN_(text)

uint32_t RVFS_CALL rvfs_version(void) { return RVFS_VERSION_MAJOR << 16 | RVFS_VERSION_MINOR << 8 | RVFS_VERSION_PATCH; }
const wchar_t *RVFS_CALL rvfs_version_string(void) { return WIDEN(RVFS_VERSION_STRING); }
