/*
 * Shared by the DLL's native files: the functions of Windows that they call, and each other's. Types and the thread environment block are
 * in gate.h. No system header, as in gate.h: the same files compile with clang on Linux and with cl on Windows.
 */
#pragma once

#include "../../Reloaded.VFS.Hooks/Native/floating.h"
#include "../../Reloaded.VFS.Hooks/Native/notify.h"

typedef unsigned char uint8_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef unsigned short wchar_t;
#define RVFS_FREESTANDING
#define RVFS_BUILD
#include "../reloaded_vfs.h"
#include "entry_block.h"

/* ---- Windows ---- */

#define IMPORT __declspec(dllimport)

/*
 * The pointer by which this image calls an imported function, under the name that the import library has for it: the linker takes this one.
 * In 32-bit code the name tells the size of the arguments.
 */
#if defined(_WIN64)
#define OWN_IMPORT(name, bytes) void *const __imp_##name = (void *)name;
#elif defined(GNU_C)
#define OWN_IMPORT(name, bytes) void *const __imp_##name __asm__("__imp__" #name "@" #bytes) = (void *)name;
#else
#error A 32-bit image needs clang: cl.exe gives no variable such a name.
#endif
IMPORT void *NTAPI GetModuleHandleW(const wchar_t *name);
IMPORT i32 NTAPI GetModuleHandleExW(u32 flags, const void *name_or_address, void **module);
void *NTAPI GetProcAddress(void *module, const char *name); /* hijack_lookup.c */
IMPORT u32 NTAPI TlsAlloc(void);
IMPORT i32 NTAPI TlsFree(u32 index);
IMPORT i32 NTAPI TlsSetValue(u32 index, void *value);
IMPORT u32 NTAPI GetCurrentProcessId(void);
IMPORT u32 NTAPI GetCurrentThreadId(void);
IMPORT void *NTAPI GetProcessHeap(void);
IMPORT void *NTAPI HeapAlloc(void *heap, u32 flags, uptr size);
IMPORT i32 NTAPI HeapFree(void *heap, u32 flags, void *block);
IMPORT void *NTAPI VirtualAlloc(void *address, uptr size, u32 type, u32 protection);
IMPORT i32 NTAPI VirtualFree(void *address, uptr size, u32 type);
IMPORT i32 NTAPI VirtualProtect(void *address, uptr size, u32 protection, u32 *old);
IMPORT i32 NTAPI FlushInstructionCache(HANDLE process, const void *address, uptr size);
IMPORT HANDLE NTAPI CreateThread(void *security, uptr stack, u32(NTAPI *start)(void *), void *argument, u32 flags, u32 *id);
IMPORT HANDLE NTAPI OpenThread(u32 access, i32 inherit, u32 id);
IMPORT u32 NTAPI SuspendThread(HANDLE thread);
IMPORT u32 NTAPI ResumeThread(HANDLE thread);
IMPORT i32 NTAPI GetThreadContext(HANDLE thread, void *context);
IMPORT i32 NTAPI SetThreadContext(HANDLE thread, const void *context);
IMPORT u32 NTAPI QueueUserAPC(void(NTAPI *function)(uptr), HANDLE thread, uptr argument);
IMPORT HANDLE NTAPI CreateEventW(void *security, i32 is_manual, i32 is_set, const wchar_t *name);
IMPORT i32 NTAPI SetEvent(HANDLE event);
IMPORT u32 NTAPI WaitForSingleObject(HANDLE handle, u32 milliseconds);
IMPORT i32 NTAPI CloseHandle(HANDLE handle);
IMPORT void NTAPI Sleep(u32 milliseconds);
IMPORT HANDLE NTAPI CreateFileMappingW(HANDLE file, void *security, u32 protection, u32 size_high, u32 size_low, const wchar_t *name);
IMPORT void *NTAPI MapViewOfFile(HANDLE mapping, u32 access, u32 offset_high, u32 offset_low, uptr size);
IMPORT i32 NTAPI UnmapViewOfFile(const void *view);
IMPORT HANDLE NTAPI CreateToolhelp32Snapshot(u32 flags, u32 process);
IMPORT void *NTAPI AddVectoredExceptionHandler(u32 first, i32(NTAPI *handler)(void *));
IMPORT u64 NTAPI GetTickCount64(void);
/* WIN32_FIND_DATAW */
struct find_data {
    u32 attributes, times[6], size[2], reserved[2];
    wchar_t name[260], short_name[14];
};
IMPORT HANDLE NTAPI FindFirstFileW(const wchar_t *pattern, struct find_data *found);
IMPORT i32 NTAPI FindNextFileW(HANDLE find, struct find_data *found);
IMPORT i32 NTAPI FindClose(HANDLE find);

