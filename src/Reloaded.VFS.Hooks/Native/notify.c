/*
 * The ends of pending calls for change notifications: completed by managed code, cancelled, or ended with their handle or thread. A call
 * belongs to the thread that has changed its state from pending to claimed; only that thread accesses the game's memory, and never after
 * the call is free.
 */
#include "notify.h"

typedef NTSTATUS(NTAPI *set_event_t)(HANDLE, i32 *);
typedef NTSTATUS(NTAPI *queue_apc_t)(HANDLE, void *, void *, void *, void *);
typedef NTSTATUS(NTAPI *set_completion_t)(HANDLE, void *, void *, NTSTATUS, uptr);
typedef NTSTATUS(NTAPI *delay_t)(u8, const long long *);
typedef NTSTATUS(NTAPI *query_thread_t)(HANDLE, u32, void *, u32, u32 *);
typedef NTSTATUS(NTAPI *wait_t)(HANDLE, u8, const long long *);

static struct rvfs_pending_call calls[MOST_PENDING_CALLS];
static volatile u64 watches[MOST_WATCHES];
static struct rvfs_settling settling[MOST_SETTLING];
void NTAPI rvfs_native_finish_call(struct rvfs_pending_call *call, NTSTATUS status, uptr information);
NTSTATUS NTAPI rvfs_native_hold_call(struct rvfs_pending_call *call, u32 filter, u32 tree);
void NTAPI rvfs_native_settled(u32 slot);
struct rvfs_notifications rvfs_native_notifications = {
    .calls = calls,
    .watches = watches,
    .finish = (void *)rvfs_native_finish_call,
    .hold = (void *)rvfs_native_hold_call,
    .settle = (void *)rvfs_native_settle,
    .settled = (void *)rvfs_native_settled,
    .settling = settling,
};

#define STATUS_SUCCESS 0
#define STATUS_PENDING 0x103
#define STATUS_TIMEOUT 0x102
#define STATUS_ACCESS_VIOLATION ((NTSTATUS)0xC0000005)
#define STATUS_CANCELLED ((NTSTATUS)0xC0000120)
#define STATUS_NOT_FOUND ((NTSTATUS)0xC0000225)

/* Writes an IO_STATUS_BLOCK, the status last: a program may be polling it. */
MAY_FAULT i32 rvfs_store_outcome(void *status_block, NTSTATUS status, uptr information) {
    *(volatile uptr *)((u8 *)status_block + sizeof(void *)) = information;
    *(volatile i32 *)status_block = (i32)status;
    return has_come_to_end();
}

static u32 generation_of(u64 entry) { return (u32)(entry >> 32) & HANDLE_GENERATION; }

/*
 * A file object isn't signalled while a call on it is pending, and is when that call ends, in any way; only the system can do either. So a
 * further call, which reports nothing, is made on the game's handle, and cancelled when the game's call ends.
 */
NTSTATUS NTAPI rvfs_native_hold_call(struct rvfs_pending_call *call, u32 filter, u32 tree) {
    call->held_block[0] = STATUS_PENDING;
    NTSTATUS status = ORIGINAL(NtNotifyChangeDirectoryFile)(call->held, NULL_, NULL_, NULL_, call->held_block, NULL_, 0, filter, (u8)tree);
    if (status != STATUS_PENDING)
        call->held_block[0] = (u32)status;
    return status;
}

static void release_held(struct rvfs_pending_call *call) {
    uptr result[2];
    NtCancelIoFileEx_t cancel = ORIGINAL(NtCancelIoFileEx);
    if (cancel)
        cancel(call->held, call->held_block, result);
}

static void post(const struct rvfs_pending_call *call, NTSTATUS status, uptr information) {
    volatile u64 *entry = handle_entry(call->port);
    if (entry && generation_of(read64(entry)) == call->port_generation)
        ((set_completion_t)rvfs_native_notifications.set_completion)(call->port, call->key, call->context, status, information);
}

