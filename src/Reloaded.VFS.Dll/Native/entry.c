/* A start that another process has asked for: who runs it, and its end. */
#include "native.h"

IMPORT i32 NTAPI TerminateProcess(HANDLE process, u32 exit_code);

enum { SYNCHRONIZE = 0x00100000, POLL_MILLISECONDS = 1, READING_MILLISECONDS = 500 };
#define STATUS_DLL_NOT_FOUND 0xC0000135u
#define STATUS_ENTRYPOINT_NOT_FOUND 0xC0000139u

/*
 * The main thread and a thread that another program makes in the suspended process have the same entry. What the second one runs next may
 * be a file of a mod, so it waits for the first; not where it holds the loader lock, which a start needs free, nor for a thread that is
 * gone.
 */
i32 entry_begin(rvfs_entry *entry) {
    u32 error = *last_error();
    if (compare_exchange32((volatile long *)&entry->state, RVFS_ENTRY_BEGUN, RVFS_ENTRY_TO_COME) == RVFS_ENTRY_TO_COME) {
        entry->starter = GetCurrentThreadId();
        return 1;
    }
    if (entry->state == RVFS_ENTRY_BEGUN && entry->starter != GetCurrentThreadId() && !rvfs_native_holds_loader_lock()) {
        HANDLE starter = OpenThread(SYNCHRONIZE, 0, entry->starter);
        while (entry->state == RVFS_ENTRY_BEGUN) {
            if (!starter)
                Sleep(POLL_MILLISECONDS);
            else if (WaitForSingleObject(starter, POLL_MILLISECONDS) == WAIT_OBJECT_0)
                break;
        }
        if (starter)
            CloseHandle(starter);
    }
    *last_error() = error;
    return 0;
}

/* A program that lacks what it imports ends as Windows' loader has it end. */
static void end_without_imports(const rvfs_entry *entry) {
    u32 exit_code = entry->exit_code;
    if (entry->imported == RVFS_ERROR_NOT_FOUND)
        exit_code = entry->withheld->ordinal || entry->withheld->function[0] ? STATUS_ENTRYPOINT_NOT_FOUND : STATUS_DLL_NOT_FOUND;
    TerminateProcess(CURRENT_PROCESS, exit_code);
}

void entry_started(rvfs_entry *entry, rvfs_status status) {
    u32 error = *last_error();
    HANDLE done = entry->done, go = entry->go;
    i32 ends = status < RVFS_OK && (entry->flags & RVFS_ENTRY_STOP);
    /* Where the start failed, the program runs without mods, but not without what it imports. A launcher that holds it starts it anew. */
    if (entry->withheld && (status >= RVFS_OK || (!go && !ends)))
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
    if (ends)
        TerminateProcess(CURRENT_PROCESS, entry->exit_code);
    /* Whoever started it says what went wrong, and reads that here: a program that ends at once would take it along. */
    if (!go && (status < RVFS_OK || entry->imported < RVFS_OK)) {
        Sleep(READING_MILLISECONDS);
        if (entry->imported < RVFS_OK)
            end_without_imports(entry);
    }
    *last_error() = error;
}