#define CURRENT_PROCESS ((HANDLE)(uptr)-1)
#define CURRENT_THREAD ((HANDLE)(uptr)-2)
#define INVALID_HANDLE ((HANDLE)(uptr)-1)
#define SUSPEND_FAILED 0xFFFFFFFFu
#define WITHOUT_LIMIT 0xFFFFFFFFu /* INFINITE */
enum {
    DLL_PROCESS_DETACH = 0,
    DLL_PROCESS_ATTACH = 1,
    DLL_THREAD_ATTACH = 2,
    DLL_THREAD_DETACH = 3,
    PAGE_READWRITE = 0x04,
    PAGE_EXECUTE_READWRITE = 0x40,
    MEM_COMMIT_RESERVE = 0x3000,
    MEM_RELEASE = 0x8000,
    WAIT_OBJECT_0 = 0,
    MODULE_FROM_ADDRESS = 4,
    MODULE_UNCHANGED_REFCOUNT = 2,
    MODULE_PIN = 1,
    ERROR_ALREADY_EXISTS = 183
};

#if defined(_WIN64)
enum {
    TEB_STACK_BASE = 0x08,
    TEB_CLIENT_ID_THREAD = 0x48,
    TEB_PEB = 0x60,
    TEB_SAME_FLAGS = 0x17EE,
    PEB_LOADER_LOCK = 0x110,
    CRITICAL_SECTION_OWNER = 0x10
};
#else
enum {
    TEB_STACK_BASE = 0x04,
    TEB_CLIENT_ID_THREAD = 0x24,
    TEB_PEB = 0x30,
    TEB_SAME_FLAGS = 0xFCA,
    PEB_LOADER_LOCK = 0xA0,
    CRITICAL_SECTION_OWNER = 0x0C
};
#endif
enum { HAS_FIBER_DATA = 0x0004 }; /* of TEB.SameTebFlags */

