/* The ends of a thread and of the process: from then on nothing enters managed code. */
#include "gate.h"

/* ntdll calls it before the fiber-local callbacks and before any DllMain hears of the thread's end. */
void NTAPI rvfs_gate_LdrShutdownThread(void) {
    rvfs_native_thread_exit();
    TAIL_VOID((void(NTAPI *)(void))rvfs_gates[GATE_LdrShutdownThread].original)();
}

/* Other threads are still running here; those that are inside a handler finish or are ended there. Neither holds a lock of ours. */
void NTAPI rvfs_gate_RtlExitUserProcess(NTSTATUS status) {
    rvfs_gate_state.process_ending = 1;
    TAIL_VOID((void(NTAPI *)(NTSTATUS))rvfs_gates[GATE_RtlExitUserProcess].original)(status);
}