/* The caller has claimed the call. What wakes the game comes after what the game then reads. */
void NTAPI rvfs_native_finish_call(struct rvfs_pending_call *call, NTSTATUS status, uptr information) {
    NtClose_t close = ORIGINAL(NtClose);
    rvfs_store_outcome(call->status_block, status, information);
    if (call->event) {
        ((set_event_t)rvfs_native_notifications.set_event)(call->event, NULL_);
        close(call->event);
    } else if (call->held)
        release_held(call);
    if (call->apc)
        ((queue_apc_t)rvfs_native_notifications.queue_apc)(call->thread, call->apc, call->context, call->status_block, NULL_);
    else if (call->port)
        post(call, status, information);
    if (call->thread)
        close(call->thread);
    write64(&call->state, CALL_FREE);
}

static int claim(struct rvfs_pending_call *call, u32 generation) {
    u64 pending = (u64)generation << 32 | CALL_PENDING;
    return replace64(&call->state, pending, (u64)generation << 32 | CALL_CLAIMED);
}

static int is_meant(const struct rvfs_pending_call *call, const void *status_block, u32 thread_id) {
    return (!status_block || call->status_block == status_block) && (!thread_id || call->thread_id == thread_id);
}

/* Ends the pending calls of a watch: one of them, those of one thread, or all. Returns their number. */
static int end_calls(u32 generation, const void *status_block, u32 thread_id, NTSTATUS status) {
    int ended = 0;
    for (u32 i = 0; i < MOST_PENDING_CALLS; i++) {
        struct rvfs_pending_call *call = calls + i;
        if (!is_meant(call, status_block, thread_id) || !claim(call, generation))
            continue;
        if (!is_meant(call, status_block, thread_id)) { /* the slot now has another call of the same handle */
            write64(&call->state, (u64)generation << 32 | CALL_PENDING);
            continue;
        }
        rvfs_native_finish_call(call, status, 0);
        ended++;
    }
    return ended;
}

/* Only the close of the last handle ends the calls. */
static int is_open(u64 entry) {
    for (u64 i = 0; (entry & HANDLE_SHARED) && i < rvfs_gate_state.handle_count; i++) {
        u64 other = read64(&rvfs_gate_state.handles[i]);
        if (other && generation_of(other) == generation_of(entry))
            return 1;
    }
    return 0;
}

int rvfs_notify_is_watched(u64 entry) {
    u32 generation = generation_of(entry);
    for (i32 i = 0; generation && i < rvfs_native_notifications.watch_slots; i++) {
        if (read64(&watches[i]) == generation)
            return 1;
    }
    return 0;
}

void rvfs_notify_closed(u64 entry) {
    u32 generation = generation_of(entry);
    if (!generation) /* a handle of which nothing is known isn't watched */
        return;
    i32 slots = rvfs_native_notifications.watch_slots;
    for (i32 i = 0; i < slots; i++) {
        if (read64(&watches[i]) != generation || is_open(entry) || !replace64(&watches[i], generation, 0))
            continue;
        end_calls(generation, NULL_, 0, rvfs_native_notifications.closed_status);
        /* A call that another thread is just completing is done before the game can free its memory, unless that thread is gone. */
        for (u32 c = 0, waited = 0; c < MOST_PENDING_CALLS && waited < 1000;) {
            if (read64(&calls[c].state) != ((u64)generation << 32 | CALL_CLAIMED) || rvfs_gate_state.process_ending) {
                c++;
                continue;
            }
            long long millisecond = -10000;
            ((delay_t)rvfs_native_notifications.delay)(0, &millisecond);
            waited++;
        }
        ((set_completion_t)rvfs_native_notifications.set_completion)(rvfs_native_notifications.port, NULL_, NULL_, 0, 0);
    }
}

