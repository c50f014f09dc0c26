/* Memory of the caller's that may not be there. A fault is caught here, in native code: the runtime would end the process for one above
   64 KB, and would need an exception object for one below. The good path costs nothing: the tables are read only when a fault happens. */
#include "gate.h"

/* The compiler may turn a loop into memcpy, which would be a call of its own; this is one instruction and faults in place. */
static NOINLINE void copy_unsafe(u8 *destination, const u8 *source, uptr count) {
#if defined(__clang__)
    __asm__ volatile("rep movsb" : "+D"(destination), "+S"(source), "+c"(count) : : "memory");
#else
    void __movsb(u8 *, const u8 *, uptr);
#pragma intrinsic(__movsb)
    __movsb(destination, source, count);
#endif
}

i32 rvfs_native_try_copy(void *destination, const void *source, uptr count) {
    __try {
        copy_unsafe((u8 *)destination, (const u8 *)source, count);
        return 1;
    } __except (1) {
        return 0;
    }
}

/* Short copies by words: rep movsb takes some 20 ns to start. The last word overlaps the one before. Count is even. */
static __inline void copy_text_unsafe(WCHAR16 *destination, const WCHAR16 *source, u32 characters) {
    if (characters < 4) {
        for (u32 i = 0; i < characters; i++)
            ((volatile WCHAR16 *)destination)[i] = source[i];
        return;
    }
    u32 i = 0;
    for (; i + 4 <= characters; i += 4)
        *(volatile text_word *)(destination + i) = *(const text_word *)(source + i);
    *(volatile text_word *)(destination + characters - 4) = *(const text_word *)(source + characters - 4);
}

enum { CAPTURE_REFUSED = -1, CAPTURE_TOO_LONG = -2 };

static NOINLINE i32 capture_unsafe(const OBJECT_ATTRIBUTES *attributes, struct rvfs_captured *captured, WCHAR16 *text, i32 capacity) {
    if (attributes->Length != sizeof(OBJECT_ATTRIBUTES))
        return CAPTURE_REFUSED;
    const UNICODE_STRING *name = attributes->ObjectName;
    if (!name || ((uptr)name & (sizeof(void *) - 1)))
        return CAPTURE_REFUSED;
    /* Once: another thread may be changing it. */
    u32 bytes = *(volatile const u16 *)&name->Length;
    const WCHAR16 *buffer = name->Buffer;
    if ((bytes & 1) || ((uptr)buffer & 1) || (!buffer && bytes))
        return CAPTURE_REFUSED;
    captured->root_directory = attributes->RootDirectory;
    captured->attributes = attributes->Attributes;
    captured->security_descriptor = attributes->SecurityDescriptor;
    captured->security_quality_of_service = attributes->SecurityQualityOfService;
    captured->name_length = (i32)(bytes / 2);
    if (captured->name_length > capacity)
        return CAPTURE_TOO_LONG;
    copy_text_unsafe(text, buffer, bytes / 2);
    return captured->name_length;
}

i32 rvfs_native_capture_name(const OBJECT_ATTRIBUTES *attributes, struct rvfs_captured *captured, WCHAR16 *text, i32 capacity) {
    if (!attributes || ((uptr)attributes & (sizeof(void *) - 1)))
        return CAPTURE_REFUSED;
    __try {
        return capture_unsafe(attributes, captured, text, capacity);
    } __except (1) {
        return CAPTURE_REFUSED;
    }
}

__declspec(dllimport) i32 NTAPI TlsSetValue(u32 index, void *value);

/* For the handlers, which set and clear the mark: a slot of the expansion array comes into being here. */
uptr *rvfs_native_get_thread_state(void) {
    uptr *mark = mark_or_null();
    if (mark)
        return mark;
    TlsSetValue(rvfs_native_state_slot, NULL_);
    return mark_or_null();
}
