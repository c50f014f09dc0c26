/* The ends of a thread and of the process: from then on nothing enters managed code. */
#include "notify.h"

void (*rvfs_thread_exit)(void);

/* ntdll calls it before the fiber-local callbacks and before any DllMain hears of the thread's end. */
void NTAPI rvfs_gate_LdrShutdownThread(void) {
    if (rvfs_thread_exit)
        rvfs_thread_exit();
    rvfs_notify_thread_ended();
    TAIL_VOID ORIGINAL(LdrShutdownThread)();
}

/*
 * The other threads go on running until the original has ended them, and see the mods until then. One of them may be ended inside the
 * runtime and leave its locks behind; so this thread, which alone goes on, never enters it again.
 */
void NTAPI rvfs_gate_RtlExitUserProcess(NTSTATUS status) {
    uptr *mark = mark_or_null();
    if (!mark)
        mark = rvfs_native_get_thread_state();
    if (mark)
        *mark |= MARK_ENDED;
    else
        rvfs_gate_state.enabled = 0;
    rvfs_gate_state.process_ending = 1;
    TAIL_VOID ORIGINAL(RtlExitUserProcess)(status);
}