void rvfs_notify_going(HANDLE handle) {
    volatile u64 *entry = handle_entry(handle);
    if (entry)
        replace64(entry, 0, HANDLE_DELETE_PENDING);
}

/*
 * A thread of the VFS passes the system's notifications on to watchers. So a packet of this thread is queued after what the system has
 * reported so far, and its answer is awaited: no longer than the change itself could be reported late.
 */
NOINLINE void NTAPI rvfs_native_settle(void) {
    const long long limit = -50 * 10000; /* 50 ms */
    wait_t wait = (wait_t)rvfs_native_notifications.wait;
    if (!rvfs_native_notifications.watching || rvfs_gate_state.process_ending)
        return;
    for (u32 i = 0; i < MOST_SETTLING; i++) {
        struct rvfs_settling *slot = settling + i;
        if (!slot->event || !replace64(&slot->state, SETTLING_FREE, SETTLING_WAITING))
            continue;
        if (!NT_SUCCESS(
                ((set_completion_t)rvfs_native_notifications.set_completion)(rvfs_native_notifications.port, SETTLE_KEY, NULL_, 0, i)))
            write64(&slot->state, SETTLING_FREE);
        else if (wait(slot->event, 0, &limit) != STATUS_TIMEOUT)
            write64(&slot->state, SETTLING_FREE);
        else if (!replace64(&slot->state, SETTLING_WAITING, SETTLING_LEFT)) {
            wait(slot->event, 0, NULL_); /* answered at the last moment: the event is set, or about to be */
            write64(&slot->state, SETTLING_FREE);
        }
        return;
    }
}

/* Called by the notifying thread once it has reported everything that came before the packet. */
void NTAPI rvfs_native_settled(u32 i) {
    if (i >= MOST_SETTLING)
        return;
    if (replace64(&settling[i].state, SETTLING_WAITING, SETTLING_ANSWERED))
        ((set_event_t)rvfs_native_notifications.set_event)(settling[i].event, NULL_);
    else
        replace64(&settling[i].state, SETTLING_LEFT, SETTLING_FREE);
}

/* The system cancels the calls that a thread leaves behind, except those that report to a port. */
void rvfs_notify_thread_ended(void) {
    if (!rvfs_native_notifications.watch_slots)
        return;
    u32 thread_id = (u32)TEB_PTR(TEB_THREAD_ID);
    for (u32 i = 0; i < MOST_PENDING_CALLS; i++) {
        struct rvfs_pending_call *call = calls + i;
        u64 state = read64(&call->state);
        if ((u32)state == CALL_PENDING && call->thread_id == thread_id && !call->port && claim(call, (u32)(state >> 32)))
            rvfs_native_finish_call(call, STATUS_CANCELLED, 0);
    }
}

static u32 watched_generation(HANDLE handle) {
    volatile u64 *entry = rvfs_native_notifications.watch_slots ? handle_entry(handle) : (volatile u64 *)NULL_;
    u64 value = entry ? read64(entry) : 0;
    return value && (u32)value != HANDLE_UNRELATED ? generation_of(value) : 0;
}

/* Also cancels the system's own calls on that handle. */
static NOINLINE NTSTATUS cancel_watched(HANDLE handle, void *status_block, u32 generation) {
    end_calls(generation, NULL_, (u32)TEB_PTR(TEB_THREAD_ID), STATUS_CANCELLED);
    return ORIGINAL(NtCancelIoFile)(handle, status_block);
}

static NOINLINE NTSTATUS cancel_watched_ex(HANDLE handle, void *which, void *status_block, u32 generation) {
    int ended = end_calls(generation, which, 0, STATUS_CANCELLED);
    NTSTATUS status = ORIGINAL(NtCancelIoFileEx)(handle, which, status_block);
    if (!ended || status != STATUS_NOT_FOUND)
        return status;
    return rvfs_store_outcome(status_block, STATUS_SUCCESS, 0) ? STATUS_SUCCESS : STATUS_ACCESS_VIOLATION;
}

