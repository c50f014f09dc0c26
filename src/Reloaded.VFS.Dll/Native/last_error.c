/* The text of rvfs_last_error, in native memory so that it can be read inside a DllMain. */
#include "native.h"

enum { CAPACITY = 1024 };
static wchar_t text[CAPACITY];
static volatile long length;
/* Odd while a writer is active; a reader that sees it change reads again. */
static volatile long version;

void NTAPI rvfs_native_set_last_error(const wchar_t *from, u32 characters) {
    if (characters > CAPACITY - 1)
        characters = CAPACITY - 1;
    /* Of two concurrent writers the second gives up: the first one's error is as good. */
    long before = version;
    if ((before & 1) || compare_exchange32(&version, before + 1, before) != before)
        return;
    for (u32 i = 0; i < characters; i++)
        text[i] = from[i];
    length = (long)characters;
    version = before + 2;
}

rvfs_status fail(rvfs_status status, const wchar_t *from) {
    u32 characters = 0;
    while (from[characters])
        characters++;
    rvfs_native_set_last_error(from, characters);
    return status;
}

uint32_t RVFS_CALL rvfs_last_error(wchar_t *buffer, uint32_t chars) {
    if (is_second_copy()) {
        uint32_t(RVFS_CALL * first)(wchar_t *, uint32_t) =
            (uint32_t(RVFS_CALL *)(wchar_t *, uint32_t))first_copy_function("rvfs_last_error");
        if (first)
            return first(buffer, chars);
    }
    for (u32 attempt = 0; attempt < 1000; attempt++) {
        long before = version;
        u32 whole = (u32)length;
        u32 copied = 0;
        if (buffer && chars) {
            while (copied < whole && copied < chars - 1) {
                buffer[copied] = ((volatile wchar_t *)text)[copied];
                copied++;
            }
            buffer[copied] = 0;
        }
        if (!(before & 1) && version == before)
            return whole;
    }
    return 0;
}
