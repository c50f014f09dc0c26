/* The end of a start that another process has asked for. */
#include "native.h"

IMPORT i32 NTAPI TerminateProcess(HANDLE process, u32 exit_code);

void entry_started(rvfs_entry *entry, rvfs_status status) {
    u32 error = *last_error();
    HANDLE done = entry->done, go = entry->go;
    if (status >= RVFS_OK && entry->withheld)
        entry->imported = rvfs_import(entry->withheld);
    entry->status = status;
    entry->state = RVFS_ENTRY_DONE;
    SetEvent(done);
    CloseHandle(done);
    /* Whoever asked may have the process ended now; it also ends with that one (a job) until it is let go. */
    if (go) {
        WaitForSingleObject(go, WITHOUT_LIMIT);
        CloseHandle(go);
    }
    if (status < RVFS_OK && (entry->flags & RVFS_ENTRY_STOP))
        TerminateProcess(CURRENT_PROCESS, entry->exit_code);
    *last_error() = error;
}
