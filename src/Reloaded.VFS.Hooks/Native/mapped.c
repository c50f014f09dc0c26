/*
 * NtQueryVirtualMemory: the name of a mapped file. For a mod's file managed code returns the name by which the game knows it. Only the
 * original can tell which file it is; for nearly all files its result stands, and managed code isn't needed.
 */
#include "floating.h"
#include "prefix.h"

#define STATUS_BUFFER_OVERFLOW ((NTSTATUS)0x80000005)
#define STATUS_INFO_LENGTH_MISMATCH ((NTSTATUS)0xC0000004)
#define STATUS_BUFFER_TOO_SMALL ((NTSTATUS)0xC0000023)

enum { MemoryMappedFilenameInformation = 2, ROOM = 512 /* characters */ };

int rvfs_mapped_may_match(const UNICODE_STRING *name);

/* Returns the start of the path after the name of the drive or device; the length if there is none. */
FORCE_INLINE u32 find_path(const WCHAR16 *text, u32 length) {
    u32 at = starts_with(text, length, "\\DEVICE\\")  ? 8
        : starts_with(text, length, "\\\?\?\\")       ? 4
        : starts_with(text, length, "\\DOSDEVICES\\") ? 12
        : starts_with(text, length, "\\GLOBAL\?\?\\") ? 10
                                                      : length;
    while (at < length && text[at] != '\\')
        at++;
    return at;
}

/* Returns 1 if the file may be a mod's. The name is in the caller's memory. */
MAY_FAULT int rvfs_mapped_may_match(const UNICODE_STRING *name) {
    const struct rvfs_filter *filter = rvfs_gate_state.sources;
    u32 length = *(volatile const u16 *)&name->Length / sizeof(WCHAR16);
    const WCHAR16 *text = name->Buffer;
    if (!text || ((uptr)text & 1))
        return 0;
    u32 at = find_path(text, length);
    return at < length && (!filter || find_place(text + at, length - at, filter) != NAME_IS_OUTSIDE) ? has_come_to_end() : 0;
}

static int has_no_room(NTSTATUS status) {
    return status == STATUS_BUFFER_OVERFLOW || status == STATUS_INFO_LENGTH_MISMATCH || status == STATUS_BUFFER_TOO_SMALL;
}

/* Returns 1 if a file whose name didn't fit the caller's buffer may be a mod's. */
static NOINLINE int other_may_match(HANDLE process, void *address) {
    struct {
        UNICODE_STRING name;
        WCHAR16 text[ROOM];
    } own;
    uptr needed;
    NTSTATUS status = ORIGINAL(NtQueryVirtualMemory)(process, address, MemoryMappedFilenameInformation, &own, sizeof own, &needed);
    return NT_SUCCESS(status) ? rvfs_mapped_may_match(&own.name) : has_no_room(status);
}

static NOINLINE NTSTATUS tell_name(HANDLE process, void *address, void *information, uptr length, uptr *needed) {
    const u32 class_ = MemoryMappedFilenameInformation;
    NTSTATUS status = ORIGINAL(NtQueryVirtualMemory)(process, address, class_, information, length, needed);
    int may_be_mods = NT_SUCCESS(status) ? rvfs_mapped_may_match(information) : has_no_room(status) && other_may_match(process, address);
    if (!may_be_mods || !rvfs_is_this_process(process) || !rvfs_may_enter())
        return status;
    u32 mxcsr = begin_managed();
    status = HANDLER(NtQueryVirtualMemory)(process, address, class_, information, length, needed);
    end_managed(mxcsr);
    return status;
}

NTSTATUS NTAPI rvfs_gate_NtQueryVirtualMemory(HANDLE process, void *address, u32 class_, void *information, uptr length, uptr *needed) {
    if (class_ == MemoryMappedFilenameInformation && rvfs_gate_state.enabled)
        return tell_name(process, address, information, length, needed);
    TAIL ORIGINAL(NtQueryVirtualMemory)(process, address, class_, information, length, needed);
}
