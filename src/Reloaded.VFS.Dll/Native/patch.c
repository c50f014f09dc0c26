/* Replacing code while other threads may be running it. */
#include "native.h"

/* What the functions here come to (NTSTATUS, Windows' own values). */
#define STATUS_SUCCESS ((NTSTATUS)0)
#define STATUS_INVALID_PARAMETER ((NTSTATUS)0xC000000Dl)         /* no bytes, or more than a patch may have */
#define STATUS_NO_MEMORY ((NTSTATUS)0xC0000017l)                 /* no room for the list of threads */
#define STATUS_CONFLICTING_ADDRESSES ((NTSTATUS)0xC0000018l)     /* the bytes there aren't the expected ones: another program's hook */
#define STATUS_INVALID_PAGE_PROTECTION ((NTSTATUS)0xC0000045l)   /* the page can't be made writable (arbitrary code guard) */
#define STATUS_RETRY ((NTSTATUS)0xC000022Dl)                     /* a thread stood inside each time, with no place to move it to */
#define STATUS_ACCESS_DENIED ((NTSTATUS)0xC0000022l)             /* a thread can't be stopped, asked where it stands, or moved */

enum {
    LARGEST_PATCH = 16,
    ATTEMPTS = 200,
    REFUSED_ATTEMPTS = 20, /* a thread that is just ending refuses too, but not for long */
    THREAD_CAPACITY = 16384,
    /* suspend and resume, get and set context, query limited information, wait */
    THREAD_ACCESS = 0x0002 | 0x0008 | 0x0010 | 0x0800 | 0x00100000,
    SNAPSHOT_THREADS = 4,
    CONTEXT_CONTROL = 0x00100001,
    CONTEXT_SIZE = 0x4D0,
    CONTEXT_FLAGS = 0x30,
    CONTEXT_RIP = 0xF8
};

typedef NTSTATUS(NTAPI *next_thread_t)(HANDLE process, HANDLE thread, u32 access, u32 attributes, u32 flags, HANDLE *next);
typedef i32(NTAPI *thread_entry_t)(HANDLE snapshot, void *entry);

struct threads {
    u32 count;
    u32 suspended; /* the first so many stand still, or have ended */
    HANDLE handles[THREAD_CAPACITY];
    u32 ids[THREAD_CAPACITY];
    __declspec(align(16)) u8 context[CONTEXT_SIZE];
};

/* Looked up before any thread stands still. */
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

/* Adds the threads that aren't known yet, as the kernel lists them: no allocation, so it may run while threads stand still. */
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

/* Where the kernel has no such list (before Windows Vista, and early Wine): the tool help library, which allocates. */
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

/* Suspends all of them, those too that come into being meanwhile. False where one goes on running. */
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

static u64 *instruction_pointer(struct threads *threads, u32 index) {
    *(u32 *)(threads->context + CONTEXT_FLAGS) = CONTEXT_CONTROL;
    return GetThreadContext(threads->handles[index], threads->context) ? (u64 *)(threads->context + CONTEXT_RIP) : (u64 *)NULL_;
}

static const struct rvfs_ip_move *find_move(const struct rvfs_ip_move *moves, u32 count, u64 from) {
    for (u32 i = 0; i < count; i++) {
        if (moves[i].from == from)
            return &moves[i];
    }
    return (const struct rvfs_ip_move *)NULL_;
}

/*
 * Success where no thread stands where the bytes may not change under it, those aside that can be moved away. At the first byte one may
 * stand: the new code begins there.
 */
static NTSTATUS look_inside(struct threads *threads, const u8 *address, u32 count, const struct rvfs_ip_move *moves, u32 move_count) {
    for (u32 i = 0; i < threads->suspended; i++) {
        const u64 *rip = instruction_pointer(threads, i);
        if (!rip && WaitForSingleObject(threads->handles[i], 0) != WAIT_OBJECT_0)
            return STATUS_ACCESS_DENIED;
        if (rip && *rip > (u64)address && *rip < (u64)address + count && !find_move(moves, move_count, *rip))
            return STATUS_RETRY;
    }
    return STATUS_SUCCESS;
}