NTSTATUS NTAPI rvfs_gate_NtCancelIoFile(HANDLE handle, void *status_block) {
    u32 generation = watched_generation(handle);
    if (generation)
        return cancel_watched(handle, status_block, generation);
    TAIL ORIGINAL(NtCancelIoFile)(handle, status_block);
}

NTSTATUS NTAPI rvfs_gate_NtCancelIoFileEx(HANDLE handle, void *which, void *status_block) {
    u32 generation = watched_generation(handle);
    if (generation)
        return cancel_watched_ex(handle, which, status_block, generation);
    TAIL ORIGINAL(NtCancelIoFileEx)(handle, which, status_block);
}

/* THREAD_BASIC_INFORMATION (phnt). */
struct thread_information {
    NTSTATUS exit_status;
    void *teb;
    uptr process_id, thread_id, affinity;
    i32 priority, base_priority;
};

enum { ThreadBasicInformation = 0, THREAD_QUERY_LIMITED_INFORMATION = 0x800 };

/* Returns 0 if the system doesn't tell. The right to terminate a thread needn't include the right to query it by the same handle. */
static u32 thread_id_of(HANDLE thread) {
    query_thread_t query = (query_thread_t)rvfs_native_notifications.query_thread;
    const HANDLE process = (HANDLE)(uptr)-1;
    struct thread_information information;
    HANDLE copy;
    if (NT_SUCCESS(query(thread, ThreadBasicInformation, &information, sizeof information, NULL_)))
        return (u32)information.thread_id;
    if (!NT_SUCCESS(ORIGINAL(NtDuplicateObject)(process, thread, process, &copy, THREAD_QUERY_LIMITED_INFORMATION, 0, 0)))
        return 0;
    NTSTATUS status = query(copy, ThreadBasicInformation, &information, sizeof information, NULL_);
    ORIGINAL(NtClose)(copy);
    return NT_SUCCESS(status) ? (u32)information.thread_id : 0;
}

static int end_synchronous_calls(u32 thread_id, const void *status_block) {
    int ended = 0;
    for (u32 i = 0; i < MOST_PENDING_CALLS; i++) {
        struct rvfs_pending_call *call = calls + i;
        u64 state = read64(&call->state);
        if ((u32)state != CALL_PENDING || !call->is_synchronous || !is_meant(call, status_block, thread_id)
            || !claim(call, (u32)(state >> 32)))
            continue;
        if (!call->is_synchronous || !is_meant(call, status_block, thread_id)) { /* now another call of the same handle */
            write64(&call->state, state);
            continue;
        }
        rvfs_native_finish_call(call, STATUS_CANCELLED, 0);
        ended++;
    }
    return ended;
}

/* The system is first asked to cancel a call that was never made: its status tells whether the caller may cancel calls of the thread. */
static NOINLINE NTSTATUS cancel_synchronous(HANDLE thread, void *which, void *status_block) {
    NtCancelSynchronousIoFile_t original = ORIGINAL(NtCancelSynchronousIoFile);
    uptr nothing[2], result[2];
    u32 thread_id = original(thread, nothing, result) == STATUS_NOT_FOUND ? thread_id_of(thread) : 0;
    int ended = thread_id ? end_synchronous_calls(thread_id, which) : 0;
    NTSTATUS status = original(thread, which, status_block);
    if (!ended || status != STATUS_NOT_FOUND)
        return status;
    return rvfs_store_outcome(status_block, STATUS_SUCCESS, 0) ? STATUS_SUCCESS : STATUS_ACCESS_VIOLATION;
}

NTSTATUS NTAPI rvfs_gate_NtCancelSynchronousIoFile(HANDLE thread, void *which, void *status_block) {
    if (rvfs_native_notifications.watch_slots)
        return cancel_synchronous(thread, which, status_block);
    TAIL ORIGINAL(NtCancelSynchronousIoFile)(thread, which, status_block);
}
