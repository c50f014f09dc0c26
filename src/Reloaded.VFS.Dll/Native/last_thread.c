/*
 * The end of a program whose last thread returns without ExitProcess. Windows ends a process with its last thread, but here the runtime's
 * own threads would remain. So when the process's first thread ends, a thread waits for all others that aren't this image's and then ends
 * the process, as RtlExitUserThread does on the last thread.
 */
#include "native.h"

IMPORT i32 NTAPI GetExitCodeThread(HANDLE thread, u32 *code);
IMPORT void NTAPI ExitProcess(u32 code);

typedef NTSTATUS(NTAPI *next_thread_t)(HANDLE process, HANDLE thread, u32 access, u32 attributes, u32 flags, HANDLE *next);
typedef NTSTATUS(NTAPI *query_thread_t)(HANDLE thread, u32 information, void *buffer, u32 size, u32 *returned);

enum {
    QUERY_AND_WAIT = 0x0040 | 0x00100000, /* THREAD_QUERY_INFORMATION: what the start address asks for on Windows; SYNCHRONIZE */
    WIN32_START_ADDRESS = 9               /* ThreadQuerySetWin32StartAddress */
};

static next_thread_t next_thread;
static query_thread_t query_thread;
static u32 first_id;
static volatile long is_waiting;

/* Called at load: the kernel lists threads by age, so its first one is the program's oldest remaining thread. */
void last_thread_initialize(void) {
    void *ntdll = GetModuleHandleW(L"ntdll.dll");
    u32(NTAPI * thread_id)(HANDLE) = (u32(NTAPI *)(HANDLE))GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "GetThreadId");
    HANDLE first = NULL_;
    query_thread = (query_thread_t)GetProcAddress(ntdll, "NtQueryInformationThread");
    next_thread = (next_thread_t)GetProcAddress(ntdll, "NtGetNextThread");
    if (next_thread && query_thread && thread_id && NT_SUCCESS(next_thread(CURRENT_PROCESS, NULL_, QUERY_AND_WAIT, 0, 0, &first))) {
        first_id = thread_id(first);
        CloseHandle(first);
    }
}

/* Returns 1 if the thread's start routine is in this image: the runtime's, a watcher's, the one below. */
static i32 is_own(HANDLE thread) {
    const u8 *base = (const u8 *)&__ImageBase;
    uptr start = 0, size = *(const u32 *)(base + *(const u32 *)(base + 0x3C) + 0x50); /* SizeOfImage */
    return NT_SUCCESS(query_thread(thread, WIN32_START_ADDRESS, &start, sizeof start, (u32 *)NULL_)) && start - (uptr)base < size;
}

/* Returns the first thread that isn't this image's and hasn't ended, or null. The caller closes the handle. */
static HANDLE find_other(void) {
    HANDLE previous = NULL_, next = NULL_;
    while (NT_SUCCESS(next_thread(CURRENT_PROCESS, previous, QUERY_AND_WAIT, 0, 0, &next))) {
        if (previous)
            CloseHandle(previous);
        if (!is_own(next) && WaitForSingleObject(next, 0) != WAIT_OBJECT_0)
            return next;
        previous = next;
    }
    if (previous)
        CloseHandle(previous);
    return NULL_;
}

/* Begins with the first thread, which is ending. The process's exit code is that of its last thread. */
static u32 NTAPI wait_for_others(void *first) {
    u32 code = 0;
    for (HANDLE thread = (HANDLE)first; thread; thread = find_other()) {
        WaitForSingleObject(thread, WITHOUT_LIMIT);
        GetExitCodeThread(thread, &code);
        CloseHandle(thread);
    }
    ExitProcess(code);
    return 0;
}

void last_thread_on_exit(void) {
    if (first_id == 0 || GetCurrentThreadId() != first_id || rvfs_gate_state.process_ending || compare_exchange32(&is_waiting, 1, 0) != 0)
        return;
    HANDLE first = OpenThread(QUERY_AND_WAIT, 0, first_id);
    HANDLE waiter = first ? CreateThread(NULL_, 0, wait_for_others, (void *)first, 0, (u32 *)NULL_) : (HANDLE)NULL_;
    if (waiter)
        CloseHandle(waiter);
    else if (first)
        CloseHandle(first);
}
