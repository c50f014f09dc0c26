/* The thread's mark, and the runtime's registration of threads by thread instead of by fiber. */
#include "native.h"

#define TLS_OUT_OF_INDEXES 0xFFFFFFFFu

/*
 * NativeAOT's runtime keeps its "this thread is attached" in fiber-local storage, and detaches when the fiber is deleted. A game that
 * uses fibers breaks that: deleting a fiber detaches on whichever thread deletes it, and a thread that attached on one fiber attaches
 * again, and fails fast, on a fiber that another thread used before. What the runtime means is the thread. So its three calls are given
 * thread-local slots here, and its callback is called where the thread ends.
 *
 * These are the import library's two names for each function, the function and its entry in the import table: with both defined here the
 * linker never looks into kernel32's library for them. Only this image's own calls are meant; ucrtbase and the game keep theirs.
 */
typedef void(NTAPI *fls_callback)(void *value);
#define FLS_OUT_OF_INDEXES 0xFFFFFFFFu
enum { FLS_CAPACITY = 4, FLS_FIRST_INDEX = 0x40000000 };
static struct {
    u32 tls_index;
    fls_callback callback;
} fls_slots[FLS_CAPACITY];
static volatile long fls_count;

static volatile uptr *slot_address(u32 index) {
    if (index < TLS_DIRECT_SLOTS)
        return (uptr *)(TEB_PTR(TEB_SELF) + TEB_TLS_SLOTS) + index;
    uptr *expansion = (uptr *)TEB_PTR(TEB_TLS_EXPANSION);
    return expansion ? expansion + (index - TLS_DIRECT_SLOTS) : (uptr *)NULL_;
}

u32 NTAPI FlsAlloc(fls_callback callback) {
    u32 tls_index = TlsAlloc();
    if (tls_index == TLS_OUT_OF_INDEXES)
        return FLS_OUT_OF_INDEXES;
    for (;;) {
        long slot = fls_count;
        if (slot == FLS_CAPACITY) {
            TlsFree(tls_index);
            return FLS_OUT_OF_INDEXES;
        }
        if (compare_exchange32(&fls_count, slot + 1, slot) == slot) {
            fls_slots[slot].callback = callback;
            fls_slots[slot].tls_index = tls_index;
            return FLS_FIRST_INDEX + (u32)slot;
        }
    }
}

i32 NTAPI FlsSetValue(u32 index, void *value) {
    u32 slot = index - FLS_FIRST_INDEX;
    return slot < FLS_CAPACITY && TlsSetValue(fls_slots[slot].tls_index, value);
}

/* Read from the thread's block: TlsGetValue would clear the last error value. */
void *NTAPI FlsGetValue(u32 index) {
    u32 slot = index - FLS_FIRST_INDEX;
    if (slot >= FLS_CAPACITY)
        return NULL_;
    volatile uptr *address = slot_address(fls_slots[slot].tls_index);
    return address ? (void *)*address : NULL_;
}

void *const __imp_FlsAlloc = (void *)FlsAlloc;
void *const __imp_FlsSetValue = (void *)FlsSetValue;
void *const __imp_FlsGetValue = (void *)FlsGetValue;

/*
 * Called on a thread that ends: by the gate of LdrShutdownThread, before any other module hears of it and without the loader lock; where
 * that hook isn't in, by the TLS callback on DLL_THREAD_DETACH. From here on no call of this thread enters managed code. A second call
 * finds nothing to do.
 */
void thread_state_exit(void) {
    uptr *mark = rvfs_native_get_thread_state();
    if (mark)
        *mark |= MARK_ENDED;
    last_thread_on_exit();
    /* Last come, first gone, as initialisers and their counterparts are. */
    for (long slot = fls_count - 1; slot >= 0; slot--) {
        volatile uptr *value = fls_slots[slot].tls_index ? slot_address(fls_slots[slot].tls_index) : (uptr *)NULL_;
        if (!value || !*value)
            continue;
        /* The runtime reads its slot in the callback to see that the thread is its own: it is cleared after that. */
        if (fls_slots[slot].callback)
            fls_slots[slot].callback((void *)*value);
        *value = 0;
    }
}

i32 thread_state_initialize(void) {
    rvfs_thread_exit = thread_state_exit;
    rvfs_gate_state.state_slot = TlsAlloc();
    return rvfs_gate_state.state_slot != NO_STATE_SLOT;
}

void thread_state_free(void) {
    if (rvfs_gate_state.state_slot != NO_STATE_SLOT)
        TlsFree(rvfs_gate_state.state_slot);
}
