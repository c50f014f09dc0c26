/* The message of the runtime inside this DLL when it fails fast: without it the game would vanish silently. */
#include "native.h"

/*
 * NativeAOT ends the process by RaiseFailFastException if it detects corruption, often without a message on the console. This replacement
 * writes one line for a bug report to the standard error (the module and the address) and calls the real function. Both names of the
 * function are defined, as in thread_state.c.
 */
typedef void(NTAPI *raise_fail_fast_exception)(void *record, void *context, u32 flags);
static raise_fail_fast_exception real_raise;

IMPORT HANDLE NTAPI GetStdHandle(u32 which);
IMPORT i32 NTAPI WriteFile(HANDLE file, const void *buffer, u32 size, u32 *written, void *overlapped);
IMPORT u16 NTAPI RtlCaptureStackBackTrace(u32 skip, u32 count, void **addresses, u32 *hash);

enum { STANDARD_ERROR = -12, FRAMES = 24, RECORD_ADDRESS = sizeof(void *) == 8 ? 2 : 3 /* in pointers */ };

static char *append_text(char *at, const char *text) {
    while (*text)
        *at++ = *text++;
    return at;
}

static char *append_hex(char *at, u64 value) {
    int digits = 1;
    while (digits < 16 && value >> (4 * digits))
        digits++;
    while (digits--)
        *at++ = "0123456789abcdef"[(value >> (4 * digits)) & 15];
    return at;
}

/* Appends " +1a2b" for an address inside this module, " 7ff01234" for others. */
static char *append_address(char *at, const void *address) {
    const u8 *base = (const u8 *)&__ImageBase;
    u32 size = *(const u32 *)(base + *(const u32 *)(base + 0x3C) + 0x50); /* SizeOfImage */
    uptr offset = (uptr)address - (uptr)base;
    at = append_text(at, offset < size ? " +" : " ");
    return append_hex(at, offset < size ? offset : (uptr)address);
}

void NTAPI RaiseFailFastException(void *record, void *context, u32 flags) {
    char text[(FRAMES + 4) * 20 + 160], *at = text;
    void *frames[FRAMES];
    uptr *mark = rvfs_native_get_thread_state();
    if (mark)
        *mark |= MARK_INSIDE; /* nothing may enter managed code from here on */
    at = append_text(at, "Reloaded VFS " RVFS_VERSION_STRING ": the runtime inside reloaded_vfs.dll gave up");
    if (record) {
        at = append_text(at, ", code ");
        at = append_hex(at, *(u32 *)record);
        at = append_text(at, " at");
        at = append_address(at, ((void **)record)[RECORD_ADDRESS]);
    }
    at = append_text(at, "; please report this line. Stack:");
    u16 count = RtlCaptureStackBackTrace(0, FRAMES, frames, (u32 *)NULL_);
    for (u16 i = 0; i < count; i++)
        at = append_address(at, frames[i]);
    at = append_text(at, "\r\n");
    u32 written;
    WriteFile(GetStdHandle((u32)STANDARD_ERROR), text, (u32)(at - text), &written, NULL_);
    if (real_raise)
        real_raise(record, context, flags);
}
OWN_IMPORT(RaiseFailFastException, 12)

void fail_fast_initialize(void) {
    real_raise = (raise_fail_fast_exception)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "RaiseFailFastException");
}
