/*
 * NtClose and NtDuplicateObject: the handle table follows them, in native code alone. The runtime closes handles after its own thread state
 * is gone, and an ending thread closes them, too, so neither function normally enters managed code. The exception is a handle of the game
 * whose close has consequences (a folder that is deleted then, or a watch that ends), on a thread that any other gate would let in.
 */
#include "floating.h"
#include "notify.h"

#define STATUS_INVALID_HANDLE ((NTSTATUS)0xC0000008)

__declspec(dllimport) u32 NTAPI GetProcessId(HANDLE process);
__declspec(dllimport) u32 NTAPI GetCurrentProcessId(void);
i32 NTAPI rvfs_native_try_copy(void *destination, const void *source, uptr count);

/* The entry is cleared before the handle is closed: another thread may get the same value the moment the original has closed it. */
NTSTATUS NTAPI rvfs_native_close(HANDLE handle) {
    volatile u64 *entry = handle_entry(handle);
    u64 value = entry ? exchange64(entry, 0) : 0;
    NTSTATUS status = ORIGINAL(NtClose)(handle);
    if (!NT_SUCCESS(status) && status != STATUS_INVALID_HANDLE && value != 0)
        replace64(entry, 0, value); /* protected from close: the handle stays open */
    else if (value != 0 && rvfs_native_notifications.watch_slots)
        rvfs_notify_closed(value);
    if (NT_SUCCESS(status) && (u32)value == HANDLE_DELETE_PENDING)
        rvfs_native_settle();
    return status;
}

/* Returns 1 if closing the handle with this entry has consequences. */
static int is_followed(u64 value) { return rvfs_gate_state.closes || rvfs_notify_is_watched(value); }

static NOINLINE NTSTATUS close_tracked(HANDLE handle, u64 value) {
    if (is_followed(value) && rvfs_may_enter()) {
        u32 mxcsr = begin_managed();
        NTSTATUS status = HANDLER(NtClose)(handle);
        end_managed(mxcsr);
        return status;
    }
    return rvfs_native_close(handle);
}

NTSTATUS NTAPI rvfs_gate_NtClose(HANDLE handle) {
    volatile u64 *entry = handle_entry(handle);
    u64 value = entry ? read64(entry) : 0;
    if (value)
        return close_tracked(handle, value);
    TAIL ORIGINAL(NtClose)(handle);
}

/* The pseudo handle first: the alternative costs a call. */
int rvfs_is_this_process(HANDLE process) {
    if (process == (HANDLE)(uptr)-1)
        return 1;
    /* A handle without query access would change the caller's last error. */
    u32 error = *last_error();
    int is_this = GetProcessId(process) == GetCurrentProcessId();
    *last_error() = error;
    return is_this;
}

enum { DUPLICATE_CLOSE_SOURCE = 1 };

/* The target of a handle that was another process's is unknown here. */
static NTSTATUS duplicate_from_other(HANDLE from, HANDLE handle, HANDLE to, HANDLE *copy, u32 access, u32 attributes, u32 options) {
    NTSTATUS status = ORIGINAL(NtDuplicateObject)(from, handle, to, copy, access, attributes, options);
    HANDLE made;
    if (!NT_SUCCESS(status) || !copy || !rvfs_is_this_process(to) || !rvfs_native_try_copy(&made, copy, sizeof made))
        return status;
    volatile u64 *target = handle_entry(made);
    if (target)
        write64(target, HANDLE_UNRESOLVED);
    return status;
}

/*
 * Without a target process, the call only closes the handle, which is done as by NtClose. The result of such a call differs between
 * systems, so it is made for another handle of the same file object, of which nothing is known.
 */
static NTSTATUS close_source(HANDLE from, HANDLE handle, HANDLE *copy, u32 access, u32 attributes, u32 options, u64 value) {
    enum { DUPLICATE_SAME_ACCESS = 2 };
    NtDuplicateObject_t original = ORIGINAL(NtDuplicateObject);
    const HANDLE process = (HANDLE)(uptr)-1;
    HANDLE other;
    NTSTATUS status = original(process, handle, process, &other, 0, 0, DUPLICATE_SAME_ACCESS);
    if (!NT_SUCCESS(status))
        return original(from, handle, NULL_, copy, access, attributes, options);
    status = original(from, other, NULL_, copy, access, attributes, options);
    close_tracked(handle, value);
    return status;
}

static NOINLINE NTSTATUS duplicate_tracked(HANDLE from, HANDLE handle, HANDLE to, HANDLE *copy, u32 access, u32 attributes, u32 options,
                                           volatile u64 *entry) {
    NtDuplicateObject_t original = ORIGINAL(NtDuplicateObject);
    if (!rvfs_is_this_process(from))
        return duplicate_from_other(from, handle, to, copy, access, attributes, options);
    if (!entry)
        return original(from, handle, to, copy, access, attributes, options);
    u64 value = read64(entry);
    if ((options & DUPLICATE_CLOSE_SOURCE) && value && is_followed(value)) {
        if (!to)
            return close_source(from, handle, copy, access, attributes, options, value);
        /* Closing has consequences: done as by NtClose, whatever the status here. */
        NTSTATUS status = duplicate_tracked(from, handle, to, copy, access, attributes, options & ~(u32)DUPLICATE_CLOSE_SOURCE, entry);
        close_tracked(handle, value);
        return status;
    }
    if (options & DUPLICATE_CLOSE_SOURCE)
        value = exchange64(entry, 0); /* closed without NtClose, whatever the status: a stale entry would apply to an unrelated handle */
    NTSTATUS status = original(from, handle, to, copy, access, attributes, options);
    HANDLE made;
    if ((options & DUPLICATE_CLOSE_SOURCE) && value && !NT_SUCCESS(status) && rvfs_native_notifications.watch_slots)
        rvfs_notify_closed(value);
    if (!NT_SUCCESS(status) || value == 0 || !copy || !rvfs_is_this_process(to) || !rvfs_native_try_copy(&made, copy, sizeof made))
        return status;
    volatile u64 *target = handle_entry(made);
    if (!target)
        return status;
    if (!(options & DUPLICATE_CLOSE_SOURCE)) {
        /* Two handles of one file object share its directory cursor. */
        replace64(entry, value, value | HANDLE_SHARED); /* unless it was closed meanwhile */
        value |= HANDLE_SHARED;
    }
    write64(target, value);
    return status;
}

NTSTATUS NTAPI rvfs_gate_NtDuplicateObject(HANDLE from, HANDLE handle, HANDLE to, HANDLE *copy, u32 access, u32 attributes, u32 options) {
    volatile u64 *entry = handle_entry(handle);
    if (from != (HANDLE)(uptr)-1 || (entry && read64(entry)))
        return duplicate_tracked(from, handle, to, copy, access, attributes, options, entry);
    TAIL ORIGINAL(NtDuplicateObject)(from, handle, to, copy, access, attributes, options);
}
