/* A start that another process requests: how it is found, which thread runs it, and how it ends. */
#include "native.h"

/* MEMORY_BASIC_INFORMATION */
struct memory_information {
    void *base, *allocation;
    uptr allocation_protection, size;
    u32 state, protection, type;
};

IMPORT i32 NTAPI TerminateProcess(HANDLE process, u32 exit_code);
IMPORT i32 NTAPI ReleaseSemaphore(HANDLE semaphore, i32 count, i32 *previous);
IMPORT uptr NTAPI VirtualQuery(const void *address, struct memory_information *information, uptr size);

enum {
    SYNCHRONIZE = 0x00100000,
    MEM_COMMIT = 0x1000,
    MEM_PRIVATE = 0x20000,
    MEM_FREE = 0x10000,
    PAGE_NOACCESS = 0x01,
    POLL_MILLISECONDS = 1,
    READING_MILLISECONDS = 500
};
#define STATUS_ACCESS_VIOLATION 0xC0000005u
#define STATUS_DLL_NOT_FOUND 0xC0000135u
#define STATUS_ENTRYPOINT_NOT_FOUND 0xC0000139u

/*
 * The other process puts no code into this one. It has written a block to one of a few addresses that both know, and has queued APCs for
 * the main thread, each a function of Windows (ProcessEntry.cs): one loads this DLL, the next one copies a text from the block's gate, a
 * page of its own. This DLL makes the gate inaccessible when it is loaded, so the copy faults, and the handler of that fault runs the
 * start: on this thread, with the loader lock free, before any APC queued later, and before the program. If the DLL can't be loaded, the
 * text is copied, and nothing else happens.
 */
static struct rvfs_entry_block *blocks[ENTRY_MOST_ADDRESSES];
static volatile long has_run[ENTRY_MOST_ADDRESSES];
static u32 block_count;

static struct rvfs_entry_block *block_of(const rvfs_entry *entry) {
    for (u32 i = 0; i < block_count; i++) {
        if (&blocks[i]->entry == entry)
            return blocks[i];
    }
    return (struct rvfs_entry_block *)NULL_;
}

static void run(rvfs_entry *entry) {
    rvfs_status status = is_second_copy()
        ? fail(RVFS_ERROR_SECOND_COPY, L"Another copy of reloaded_vfs.dll is in this process, and it takes no start from another process.")
        : start(START_ENTRY, entry);
    /* A deferred start reports its own result. Nothing waits for it here, because the loader lock is held. */
    if (status != RVFS_STATUS_DEFERRED)
        entry_started(entry, status);
}

/* Doesn't wait if the thread holds the loader lock, which a start needs, or if the other thread has ended. */
static void wait_for(u32 starter_id, const volatile long *has_ended) {
    if (starter_id == GetCurrentThreadId() || rvfs_native_holds_loader_lock())
        return;
    HANDLE starter = OpenThread(SYNCHRONIZE, 0, starter_id);
    while (!*has_ended) {
        if (!starter)
            Sleep(POLL_MILLISECONDS);
        else if (WaitForSingleObject(starter, POLL_MILLISECONDS) == WAIT_OBJECT_0)
            break;
    }
    if (starter)
        CloseHandle(starter);
}

/*
 * The first thread here runs the start; a thread that comes meanwhile waits here. The last APC of the first thread mustn't wait: the start
 * waits for threads, alertably, and that APC would then wait for the start that it interrupts.
 */
static i32 NTAPI on_fault(void *pointers) {
    const struct exception_record *record = ((struct exception_pointers *)pointers)->record;
    if (record->code != STATUS_ACCESS_VIOLATION || record->count < 2)
        return EXCEPTION_CONTINUE_SEARCH;
    for (u32 i = 0; i < block_count; i++) {
        if (!blocks[i]->gate || record->information[1] - (uptr)blocks[i]->gate >= GATE_SIZE)
            continue;
        rvfs_entry *entry = &blocks[i]->entry;
        u32 error = *last_error(), protection;
        if (compare_exchange32((volatile long *)&entry->starter, (long)GetCurrentThreadId(), 0) == 0) {
            SetEvent(blocks[i]->opened);
            run(entry);
            has_run[i] = 1;
        } else
            wait_for(entry->starter, &has_run[i]);
        i32 is_open = VirtualProtect(blocks[i]->gate, GATE_SIZE, PAGE_READWRITE, &protection);
        *last_error() = error;
        return is_open ? EXCEPTION_CONTINUE_EXECUTION : EXCEPTION_CONTINUE_SEARCH;
    }
    return EXCEPTION_CONTINUE_SEARCH;
}

