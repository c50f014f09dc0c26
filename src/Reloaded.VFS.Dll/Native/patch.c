/* Replaces code while other threads may be running it. */
#include "native.h"

/* The results of the functions here (NTSTATUS, with Windows' values). */
#define STATUS_SUCCESS ((NTSTATUS)0)
#define STATUS_INVALID_PARAMETER ((NTSTATUS)0xC000000Dl)       /* no bytes, or more than a patch may have */
#define STATUS_NO_MEMORY ((NTSTATUS)0xC0000017l)               /* no memory for the list of threads */
#define STATUS_CONFLICTING_ADDRESSES ((NTSTATUS)0xC0000018l)   /* the bytes aren't the expected ones: another program's hook */
#define STATUS_INVALID_PAGE_PROTECTION ((NTSTATUS)0xC0000045l) /* the page can't be made writable (arbitrary code guard) */
#define STATUS_RETRY ((NTSTATUS)0xC000022Dl)                   /* a thread was inside at each attempt, and there is no move for it */
#define STATUS_ACCESS_DENIED ((NTSTATUS)0xC0000022l)           /* a thread can't be suspended, queried or moved */

enum {
    LARGEST_PATCH = 16,
    ATTEMPTS = 200,
    REFUSED_ATTEMPTS = 20, /* a thread that is just ending refuses, too, but not for long */
    THREAD_CAPACITY = 16384,
    /* suspend and resume, get and set context, query limited information, wait */
    THREAD_ACCESS = 0x0002 | 0x0008 | 0x0010 | 0x0800 | 0x00100000,
    SNAPSHOT_THREADS = 4,
/* CONTEXT (winnt.h). */
#if defined(_WIN64)
    CONTEXT_CONTROL = 0x00100001,
    CONTEXT_SIZE = 0x4D0,
    CONTEXT_FLAGS = 0x30,
    CONTEXT_IP = 0xF8,
#else
    CONTEXT_CONTROL = 0x00010001,
    CONTEXT_SIZE = 0x2CC,
    CONTEXT_FLAGS = 0x00,
    CONTEXT_IP = 0xB8,
#endif
};

typedef NTSTATUS(NTAPI *next_thread_t)(HANDLE process, HANDLE thread, u32 access, u32 attributes, u32 flags, HANDLE *next);
typedef i32(NTAPI *thread_entry_t)(HANDLE snapshot, void *entry);

struct threads {
    u32 count;
    u32 suspended; /* the number of suspended or ended threads, from the start of the list */
    HANDLE handles[THREAD_CAPACITY];
    u32 ids[THREAD_CAPACITY];
    uptr pointers[THREAD_CAPACITY]; /* their instruction pointers; 0: the thread has ended */
    __declspec(align(16)) u8 context[CONTEXT_SIZE];
};

/* Looked up before any thread is suspended. */
static next_thread_t next_thread;
static u32(NTAPI *thread_id)(HANDLE);
static thread_entry_t first_entry, next_entry;

static void look_up(void) {
    void *kernel32 = GetModuleHandleW(L"kernel32.dll");
    next_thread = (next_thread_t)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtGetNextThread");
    thread_id = (u32(NTAPI *)(HANDLE))GetProcAddress(kernel32, "GetThreadId");
    first_entry = (thread_entry_t)GetProcAddress(kernel32, "Thread32First");
    next_entry = (thread_entry_t)GetProcAddress(kernel32, "Thread32Next");
}

static i32 is_known(const struct threads *threads, u32 id) {
    if (id == GetCurrentThreadId())
        return 1;
    for (u32 i = 0; i < threads->count; i++) {
        if (threads->ids[i] == id)
            return 1;
    }
    return 0;
}

static void add(struct threads *threads, HANDLE handle, u32 id) {
    threads->handles[threads->count] = handle;
    threads->ids[threads->count++] = id;
}

/* Adds the threads that aren't known yet, in the kernel's order. Allocates nothing, so it may run while threads are suspended. */
static u32 add_new_threads(struct threads *threads) {
    u32 before = threads->count;
    HANDLE previous = NULL_, next = NULL_;
    i32 keep_previous = 1;
    while (threads->count < THREAD_CAPACITY && NT_SUCCESS(next_thread(CURRENT_PROCESS, previous, THREAD_ACCESS, 0, 0, &next))) {
        u32 id = thread_id(next);
        i32 known = is_known(threads, id);
        if (!known)
            add(threads, next, id);
        if (!keep_previous)
            CloseHandle(previous);
        previous = next;
        keep_previous = !known;
    }
    if (!keep_previous)
        CloseHandle(previous);
    return threads->count - before;
}

