/* The native functions that are passed to the hooks. */
#include "native.h"

i32 NTAPI rvfs_native_try_copy(void *destination, const void *source, uptr count);
i32 NTAPI rvfs_native_try_exchange(volatile u64 *at, u64 *expected, u64 value);
i32 NTAPI rvfs_native_capture_name(const OBJECT_ATTRIBUTES *attributes, struct rvfs_captured *captured, WCHAR16 *text, i32 capacity);
struct rvfs_gate_slots *NTAPI rvfs_native_get_gate(i32 index);

#if !defined(__clang__)
u64 __rdtsc(void);
#pragma intrinsic(__rdtsc)
#define __builtin_ia32_rdtsc __rdtsc
#endif

/* Returns the processor's time stamp, and this thread's id in *thread. */
u64 NTAPI rvfs_native_stamp(u32 *thread) {
    *thread = (u32)TEB_PTR(TEB_CLIENT_ID_THREAD);
    return __builtin_ia32_rdtsc();
}

/* Begins a handler: saves what the handler restores, and returns the thread's mark. Managed twin: ThreadErrors. */
uptr *NTAPI rvfs_native_enter(struct rvfs_thread_errors *errors) {
    u8 *block = (u8 *)TEB_PTR(TEB_SELF);
    errors->last_error = (u32 *)(block + TEB_LAST_ERROR);
    errors->last_status = (u32 *)(block + TEB_LAST_STATUS);
    errors->error = *errors->last_error;
    errors->status = *errors->last_status;
    return rvfs_native_get_thread_state();
}

void NTAPI rvfs_native_get_services(struct rvfs_services *services) {
    /* Managed code calls this, so the runtime has registered its handler already: this one comes before it. */
    rvfs_native_catch_faults();
    services->gate = &rvfs_gate_state;
    services->patch = (void *)rvfs_native_patch;
    services->get_thread_state = (void *)rvfs_native_get_thread_state;
    services->try_copy = (void *)rvfs_native_try_copy;
    services->try_exchange = (void *)rvfs_native_try_exchange;
    services->capture_name = (void *)rvfs_native_capture_name;
    services->stamp = (void *)rvfs_native_stamp;
    services->get_gate = (void *)rvfs_native_get_gate;
    services->notifications = &rvfs_native_notifications;
    services->enter = (void *)rvfs_native_enter;
    services->close = (void *)rvfs_native_close;
}

void *NTAPI rvfs_native_get_module(void) { return &__ImageBase; }