/* Those that were moved before one refused stay where they are: the copy does what the bytes do that are still there, and goes on behind
   them. (A thread with a shadow stack is refused an address that isn't on it.) */
static NTSTATUS move_all(struct threads *threads, const struct rvfs_ip_move *moves, u32 move_count) {
    for (u32 i = 0; i < threads->suspended && move_count; i++) {
        u64 *rip = instruction_pointer(threads, i);
        const struct rvfs_ip_move *move = rip ? find_move(moves, move_count, *rip) : (const struct rvfs_ip_move *)NULL_;
        if (!move)
            continue;
        *rip = move->to;
        if (!SetThreadContext(threads->handles[i], threads->context))
            return STATUS_ACCESS_DENIED;
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

/* One attempt, with everything prepared: between the first suspension and the last resumption nothing allocates or takes a lock. */
static NTSTATUS patch_once(struct threads *threads, u8 *address, const u8 *expected, const u8 *replacement, u32 count,
                           const struct rvfs_ip_move *moves, u32 move_count) {
    NTSTATUS status = STATUS_ACCESS_DENIED;
    u32 protection;
    if (suspend_all(threads)) {
        status =
            same_bytes(address, expected, count) ? look_inside(threads, address, count, moves, move_count) : STATUS_CONFLICTING_ADDRESSES;
        if (status == STATUS_SUCCESS)
            status = move_all(threads, moves, move_count);
    }
    /* Now, for another engine may have made the page read-only again before its thread stood still. */
    if (status == STATUS_SUCCESS && !VirtualProtect(address, count, PAGE_EXECUTE_READWRITE, &protection))
        status = STATUS_INVALID_PAGE_PROTECTION;
    if (status == STATUS_SUCCESS) {
        for (u32 i = 0; i < count; i++)
            ((volatile u8 *)address)[i] = replacement[i];
        FlushInstructionCache(CURRENT_PROCESS, address, count);
    }
    resume_all(threads);
    return status;
}

/*
 * Replaces count (at most 16) bytes of code, if the expected ones are there. Every other thread of the process stands still meanwhile;
 * one that is about to run an instruction at a move's from goes on at its to, where a copy of the bytes' instructions must be; one inside
 * the bytes without a move is given time to leave. Nothing is written where a thread can't be stopped, asked where it stands, or moved.
 * The caller must hold no lock that it needs again in here (the DLL has none), and must not run on another thread's behalf.
 */
NTSTATUS rvfs_native_patch(u8 *address, const u8 *expected, const u8 *replacement, u32 count, const struct rvfs_ip_move *moves,
                           u32 move_count) {
    if (count == 0 || count > LARGEST_PATCH)
        return STATUS_INVALID_PARAMETER;
    struct threads *threads = (struct threads *)VirtualAlloc(NULL_, sizeof(struct threads), MEM_COMMIT_RESERVE, PAGE_READWRITE);
    if (!threads)
        return STATUS_NO_MEMORY;
    NTSTATUS status = STATUS_INVALID_PAGE_PROTECTION;
    u32 protection;
    look_up();
    if (VirtualProtect(address, count, PAGE_EXECUTE_READWRITE, &protection)) {
        status = STATUS_RETRY;
        for (u32 attempt = 0, refused = 0; attempt < ATTEMPTS && (status == STATUS_RETRY || status == STATUS_ACCESS_DENIED); attempt++) {
            if (status == STATUS_ACCESS_DENIED && ++refused == REFUSED_ATTEMPTS)
                break;
            if (attempt)
                Sleep(attempt < ATTEMPTS / 2 && !refused ? 0 : 1);
            /* Most handles are opened while all still runs. */
            if (next_thread)
                add_new_threads(threads);
            else
                add_threads_by_snapshot(threads);
            status = patch_once(threads, address, expected, replacement, count, moves, move_count);
        }
        VirtualProtect(address, count, protection, &protection);
        close_all(threads);
    }
    VirtualFree(threads, 0, MEM_RELEASE);
    return status;
}