/* For systems without NtGetNextThread (before Windows Vista, and early Wine): uses the tool help library, which allocates. */
static void add_threads_by_snapshot(struct threads *threads) {
    struct {
        u32 size, usage, id, process;
        i32 priority, delta;
        u32 flags;
    } entry;
    HANDLE snapshot = CreateToolhelp32Snapshot(SNAPSHOT_THREADS, 0);
    if (snapshot == INVALID_HANDLE)
        return;
    entry.size = sizeof entry;
    for (i32 more = first_entry(snapshot, &entry); more && threads->count < THREAD_CAPACITY; more = next_entry(snapshot, &entry)) {
        if (entry.process != GetCurrentProcessId() || is_known(threads, entry.id))
            continue;
        HANDLE thread = OpenThread(THREAD_ACCESS, 0, entry.id);
        if (thread)
            add(threads, thread, entry.id);
    }
    CloseHandle(snapshot);
}

/* Suspends all threads, including those created meanwhile. Returns 0 if one keeps running. */
static i32 suspend_all(struct threads *threads) {
    do {
        for (; threads->suspended < threads->count; threads->suspended++) {
            HANDLE thread = threads->handles[threads->suspended];
            if (SuspendThread(thread) == SUSPEND_FAILED && WaitForSingleObject(thread, 0) != WAIT_OBJECT_0)
                return 0;
        }
    } while (next_thread && add_new_threads(threads) != 0);
    return 1;
}

static void resume_all(struct threads *threads) {
    for (u32 i = 0; i < threads->suspended; i++)
        ResumeThread(threads->handles[i]);
    threads->suspended = 0;
}

static void close_all(struct threads *threads) {
    for (u32 i = 0; i < threads->count; i++)
        CloseHandle(threads->handles[i]);
    threads->count = 0;
}

static uptr *instruction_pointer(struct threads *threads, u32 index) {
    *(u32 *)(threads->context + CONTEXT_FLAGS) = CONTEXT_CONTROL;
    return GetThreadContext(threads->handles[index], threads->context) ? (uptr *)(threads->context + CONTEXT_IP) : (uptr *)NULL_;
}

/*
 * Reads each thread's instruction pointer once for all patches: each query is a call to the kernel or to Wine's server. Returns 0 if one
 * fails.
 */
static i32 read_pointers(struct threads *threads) {
    for (u32 i = 0; i < threads->suspended; i++) {
        const uptr *ip = instruction_pointer(threads, i);
        if (!ip && WaitForSingleObject(threads->handles[i], 0) != WAIT_OBJECT_0)
            return 0;
        threads->pointers[i] = ip ? *ip : 0;
    }
    return 1;
}

static const struct rvfs_ip_move *find_move(const struct rvfs_ip_move *moves, u32 count, u64 from) {
    for (u32 i = 0; i < count; i++) {
        if (moves[i].from == from)
            return &moves[i];
    }
    return (const struct rvfs_ip_move *)NULL_;
}

/*
 * Succeeds if no thread is inside the bytes, except threads that can be moved. A thread may be at the first byte: the new code begins
 * there.
 */
static NTSTATUS look_inside(const struct threads *threads, const struct rvfs_patch *patch) {
    for (u32 i = 0; i < threads->suspended; i++) {
        uptr ip = threads->pointers[i];
        if (ip > (uptr)patch->address && ip < (uptr)patch->address + patch->count && !find_move(patch->moves, patch->move_count, ip))
            return STATUS_RETRY;
    }
    return STATUS_SUCCESS;
}

/*
 * Threads that were moved before another one refused stay moved: the copy does the same as the bytes that are still there, and continues
 * after them. (A thread with a shadow stack can't be set to an address that isn't on it.)
 */
static NTSTATUS move_all(struct threads *threads, const struct rvfs_ip_move *moves, u32 move_count) {
    for (u32 i = 0; i < threads->suspended && move_count; i++) {
        const struct rvfs_ip_move *move = find_move(moves, move_count, threads->pointers[i]);
        if (!move)
            continue;
        uptr *ip = instruction_pointer(threads, i);
        if (ip)
            *ip = (uptr)move->to;
        if (!ip || !SetThreadContext(threads->handles[i], threads->context))
            return STATUS_ACCESS_DENIED;
        threads->pointers[i] = (uptr)move->to;
    }
    return STATUS_SUCCESS;
}

static i32 same_bytes(const u8 *left, const u8 *right, u32 count) {
    for (u32 i = 0; i < count; i++) {
        if (((const volatile u8 *)left)[i] != right[i])
            return 0;
    }
    return 1;
}

