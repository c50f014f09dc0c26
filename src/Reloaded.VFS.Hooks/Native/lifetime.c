/* The end of a thread and of the process: nothing enters managed code from then on. */
#include "notify.h"

void (*rvfs_thread_exit)(void);

/* ntdll calls it before the fiber-local callbacks and before any DllMain is notified of the thread's end. */
void NTAPI rvfs_gate_LdrShutdownThread(void) {
    if (rvfs_thread_exit)
        rvfs_thread_exit();
    rvfs_notify_thread_ended();
    TAIL_VOID ORIGINAL(LdrShutdownThread)();
}

/*
 * The other threads run on until the original has terminated them, and see the mods until then. One of them may be terminated inside the
 * runtime and leave its locks held; so this thread, the only one that continues, never enters the runtime again.
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
