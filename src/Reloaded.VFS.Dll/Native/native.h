/* What the DLL's native parts share: Windows' functions that they call, and each other's. Types and the thread's block: gate.h.
   No system header, as in gate.h: the same files compile with clang on Linux and with cl on Windows. */
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

#define CURRENT_PROCESS ((HANDLE)(uptr)-1)
#define CURRENT_THREAD ((HANDLE)(uptr)-2)
#define INVALID_HANDLE ((HANDLE)(uptr)-1)
#define SUSPEND_FAILED 0xFFFFFFFFu
#define WITHOUT_LIMIT 0xFFFFFFFFu /* of a wait: INFINITE */
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

/* Whether the system is Wine. Not before the module's look-ups are in place (hijack_lookup.c). */
i32 is_wine(void);

/* The module's own base: the linker's name for its DOS header. */
extern char __ImageBase;

/* ---- thread_state.c ---- */

/* The address of this thread's mark; makes the slot where it isn't there yet. (memory.c of the hooks.) */
uptr *rvfs_native_get_thread_state(void);
/* This thread ends: marks it, and detaches the runtime from it. */
void thread_state_exit(void);
/* At load and unload of the module. */
i32 thread_state_initialize(void);
void thread_state_free(void);

/* ---- last_thread.c ---- */

/* At load of the module. */
void last_thread_initialize(void);
/* On a thread that ends. */
void last_thread_on_exit(void);

/* ---- loader_lock.c ---- */

/* Whether this thread is inside a DllMain (of whichever module), a TLS callback or the loader. */
i32 rvfs_native_holds_loader_lock(void);
/* Whether the process is past the point where other threads are ended. */
i32 process_is_ending(void);

/* ---- second_copy.c ---- */

/* At load: registers this module as the process's, or finds the one that is. False: no memory for it; this copy goes on alone. */
i32 second_copy_initialize(void);
void second_copy_free(void);
/* Whether another copy of the DLL was there first. */
i32 is_second_copy(void);
/* The function of the first copy, or null. */
void *first_copy_function(const char *name);

/* ---- exceptions ---- */

/* EXCEPTION_RECORD and EXCEPTION_POINTERS, as far as they are read. */
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
/* Runs a start on this thread, or puts it off where the thread may not enter managed code. */
rvfs_status start(enum start_kind kind, const void *argument);

/* ---- deferred_start.c ---- */

/* Takes a copy of the arguments (an options structure or a path, by kind; an entry stays where it is) and sees to it that the start happens
   once the loader lock is free, before the program's first instruction where that is still to come. */
rvfs_status defer_start(enum start_kind kind, const void *argument);
/* Whether this thread runs its own start routine already, and not just the loader. */
i32 thread_has_begun(void);
/* Keeps a thread that was made for a start from ending in the moment in which a short program ends, where the system is Wine. */
void linger(void);

/* ---- automatic_start.c ---- */

/* At load: the DLL starts by itself once it can, unless an export is called first or the environment says no. */
void automatic_start_arm(void);
/* An export was called: whoever loaded the DLL knows what it wants of it. */
void automatic_start_give_way(void);

/* ---- entry.c ---- */

/* At load: finds the blocks that other processes have written (entry_block.h), and sees to it that their starts run once the loader lock is free. False: there is none. */
i32 entry_find(void);
/* Whether the start is this thread's to run. Else another one's: waits until that one is done, if it may. */
i32 entry_begin(rvfs_entry *entry);
/* Says in the entry how its start went, and has the program wait or end where the entry asks for that. Not with the loader lock held. */
void entry_started(rvfs_entry *entry, rvfs_status status);

/* ---- last_error.c ---- */

/* Sets the text of rvfs_last_error. Any thread, no lock held. Managed code calls it too. */
void rvfs_native_set_last_error(const wchar_t *text, u32 length);
/* Sets the text of rvfs_last_error to a literal; returns the status. */
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
void rvfs_native_patch(struct rvfs_patch *patches, u32 count);

/* ---- services.c ---- */

/* Managed twin: NativeServices. */
struct rvfs_services {
    struct rvfs_gate *gate;
    void *patch, *get_thread_state, *try_copy, *try_exchange, *capture_name, *stamp, *get_gate, *notifications, *enter, *close;
};
void rvfs_native_get_services(struct rvfs_services *services);
void *rvfs_native_get_module(void);

/* ---- hijack_lookup.c ---- */

void hijack_lookup_initialize(void);
/* While set, this thread's look-ups of QueueUserAPC2 are counted: the runtime's first redirection of a thread. */
void rvfs_native_count_lookups(i32 on);
i32 rvfs_native_get_lookups(i32 *without_answer);
i32 rvfs_native_get_questions(void);

/* ---- collector_settings.c ---- */

u32 NTAPI GetEnvironmentVariableW(const wchar_t *name, wchar_t *value, u32 chars);
/* When the module is loaded, behind hijack_lookup_initialize and before the runtime starts. */
void collector_settings_initialize(void);

/* ---- fail_fast.c, process_barrier.c ---- */

void fail_fast_initialize(void);
void process_barrier_initialize(void);

/* ---- managed code (Exports.cs): entered by exports.c and deferred_start.c only, behind their checks ---- */

rvfs_status rvfs_managed_start(const rvfs_options *options);
rvfs_status rvfs_managed_start_config(const wchar_t *path);
rvfs_status rvfs_managed_start_entry(const rvfs_entry *entry);
rvfs_status rvfs_managed_start_automatic(void);
/* The one of these four that a kind of start means. */
rvfs_status start_managed(enum start_kind kind, const void *argument);
rvfs_status rvfs_managed_add_folder(const wchar_t *source, const wchar_t *target, rvfs_handle *handle);
rvfs_status rvfs_managed_add_file(const wchar_t *source, const wchar_t *target, rvfs_handle *handle);
rvfs_status rvfs_managed_remove(rvfs_handle handle);
rvfs_status rvfs_managed_set_enabled(rvfs_handle handle, u32 enabled);
rvfs_status rvfs_managed_reorder(const rvfs_handle *handles, u32 count);
rvfs_status rvfs_managed_enable(void);
rvfs_status rvfs_managed_disable(void);
rvfs_status rvfs_managed_stop(void);
i32 rvfs_managed_describe(char *buffer, u32 size);
i32 rvfs_managed_which(const wchar_t *path, char *buffer, u32 size);

/* Marks this thread as inside the VFS, so that its file calls aren't redirected, and keeps what the caller may be about to read. */
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