/* Checks one patch's place and writes it if possible, with every other thread stopped. */
static NTSTATUS write_one(struct threads *threads, const struct rvfs_patch *patch) {
    u32 protection;
    if (!same_bytes(patch->address, patch->expected, patch->count))
        return STATUS_CONFLICTING_ADDRESSES;
    NTSTATUS status = look_inside(threads, patch);
    if (status == STATUS_SUCCESS)
        status = move_all(threads, patch->moves, patch->move_count);
    /* Again, because another engine may have made the page read-only before its thread was suspended. */
    if (status == STATUS_SUCCESS && !VirtualProtect(patch->address, patch->count, PAGE_EXECUTE_READWRITE, &protection))
        status = STATUS_INVALID_PAGE_PROTECTION;
    if (status == STATUS_SUCCESS) {
        for (u32 i = 0; i < patch->count; i++)
            ((volatile u8 *)patch->address)[i] = patch->replacement[i];
        FlushInstructionCache(CURRENT_PROCESS, patch->address, patch->count);
    }
    return status;
}

static i32 is_open(const struct rvfs_patch *patch) { return patch->status == STATUS_RETRY || patch->status == STATUS_ACCESS_DENIED; }

/*
 * Makes one attempt, with everything prepared: between the first suspension and the last resumption nothing allocates or takes a lock.
 * Returns the number of open patches.
 */
static u32 patch_once(struct threads *threads, struct rvfs_patch *patches, u32 count) {
    u32 open = 0;
    i32 stopped = suspend_all(threads) && read_pointers(threads);
    for (u32 i = 0; i < count; i++) {
        if (!is_open(&patches[i]))
            continue;
        patches[i].status = stopped ? write_one(threads, &patches[i]) : STATUS_ACCESS_DENIED;
        open += (u32)is_open(&patches[i]);
    }
    resume_all(threads);
    return open;
}

/* Checks what can be checked before a thread is stopped. Returns the number of open patches. */
static u32 begin(struct rvfs_patch *patches, u32 count, u32 *protections) {
    u32 open = 0;
    for (u32 i = 0; i < count; i++) {
        struct rvfs_patch *patch = &patches[i];
        if (patch->count == 0 || patch->count > LARGEST_PATCH)
            patch->status = STATUS_INVALID_PARAMETER;
        else if (!VirtualProtect(patch->address, patch->count, PAGE_EXECUTE_READWRITE, &protections[i]))
            patch->status = STATUS_INVALID_PAGE_PROTECTION;
        else {
            patch->status = STATUS_RETRY;
            open++;
        }
    }
    return open;
}

/* Returns 1 if every open patch was refused, and none only found a thread inside. */
static i32 is_refused(const struct rvfs_patch *patches, u32 count) {
    for (u32 i = 0; i < count; i++) {
        if (patches[i].status == STATUS_RETRY)
            return 0;
    }
    return 1;
}

/*
 * Replaces code in several places, up to 16 bytes each, if the expected bytes are there. Each patch gets its own status.
 *
 * All other threads of the process are suspended meanwhile, once for all places. A thread that is about to run an instruction at a move's
 * from is moved to its to, which must be a copy of the replaced instructions; a thread inside the bytes without a move gets time to leave.
 * Nothing is written if a thread can't be suspended, queried or moved. The caller must hold no lock that is needed here (the DLL has none),
 * and must not run on another thread's behalf.
 */
void NTAPI rvfs_native_patch(struct rvfs_patch *patches, u32 count) {
    struct threads *threads =
        (struct threads *)VirtualAlloc(NULL_, sizeof(struct threads) + count * sizeof(u32), MEM_COMMIT_RESERVE, PAGE_READWRITE);
    for (u32 i = 0; i < count && !threads; i++)
        patches[i].status = STATUS_NO_MEMORY;
    if (!threads)
        return;
    u32 *protections = (u32 *)(threads + 1);
    u32 open = begin(patches, count, protections), ignored;
    look_up();
    for (u32 attempt = 0, refused = 0; open && attempt < ATTEMPTS; attempt++) {
        if (attempt && is_refused(patches, count) && ++refused == REFUSED_ATTEMPTS)
            break;
        if (attempt)
            Sleep(attempt < ATTEMPTS / 2 && !refused ? 0 : 1);
        /* Most handles are opened while everything still runs. */
        if (next_thread)
            add_new_threads(threads);
        else
            add_threads_by_snapshot(threads);
        open = patch_once(threads, patches, count);
    }
    for (u32 i = 0; i < count; i++) {
        /* In reverse order: two places may be in one page, whose original protection only the first one knows. */
        const struct rvfs_patch *patch = &patches[count - 1 - i];
        if (protections[count - 1 - i])
            VirtualProtect(patch->address, patch->count, protections[count - 1 - i], &ignored);
    }
    close_all(threads);
    VirtualFree(threads, 0, MEM_RELEASE);
}
