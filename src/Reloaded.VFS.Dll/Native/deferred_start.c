/* A start that was requested inside a DllMain. */
#include "native.h"

/*
 * Three ways lead to the start, and the first one that gets there runs it:
 *
 * A new thread, which begins once the loader lock is free.
 *
 * An APC of the requesting thread, if that thread has not begun its own work: the loader ends in a continuation that delivers APCs, after
 * every DllMain and TLS callback and before the thread's first instruction (in Wine, too), without a change to the program's code. In a
 * thread that has begun, such an APC would end one of the program's own waits.
 *
 * A trap on the program's entry point, if the thread has begun or isn't the program's first: the program may still be waiting for its first
 * instruction, because a loader has put a thread of its own into the process. Not every system can tell whether the program has begun, so
 * the trap must be harmless then. It is an instruction of two bytes that no processor has (ud2): no return address can be inside it, since
 * every call has at least two bytes, and only a start of the program reaches it. An exception handler runs the start and restores the
 * bytes, and the program continues at the same address.
 */
enum { NOT_ASKED, WAITING, RUNNING, DONE };
static volatile long state;
static i32 apc_is_queued; /* set before the thread that reads it is created */
static enum start_kind kind;
static void *argument;
/* Manual-reset events: the start is done; the APC has run, whatever its result. Never closed, because a waiter may come at any time. */
static HANDLE start_is_done, apc_has_run;

static u8 *entry_point;
static u8 entry_bytes[2];
static volatile long trap_is_set;
static const u8 trap[2] = {0x0F, 0x0B};

enum { LONGEST_PATH = 32767 };

static uptr text_length(const wchar_t *text) {
    uptr length = 0;
    while (length < LONGEST_PATH && text[length])
        length++;
    return length;
}

/* Allocates copies one after the other in one block. */
struct arena {
    u8 *next;
};
static uptr text_size(const wchar_t *text) { return text ? (text_length(text) + 1) * sizeof(wchar_t) : 0; }
static const wchar_t *put_text(struct arena *arena, const wchar_t *text) {
    if (!text)
        return (const wchar_t *)NULL_;
    wchar_t *copy = (wchar_t *)arena->next;
    uptr length = text_length(text);
    for (uptr i = 0; i < length; i++)
        copy[i] = text[i];
    copy[length] = 0;
    arena->next += (length + 1) * sizeof(wchar_t);
    return copy;
}

static rvfs_options *copy_options(const rvfs_options *from) {
    uptr size = sizeof(rvfs_options) + from->target_count * sizeof(wchar_t *) + from->folder_count * sizeof(rvfs_folder);
    for (u32 i = 0; i < from->target_count; i++)
        size += text_size(from->targets[i]);
    for (u32 i = 0; i < from->folder_count; i++)
        size += text_size(from->folders[i].source) + text_size(from->folders[i].target);
    size += text_size(from->mods) + text_size(from->log) + text_size(from->report);

    rvfs_options *copy = (rvfs_options *)HeapAlloc(GetProcessHeap(), 0, size);
    if (!copy)
        return copy;
    *copy = *from;
    const wchar_t **targets = (const wchar_t **)(copy + 1);
    rvfs_folder *folders = (rvfs_folder *)(targets + from->target_count);
    struct arena arena = {(u8 *)(folders + from->folder_count)};
    for (u32 i = 0; i < from->target_count; i++)
        targets[i] = put_text(&arena, from->targets[i]);
    for (u32 i = 0; i < from->folder_count; i++) {
        folders[i].source = put_text(&arena, from->folders[i].source);
        folders[i].target = put_text(&arena, from->folders[i].target);
    }
    copy->targets = targets;
    copy->folders = folders;
    copy->mods = put_text(&arena, from->mods);
    copy->log = put_text(&arena, from->log);
    copy->report = put_text(&arena, from->report);
    return copy;
}

static void *copy_path(const wchar_t *path) {
    struct arena arena = {(u8 *)HeapAlloc(GetProcessHeap(), 0, text_size(path))};
    return arena.next ? (void *)put_text(&arena, path) : NULL_;
}

static void end_start(void) {
    state = DONE;
    SetEvent(start_is_done);
}

