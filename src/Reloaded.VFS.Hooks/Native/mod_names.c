/* Determines names in a target that no mod has, without managed code. Managed code decides what is left open here. */
#include "prefix.h"

#if defined(__clang__)
#include "../../Reloaded.VFS/Native/path_hash_avx2.h"

enum {
    DRIVE_LENGTH = 2,  /* C: */
    BLOCK_LENGTH = 16, /* characters in a vector */
    SHORTEST = DRIVE_LENGTH + BLOCK_LENGTH,
    LONGEST = 512,            /* the hash's limit */
    SUPER_JOURNAL_LENGTH = 12 /* -mj and nine digits */
};

/* Returns 1 if a name contains, after its drive, a character of an 8.3 name or of a stream. */
AVX2 INLINE int may_be_respelled(const u16 *text, u32 length) {
    wide_units found = {0};
    for (u32 i = DRIVE_LENGTH;; i += BLOCK_LENGTH) {
        u32 last = length - BLOCK_LENGTH, at = i < last ? i : last;
        wide_units block = *(const any_units *)(text + at);
        found |= (block == '~') | (block == ':');
        if (at == last)
            break;
    }
    typedef char bytes __attribute__((vector_size(32)));
    return __builtin_ia32_pmovmskb256((bytes)found) != 0;
}

/* Returns 1 if a name may be a companion of another file, by its ending. Managed twin: CompanionNames.MayBe. */
INLINE int may_be_companion(const u16 *text, u32 length) {
    const u64 lower = 0x0020002000200020ull, wal = 0x006C00610077002Dull, shm = 0x006D00680073002Dull, dot_wal = 0x006C00610077002Eull,
              rnal = 0x006C0061006E0072ull;
    u64 ending = *(const text_word *)(text + length - 4) | lower;
    return ending == wal || ending == shm || ending == dot_wal || ending == rnal || text[length - SUPER_JOURNAL_LENGTH] == '-';
}

/* Returns 1 if none of the names is the path with this hash. Managed twin: NameFilter.MayHave. */
INLINE int lack(const struct rvfs_mod_names *names, u64 hash) {
    u32 tag = (u32)hash ? (u32)hash : 1;
    u64 mask = 1ull << (tag & 63) | 1ull << (tag >> 6 & 63);
    return (names->words[(u64)tag * names->count >> 32] & mask) != mask;
}

/*
 * Returns NAME_IS_OUTSIDE, NAME_MAY_MATCH, or NAME_IS_IN_NO_MOD, which is certain. Nothing is certain while the names change, nor for rare
 * names (with a character that isn't ASCII, or that managed code may look up under another spelling).
 */
MAY_FAULT AVX2 int rvfs_find_name(const OBJECT_ATTRIBUTES *attributes) {
    u32 turn = rvfs_gate_state.names_turn;
    const struct rvfs_mod_names *names = rvfs_gate_state.names;
    const struct rvfs_filter *filter = rvfs_gate_state.filter;
    if (!(turn & NAMES_ARE_KNOWN) || *names->recording || !filter || attributes->Length != sizeof(OBJECT_ATTRIBUTES)
        || attributes->RootDirectory)
        TAIL rvfs_name_may_match(attributes);
    const UNICODE_STRING *name = attributes->ObjectName;
    if (!name || ((uptr)name & (sizeof(void *) - 1)))
        return NAME_IS_OUTSIDE;
    /* Read once: another thread may be changing it. */
    u32 bytes = *(volatile const u16 *)&name->Length;
    const u16 *text = name->Buffer;
    u32 length = bytes / sizeof(u16) - NT_PREFIX_LENGTH;
    if ((bytes & 1) || length - SHORTEST > LONGEST - SHORTEST || !text || ((uptr)text & 1) || *(const text_word *)text != NT_PREFIX)
        TAIL rvfs_name_may_match(attributes);
    text += NT_PREFIX_LENGTH;
    int place = find_place(text, length, filter);
    if (place != NAME_IS_BELOW)
        return place;
    if (text[length - 1] == '\\' || text[DRIVE_LENGTH + 1] == '\\' || may_be_companion(text, length) || may_be_respelled(text, length))
        return NAME_MAY_MATCH;
    u64 hash = path_hash_avx2(text, length, names->keys);
    /* The turn is unchanged if one set of names was read. */
    return hash != 0 && lack(names, hash) && rvfs_gate_state.names_turn == turn ? NAME_IS_IN_NO_MOD : NAME_MAY_MATCH;
}
#else
int rvfs_find_name(const OBJECT_ATTRIBUTES *attributes) { TAIL rvfs_name_may_match(attributes); }
#endif
