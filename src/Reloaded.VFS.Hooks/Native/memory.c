/* The caller's memory, which may be inaccessible: handlers read and write it only here. The successful path pays nothing for it. */
#include "gate.h"

i32 NTAPI rvfs_native_try_copy(void *destination, const void *source, uptr count);
i32 NTAPI rvfs_native_try_exchange(volatile u64 *at, u64 *expected, u64 value);
i32 rvfs_capture(const OBJECT_ATTRIBUTES *attributes, struct rvfs_captured *captured, WCHAR16 *text, i32 capacity, i32 *result);

#if !defined(GNU_C)
void __movsb(u8 *, const u8 *, uptr);
#pragma intrinsic(__movsb)
#endif

/*
 * One instruction, which faults in place: the compiler could turn a loop into a call. A pointer, the usual case, needs no rep movsb, which
 * takes some 20 ns to start.
 */
MAY_FAULT i32 NTAPI rvfs_native_try_copy(void *destination, const void *source, uptr count) {
    if (count == sizeof(void *)) {
        *(volatile pointer_word *)destination = *(const volatile pointer_word *)source;
        return has_come_to_end();
    }
#if defined(GNU_C)
    __asm__ volatile("rep movsb" : "+D"(destination), "+S"(source), "+c"(count) : : "memory");
#else
    __movsb((u8 *)destination, (const u8 *)source, count);
#endif
    return has_come_to_end();
}

/* One store to code that another engine may make read-only at this moment. *expected receives what was found. */
MAY_FAULT i32 NTAPI rvfs_native_try_exchange(volatile u64 *at, u64 *expected, u64 value) {
    u64 found = *expected;
#if defined(GNU_C)
    __atomic_compare_exchange_n(at, &found, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
#else
    found = (u64)_InterlockedCompareExchange64((volatile long long *)at, (long long)value, (long long)found);
#endif
    *expected = found;
    return has_come_to_end();
}

/*
 * Copies short texts by words: rep movsb takes some 20 ns to start. The last word overlaps the previous one. After \??\ the words match
 * those in which the path is read next: a processor forwards a store to a load of the same place, but stalls if the load spans two stores.
 */
FORCE_INLINE void copy_text(WCHAR16 *destination, const WCHAR16 *source, u32 characters) {
    if (characters < 4) {
        for (u32 i = 0; i < characters; i++)
            ((volatile WCHAR16 *)destination)[i] = source[i];
        return;
    }
    u32 i = 0;
#if defined(HAS_TEXT_VECTOR)
    if (characters >= 12) {
        *(volatile text_word *)destination = *(const text_word *)source;
        for (i = 4; i + 8 <= characters; i += 8)
            *(volatile text_vector *)(destination + i) = *(const text_vector *)(source + i);
        *(volatile text_vector *)(destination + characters - 8) = *(const text_vector *)(source + characters - 8);
        return;
    }
#endif
    for (; i + 4 <= characters; i += 4)
        *(volatile text_word *)(destination + i) = *(const text_word *)(source + i);
    *(volatile text_word *)(destination + characters - 4) = *(const text_word *)(source + characters - 4);
}

enum { CAPTURE_REFUSED = -1, CAPTURE_TOO_LONG = -2 };

/* Returns 1, with the result in the last argument, or 0 on a fault. */
MAY_FAULT i32 rvfs_capture(const OBJECT_ATTRIBUTES *attributes, struct rvfs_captured *captured, WCHAR16 *text, i32 capacity, i32 *result) {
    *result = CAPTURE_REFUSED;
    if (attributes->Length != sizeof(OBJECT_ATTRIBUTES))
        return 1;
    const UNICODE_STRING *name = attributes->ObjectName;
    if ((!name && !attributes->RootDirectory) || ((uptr)name & (sizeof(void *) - 1)))
        return 1;
    /* Read once: another thread may be changing it. Without a name, the handle's own object is meant. */
    u32 bytes = name ? *(volatile const u16 *)&name->Length : 0;
    const WCHAR16 *buffer = name ? name->Buffer : NULL_;
    if ((bytes & 1) || ((uptr)buffer & 1) || (!buffer && bytes))
        return 1;
    captured->root_directory = attributes->RootDirectory;
    captured->attributes = attributes->Attributes;
    captured->security_descriptor = attributes->SecurityDescriptor;
    captured->security_quality_of_service = attributes->SecurityQualityOfService;
    captured->name_length = name ? (i32)(bytes / 2) : -1;
    if (captured->name_length > capacity) {
        *result = CAPTURE_TOO_LONG;
        return 1;
    }
    copy_text(text, buffer, bytes / 2);
    *result = (i32)(bytes / 2);
    return has_come_to_end();
}

i32 NTAPI rvfs_native_capture_name(const OBJECT_ATTRIBUTES *attributes, struct rvfs_captured *captured, WCHAR16 *text, i32 capacity) {
    i32 result;
    if (!attributes || ((uptr)attributes & (sizeof(void *) - 1)))
        return CAPTURE_REFUSED;
    return rvfs_capture(attributes, captured, text, capacity, &result) ? result : CAPTURE_REFUSED;
}

__declspec(dllimport) i32 NTAPI TlsSetValue(u32 index, void *value);

/* For handlers, which set and clear the mark: allocates a slot of the expansion array if necessary. */
uptr *NTAPI rvfs_native_get_thread_state(void) {
    uptr *mark = mark_or_null();
    if (mark)
        return mark;
    TlsSetValue(rvfs_gate_state.state_slot, NULL_);
    return mark_or_null();
}