/* Runs the start if no thread has, or waits for the one that does. Don't call with the loader lock held. */
static void run_or_wait(void) {
    if (compare_exchange32(&state, RUNNING, WAITING) == WAITING) {
        struct managed_call call = enter_managed();
        rvfs_status result = start_managed(kind, argument);
        leave_managed(call);
        if (kind == START_ENTRY)
            entry_started((rvfs_entry *)argument, result);
        else if (argument)
            HeapFree(GetProcessHeap(), 0, argument);
        end_start();
    }
    WaitForSingleObject(start_is_done, WITHOUT_LIMIT);
}

i32 wait_for_deferred_start(u32 milliseconds) {
    return (state != WAITING && state != RUNNING) || WaitForSingleObject(start_is_done, milliseconds) == WAIT_OBJECT_0;
}

static void put_entry(const u8 *bytes) {
    u32 protection;
    if (!VirtualProtect(entry_point, sizeof trap, PAGE_EXECUTE_READWRITE, &protection))
        return;
    /* In one store: the program may be about to run these bytes. */
    *(volatile u16 *)entry_point = (u16)(bytes[0] | bytes[1] << 8);
    FlushInstructionCache(CURRENT_PROCESS, entry_point, sizeof trap);
    VirtualProtect(entry_point, sizeof trap, protection, &protection);
}

static void remove_trap(void) {
    if (compare_exchange32(&trap_is_set, 0, 1) != 1)
        return;
    /* Only while the trap is there: another program may have hooked over it. */
    if (entry_point[0] == trap[0] && entry_point[1] == trap[1])
        put_entry(entry_bytes);
}

enum { STATUS_ILLEGAL_INSTRUCTION = 0xC000001D };

/* Stays registered: the program may have hit the trap when another thread removes it. */
static i32 NTAPI on_exception(void *pointers) {
    struct exception_record *record = ((struct exception_pointers *)pointers)->record;
    if (record->code != (u32)STATUS_ILLEGAL_INSTRUCTION || record->address != entry_point)
        return EXCEPTION_CONTINUE_SEARCH;
    if (entry_bytes[0] == trap[0] && entry_bytes[1] == trap[1])
        return EXCEPTION_CONTINUE_SEARCH; /* the program's own instruction */
    u32 error = *last_error();
    run_or_wait();
    remove_trap();
    *last_error() = error;
    return EXCEPTION_CONTINUE_EXECUTION;
}

static i32 set_trap(void) {
    if (trap_is_set)
        return 1;
    u8 *image = (u8 *)GetModuleHandleW((const wchar_t *)NULL_);
    const u8 *headers = image + *(u32 *)(image + 0x3C);
    u32 entry = *(u32 *)(headers + 0x28); /* AddressOfEntryPoint */
    if (!entry)
        return 0;
    entry_point = image + entry;
    entry_bytes[0] = entry_point[0];
    entry_bytes[1] = entry_point[1];
    if (!AddVectoredExceptionHandler(1, on_exception))
        return 0;
    trap_is_set = 1;
    put_entry(trap);
    return entry_point[0] == trap[0] && entry_point[1] == trap[1];
}

/*
 * Returns 1 if this thread runs its own start routine, and not just the loader: the return address of BaseThreadInitThunk is at the base of
 * its stack. If that can't be determined, the thread counts as begun: the trap is harmless.
 */
i32 thread_has_begun(void) {
    enum { BEGINNING = 512, FUNCTION_BYTES = 256 };
    const void *const routine = GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "BaseThreadInitThunk");
    const uptr begin = (uptr)routine;
    const uptr *at = (const uptr *)(TEB_PTR(TEB_STACK_BASE) - BEGINNING), *here = (const uptr *)&at;
    if (!begin || (*(const u16 *)((const u8 *)TEB_PTR(TEB_SELF) + TEB_SAME_FLAGS) & HAS_FIBER_DATA))
        return 1;
    for (u32 i = 0; i < BEGINNING / sizeof(uptr); i++) {
        if (at + i > here && at[i] > begin && at[i] < begin + FUNCTION_BYTES)
            return 1;
    }
    return 0;
}

enum { QUERY_LIMITED = 0x0800 }; /* THREAD_QUERY_LIMITED_INFORMATION */

/*
 * Returns 1 if this is the thread that the program begins on: the oldest one. If another program's thread came first and initialises the
 * process, the program's own thread starts beside its APC and hits the trap.
 */