#if defined(GNU_C)
static __inline long compare_exchange32(volatile long *at, long value, long expected) {
    __atomic_compare_exchange_n(at, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}
#else
long _InterlockedCompareExchange(volatile long *, long, long);
#pragma intrinsic(_InterlockedCompareExchange)
static __inline long compare_exchange32(volatile long *at, long value, long expected) {
    return _InterlockedCompareExchange(at, value, expected);
}
#endif

/* ---- module.c ---- */

/* Returns 1 if the system is Wine. Call only after hijack_lookup_initialize. */
i32 is_wine(void);

/* The module's own base: the linker's name for its DOS header. */
extern char __ImageBase;

/* ---- thread_state.c ---- */

/* Returns the address of this thread's mark, and allocates its slot if necessary (memory.c of the hooks). */
uptr *NTAPI rvfs_native_get_thread_state(void);
/* Marks the calling thread as ended, and detaches the runtime from it. */
void thread_state_exit(void);
/* Called when the module is loaded and unloaded. */
i32 thread_state_initialize(void);
void thread_state_free(void);

/* ---- last_thread.c ---- */

/* Called when the module is loaded. */
void last_thread_initialize(void);
/* Called on a thread that ends. */
void last_thread_on_exit(void);

/* ---- loader_lock.c ---- */

/* Returns 1 if this thread is inside a DllMain (of any module), a TLS callback or the loader. */
i32 rvfs_native_holds_loader_lock(void);
/* Returns 1 if the process is past the point at which its other threads are terminated. */
i32 process_is_ending(void);

/* ---- second_copy.c ---- */

/*
 * Called at load: registers this module as the process's, or finds the one that is. Returns 0 if there is no memory for that; this copy
 * then works alone.
 */
i32 second_copy_initialize(void);
void second_copy_free(void);
/* Returns 1 if another copy of the DLL was loaded first. */
i32 is_second_copy(void);
/* Returns the function of the first copy, or null. */
void *first_copy_function(const char *name);

/* ---- exceptions ---- */

/* The part of EXCEPTION_RECORD and EXCEPTION_POINTERS that is read. */
struct exception_record {
    u32 code, flags;
    struct exception_record *nested;
    void *address;
    u32 count;
    uptr information[15];
};
struct exception_pointers {
    struct exception_record *record;
    void *context;
};
enum { EXCEPTION_CONTINUE_SEARCH = 0, EXCEPTION_CONTINUE_EXECUTION = -1 };

/* ---- exports.c ---- */

enum start_kind { START_OPTIONS, START_CONFIG, START_ENTRY, START_AUTOMATIC };
/* Runs a start on this thread, or defers it if the thread can't enter managed code. */
rvfs_status start(enum start_kind kind, const void *argument);

/* ---- deferred_start.c ---- */

/*
 * Copies the arguments (an options structure or a path, by kind; an entry stays in place) and arranges for the start to run once the loader
 * lock is free: before the program's first instruction, unless that has run already.
 */
rvfs_status defer_start(enum start_kind kind, const void *argument);
/* Waits for a start that was deferred, if there is one. Returns 0 if the wait times out. */
i32 wait_for_deferred_start(u32 milliseconds);
/* Returns 1 if this thread runs its own start routine already, and not just the loader. */
i32 thread_has_begun(void);
/* Under Wine, keeps a thread that was created for a start from ending at the moment in which a short program ends. */
void linger(void);

/* ---- automatic_start.c ---- */

/* Called at load: makes the DLL start by itself once possible, unless an export is called first or the environment forbids it. */
void automatic_start_arm(void);
/* Called by every export: whoever loaded the DLL controls it, so no automatic start is needed. */
void automatic_start_give_way(void);

/* ---- entry.c ---- */

/*
 * Called at load: finds the blocks that other processes have written (entry_block.h) and arranges for their starts to run once the loader
 * lock is free. Returns 0 if there is none.
 */
i32 entry_find(void);
/* Returns 1 if this thread has to run the start. Otherwise another thread does; waits until it is done, if waiting is allowed. */
i32 entry_begin(rvfs_entry *entry);
/*
 * Writes the result of the start to the entry, and makes the program wait or exit if the entry requests that. Don't call with the loader
 * lock held.
 */
void entry_started(rvfs_entry *entry, rvfs_status status);

/* ---- last_error.c ---- */

/* Sets the text of rvfs_last_error. Callable on any thread, with no lock held; managed code calls it, too. */
void NTAPI rvfs_native_set_last_error(const wchar_t *text, u32 length);
/* Sets the text of rvfs_last_error to a literal and returns the status. */
rvfs_status fail(rvfs_status status, const wchar_t *text);

/* ---- patch.c ---- */

struct rvfs_ip_move {
    u64 from, to;
};
/* Managed twin: CodePatch. */
struct rvfs_patch {
    u8 *address;
    const u8 *expected, *replacement;
    const struct rvfs_ip_move *moves;
    u32 count, move_count;
    NTSTATUS status; /* out */
};
void NTAPI rvfs_native_patch(struct rvfs_patch *patches, u32 count);

/* ---- services.c ---- */

/* Managed twin: NativeServices. */
struct rvfs_services {
    struct rvfs_gate *gate;
    void *patch, *get_thread_state, *try_copy, *try_exchange, *capture_name, *stamp, *get_gate, *notifications, *enter, *close;
};
void NTAPI rvfs_native_get_services(struct rvfs_services *services);
void *NTAPI rvfs_native_get_module(void);

/* ---- hijack_lookup.c ---- */

void hijack_lookup_initialize(void);
/* While on, counts this thread's look-ups of QueueUserAPC2: the runtime's first redirection of a thread. */
void NTAPI rvfs_native_count_lookups(i32 on);
i32 NTAPI rvfs_native_get_lookups(i32 *without_answer);
i32 NTAPI rvfs_native_get_questions(void);

/* ---- collector_settings.c ---- */

u32 NTAPI GetEnvironmentVariableW(const wchar_t *name, wchar_t *value, u32 chars);
/* Called at load, after hijack_lookup_initialize and before the runtime starts. */
void collector_settings_initialize(void);

/* ---- fail_fast.c, process_barrier.c ---- */

void fail_fast_initialize(void);
void process_barrier_initialize(void);

/* ---- managed code (Exports.cs): entered by exports.c and deferred_start.c only, behind their checks ---- */

rvfs_status NTAPI rvfs_managed_start(const rvfs_options *options);
rvfs_status NTAPI rvfs_managed_start_config(const wchar_t *path);
rvfs_status NTAPI rvfs_managed_start_entry(const rvfs_entry *entry);
rvfs_status NTAPI rvfs_managed_start_automatic(void);
/* Calls one of these four, by the kind of the start. */
rvfs_status start_managed(enum start_kind kind, const void *argument);
rvfs_status NTAPI rvfs_managed_add_folder(const wchar_t *source, const wchar_t *target, rvfs_handle *handle);
rvfs_status NTAPI rvfs_managed_add_file(const wchar_t *source, const wchar_t *target, rvfs_handle *handle);
rvfs_status NTAPI rvfs_managed_hide(const wchar_t *path, rvfs_handle *handle);
rvfs_status NTAPI rvfs_managed_remove(rvfs_handle handle);
rvfs_status NTAPI rvfs_managed_set_enabled(rvfs_handle handle, u32 enabled);
rvfs_status NTAPI rvfs_managed_reorder(const rvfs_handle *handles, u32 count);
rvfs_status NTAPI rvfs_managed_enable(void);
rvfs_status NTAPI rvfs_managed_disable(void);
rvfs_status NTAPI rvfs_managed_stop(void);
i32 NTAPI rvfs_managed_describe(char *buffer, u32 size);
i32 NTAPI rvfs_managed_which(const wchar_t *path, char *buffer, u32 size);
rvfs_status NTAPI rvfs_managed_set_policy(u32 policy, const wchar_t *overwrite);
rvfs_status NTAPI rvfs_managed_set_log(u32 level, rvfs_log_callback callback, void *context);
rvfs_status NTAPI rvfs_managed_stats(rvfs_statistics *statistics);
rvfs_status NTAPI rvfs_managed_wait_ready(u32 milliseconds);
rvfs_status NTAPI rvfs_managed_find_folder(const wchar_t *folder, wchar_t *path, u32 capacity);
rvfs_status NTAPI rvfs_managed_find_source(const wchar_t *path, wchar_t *source, u32 source_capacity, wchar_t *mod, u32 mod_capacity);

/* Marks this thread as inside the VFS, so that its file calls aren't redirected, and saves what the caller may be about to read. */
struct managed_call {
    uptr *mark, old_mark;
    u32 last_error, mxcsr;
};
static __inline struct managed_call enter_managed(void) {
    struct managed_call call;
    call.last_error = *last_error();
    call.mxcsr = begin_managed();
    call.mark = rvfs_native_get_thread_state();
    call.old_mark = call.mark ? *call.mark : 0;
    if (call.mark)
        *call.mark = call.old_mark | MARK_INSIDE;
    return call;
}
static __inline void leave_managed(struct managed_call call) {
    if (call.mark)
        *call.mark = call.old_mark;
    end_managed(call.mxcsr);
    *last_error() = call.last_error;
}
