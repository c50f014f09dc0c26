/* Moments in which the runtime must not be called. */
#include "native.h"

/*
 * The runtime's start and a thread's first call into it may wait for another thread to start, which none does while the loader lock is
 * held. PEB.LoaderLock points to that critical section; its owner is the thread's id (Wine has both fields, too).
 */
i32 rvfs_native_holds_loader_lock(void) {
    const u8 *lock = *(const u8 **)(TEB_PTR(TEB_PEB) + PEB_LOADER_LOCK);
    return lock && *(volatile const uptr *)(lock + CRITICAL_SECTION_OWNER) == TEB_PTR(TEB_CLIENT_ID_THREAD);
}

i32 process_is_ending(void) {
    static u8(NTAPI *volatile in_progress)(void);
    if (rvfs_gate_state.process_ending)
        return 1;
    if (!in_progress)
        in_progress = (u8(NTAPI *)(void))GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "RtlDllShutdownInProgress");
    return in_progress && in_progress();
}