static i32 is_first_thread(void) {
    NTSTATUS(NTAPI * next_thread)(HANDLE, HANDLE, u32, u32, u32, HANDLE *);
    u32(NTAPI * thread_id)(HANDLE);
    HANDLE thread;
    next_thread =
        (NTSTATUS(NTAPI *)(HANDLE, HANDLE, u32, u32, u32, HANDLE *))GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtGetNextThread");
    thread_id = (u32(NTAPI *)(HANDLE))GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "GetThreadId");
    if (!next_thread || !thread_id || !NT_SUCCESS(next_thread(CURRENT_PROCESS, NULL_, QUERY_LIMITED, 0, 0, &thread)))
        return 0;
    i32 is_first = thread_id(thread) == GetCurrentThreadId();
    CloseHandle(thread);
    return is_first;
}

/* Ends the deferred start because another start comes first. */
static void give_up(void) {
    if (compare_exchange32(&state, RUNNING, WAITING) != WAITING)
        return;
    if (kind == START_ENTRY)
        entry_started((rvfs_entry *)argument, RVFS_STATUS_ALREADY_STARTED);
    else if (argument)
        HeapFree(GetProcessHeap(), 0, argument);
    end_start();
}

/*
 * A DllMain that waits alertably receives the APC while it holds the lock; the trap is then left to run the start. A start on this thread
 * receives it, too, when the runtime waits; that start takes precedence.
 */
static void NTAPI on_apc(uptr unused) {
    (void)unused;
    const uptr *mark = rvfs_native_get_thread_state();
    if (mark && (*mark & MARK_INSIDE))
        give_up();
    else if (!rvfs_native_holds_loader_lock())
        run_or_wait();
    else if (state == WAITING)
        set_trap();
    /* Last: the new thread relies on what has been decided here. */
    SetEvent(apc_has_run);
}

/*
 * Wine terminates a process's other threads with a signal. A thread that is just ending by itself can't handle the signal any more, and the
 * whole process dies of SIGSEGV (Wine 8: signal handlers read the thread environment block, which is gone). A program that ends right after
 * its start would hit that now and then, so the thread ends only when such a program is long gone.
 */
enum { LINGER_MILLISECONDS = 10000 };

void linger(void) {
    if (is_wine())
        Sleep(LINGER_MILLISECONDS);
}

/*
 * The time for which the new thread waits for a pending APC. APCs run in the order in which they were queued: one by which a launcher, or
 * the parent process, enters the process (rvfs_enter) was queued earlier and has better arguments.
 */
enum { APC_PATIENCE_MILLISECONDS = 5000 };

static u32 NTAPI start_thread(void *unused) {
    (void)unused;
    if (apc_is_queued)
        WaitForSingleObject(apc_has_run, APC_PATIENCE_MILLISECONDS);
    run_or_wait();
    remove_trap();
    linger();
    return 0;
}

static i32 make_event(HANDLE *event) {
    if (!*event)
        *event = CreateEventW(NULL_, 1, 0, (const wchar_t *)NULL_);
    return *event != NULL_;
}

rvfs_status defer_start(enum start_kind how, const void *with) {
    /* The loader lock is held, so there is no concurrent caller. */
    if (state != NOT_ASKED)
        return RVFS_STATUS_ALREADY_STARTED;
    if (!make_event(&start_is_done) || !make_event(&apc_has_run))
        return fail(RVFS_ERROR_INTERNAL, L"The start could not be put off: the system has no event to give.");
    kind = how;
    if (with) {
        argument = how == START_OPTIONS ? (void *)copy_options((const rvfs_options *)with)
            : how == START_CONFIG       ? copy_path((const wchar_t *)with)
                                        : (void *)(uptr)with;
        if (!argument)
            return fail(RVFS_ERROR_OUT_OF_MEMORY, L"No memory for a copy of the start's arguments.");
    }
    /* The trap's handler, the APC and the thread outlive the start. */
    void *module;
    GetModuleHandleExW(MODULE_FROM_ADDRESS | MODULE_PIN, &__ImageBase, &module);
    state = WAITING;
    apc_is_queued = !thread_has_begun() && QueueUserAPC(on_apc, CURRENT_THREAD, 0);
    i32 comes_by = (apc_is_queued && is_first_thread()) || set_trap() || apc_is_queued;
    HANDLE thread = CreateThread(NULL_, 0, start_thread, NULL_, 0, (u32 *)NULL_);
    if (thread)
        CloseHandle(thread);
    if (!thread && !comes_by) {
        state = NOT_ASKED;
        return fail(RVFS_ERROR_INTERNAL, L"The start could not be put off: no thread and no entry point.");
    }
    return RVFS_STATUS_DEFERRED;
}
