/* The thread's mark, and the runtime's registration of threads by thread instead of by fiber. */
#include "native.h"

#define TLS_OUT_OF_INDEXES 0xFFFFFFFFu

/*
 * NativeAOT's runtime keeps "this thread is attached" in fiber-local storage, and detaches when the fiber is deleted. A game that uses
 * fibers breaks that: deleting a fiber detaches whichever thread deletes it, and a thread that attached on one fiber attaches again, and
 * fails fast, on a fiber that another thread used before. The runtime means the thread. So its three functions use thread-local slots here,
 * and its callback is called when the thread ends.
 *
 * Both of the import library's names for each function are defined: the function and its entry in the import table. The linker then never
 * takes them from kernel32's library. Only this image's own calls are affected; ucrtbase and the game keep theirs.
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

/* Reads the thread environment block: TlsGetValue would clear the last error. */
void *NTAPI FlsGetValue(u32 index) {
    u32 slot = index - FLS_FIRST_INDEX;
    if (slot >= FLS_CAPACITY)
        return NULL_;
    volatile uptr *address = slot_address(fls_slots[slot].tls_index);
    return address ? (void *)*address : NULL_;
}

OWN_IMPORT(FlsAlloc, 4)
OWN_IMPORT(FlsSetValue, 8)
OWN_IMPORT(FlsGetValue, 4)

/*
 * Called on a thread that ends: by the gate of LdrShutdownThread, before any other module is notified and without the loader lock; if that
 * hook isn't installed, by the TLS callback on DLL_THREAD_DETACH. No call of this thread enters managed code from here on. A second call
 * does nothing.
 */
void thread_state_exit(void) {
    uptr *mark = rvfs_native_get_thread_state();
    if (mark)
        *mark |= MARK_ENDED;
    last_thread_on_exit();
    /* In reverse order, like destructors. */
    for (long slot = fls_count - 1; slot >= 0; slot--) {
        volatile uptr *value = fls_slots[slot].tls_index ? slot_address(fls_slots[slot].tls_index) : (uptr *)NULL_;
        if (!value || !*value)
            continue;
        /* The runtime reads its slot in the callback to recognise its thread, so the slot is cleared afterwards. */
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