/* Nobody waits for a block whose APCs have run without the DLL, and another copy of the DLL may have taken the block. */
static i32 take(struct rvfs_entry_block *block) {
    return block->magic[0] == ENTRY_MAGIC && block->magic[1] == ENTRY_MAGIC_END && block->entry.size == sizeof(rvfs_entry)
        && block->returned < 0
        && compare_exchange32((volatile long *)&block->entry.state, RVFS_ENTRY_BEGUN, RVFS_ENTRY_TO_COME) == RVFS_ENTRY_TO_COME;
}

/*
 * The program imports this DLL because another process has added the import (AddedImport.cs): no APC comes, and the start is deferred until
 * the loader lock is free. If that isn't possible, the program runs without it.
 */
static void start_imported(struct rvfs_entry_block *block) {
    rvfs_entry *entry = &block->entry;
    rvfs_status status = is_second_copy() ? RVFS_ERROR_SECOND_COPY : start(START_ENTRY, entry);
    if (status == RVFS_STATUS_DEFERRED)
        return;
    entry->status = status;
    entry->state = RVFS_ENTRY_DONE;
    ReleaseSemaphore(entry->done, 1, (i32 *)NULL_);
}

i32 entry_find(void) {
    u8 *place = (u8 *)ENTRY_FIRST_ADDRESS;
    for (u32 i = 0; i < ENTRY_MOST_ADDRESSES; i++, place += ENTRY_STEP) {
        struct memory_information memory;
        /* Places are used in order. */
        if (!VirtualQuery(place, &memory, sizeof memory) || memory.state == MEM_FREE)
            break;
        struct rvfs_entry_block *block = (struct rvfs_entry_block *)place;
        if (memory.base == place && memory.allocation == place && memory.state == MEM_COMMIT && memory.type == MEM_PRIVATE
            && memory.protection == PAGE_READWRITE && take(block))
            blocks[block_count++] = block;
    }
    void *module;
    if (!block_count || !AddVectoredExceptionHandler(1, on_fault))
        return 0;
    GetModuleHandleExW(MODULE_FROM_ADDRESS | MODULE_PIN, &__ImageBase, &module);
    for (u32 i = 0; i < block_count; i++) {
        u32 protection;
        if (blocks[i]->gate)
            VirtualProtect(blocks[i]->gate, GATE_SIZE, PAGE_NOACCESS, &protection);
        else
            start_imported(blocks[i]);
    }
    return 1;
}

/*
 * The main thread and a thread that another program creates in the suspended process have the same entry. The second one may next run a
 * mod's file, so it waits for the first, unless it holds the loader lock, which a start needs, or the first one has ended.
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

/* Ends a program that lacks an import with the status that Windows' loader uses. */
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
    /* If the start failed, the program runs without mods, but needs its imports. A launcher that holds the program starts it again. */
    if (entry->withheld && (status >= RVFS_OK || (!go && !ends)))
        entry->imported = rvfs_import(entry->withheld);
    entry->status = status;
    entry->state = RVFS_ENTRY_DONE;
    struct rvfs_entry_block *block = block_of(entry);
    if (block)
        ReleaseSemaphore(done, 1, (i32 *)NULL_);
    else {
        SetEvent(done);
        CloseHandle(done);
    }
    /* The requester may end the process now, and if it ends itself the process ends with it (a job) until released. */
    if (go) {
        WaitForSingleObject(go, WITHOUT_LIMIT);
        CloseHandle(go);
    }
    if (ends)
        TerminateProcess(CURRENT_PROCESS, entry->exit_code);
    /* The parent process reads here what went wrong in order to report it: a program that ends at once would take the result along. */
    if (!go && (status < RVFS_OK || entry->imported < RVFS_OK)) {
        Sleep(READING_MILLISECONDS);
        if (entry->imported < RVFS_OK)
            end_without_imports(entry);
    }
    *last_error() = error;
}
