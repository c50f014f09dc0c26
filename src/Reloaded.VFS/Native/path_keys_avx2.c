/*
 * The keys of names in one folder (PathRecords/LookupKeys.cs): the PathHash of each path, from text of one byte per character. Needs AVX2
 * and BMI2 and is selected like path_hash_avx2.c.
 */
#include "path_hash_avx2.h"

typedef uptr(STDCALL *path_keys)(const u8 *folder, uptr folder_length, const u8 *names, const u8 *listed, uptr record_size, uptr count,
                                 u64 *keys, const u64 *key_table);

path_keys STDCALL rvfs_path_keys_get_avx2(void);

#if defined(__clang__)
/* The start of a listing's record of a file or folder. */
struct listed_name {
    u32 offset;
    u32 unused;
    u16 info;
};

enum { LONGEST = 16 * STRIPE, LENGTH_BITS = 0xFF, WIDE = 1 << 13 };

/* The distance in bytes at which names and their records are prefetched. */
enum { NAMES_AHEAD = 768, LISTED_AHEAD = 512 };

typedef struct listed_name any_name __attribute__((aligned(2), may_alias));
typedef wide_bytes any_bytes __attribute__((aligned(1), may_alias));

uptr STDCALL rvfs_path_keys_avx2(const u8 *folder, uptr folder_length, const u8 *names, const u8 *listed, uptr record_size, uptr count,
                                 u64 *keys, const u64 *key_table);

/* Loaded from STRIPE - count, the vector has all bits of its first count bytes set. */
static const u8 FIRST_BYTES[2 * STRIPE] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                                           0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};

AVX2 INLINE wide_bytes load(const u8 *text) { return *(const any_bytes *)text; }

/* Adds a stripe of text without NUL. Returns 0 if it isn't all ASCII. */
AVX2 INLINE int add_packed(struct state *state, wide_bytes text, const u64 *key_table) {
    if (__builtin_ia32_pmovmskb256(text < 0) != 0)
        return 0;
    add_ascii(state, (wide_bytes)__builtin_shufflevector((wide_lanes)text, (wide_lanes)text, 0, 2, 1, 3), key_table);
    return 1;
}

/* Adds a stripe made of the first count bytes of one text and the remaining bytes of another. */
AVX2 INLINE int add_joined(struct state *state, const u8 *first, const u8 *second, uptr count, const u64 *key_table) {
    wide_bytes counted = load(FIRST_BYTES + STRIPE - count);
    return add_packed(state, (load(first) & counted) | (load(second) & ~counted), key_table);
}

/* Returns one name's key, or 0. The state contains the folder's whole stripes. */
AVX2 INLINE u64 make_key(struct state state, const u8 *folder_end, uptr folder_length, const u8 *name, uptr name_length,
                         const u64 *key_table) {
    uptr length = folder_length + name_length, left = folder_length % STRIPE, done = folder_length - left;
    if (length < STRIPE || length > LONGEST)
        return 0;
    if (done + STRIPE <= length) {
        /* The rest of the folder's path and the start of the name. */
        if (!add_joined(&state, folder_end - left, name - left, left, key_table))
            return 0;
        for (done += STRIPE; done + STRIPE <= length; done += STRIPE) {
            if (!add_packed(&state, load(name + (done - folder_length)), key_table))
                return 0;
        }
    }

    /* The last stripe contains as much of the folder's path as the name leaves room for. */
    uptr room = name_length < STRIPE ? STRIPE - name_length : 0;
    if (done != length && !add_joined(&state, folder_end - room, name + name_length - STRIPE, room, key_table))
        return 0;
    return finish(&state, length);
}

/*
 * Makes the keys of count names in a folder. The folder's path has folder_length characters and ends with a backslash.
 *
 * The 31 bytes before each name and the 32 bytes after the folder's path are readable. A key is 0 if the caller has to compute it: a part
 * of the path that is hashed with the name isn't ASCII, or the path has fewer than 32 or more than 512 characters. Returns 0, with nothing
 * done, if the folder's path has more than 512 characters or its whole stripes aren't all ASCII.
 */
AVX2 uptr STDCALL rvfs_path_keys_avx2(const u8 *folder, uptr folder_length, const u8 *names, const u8 *listed, uptr record_size, uptr count,
                                      u64 *keys, const u64 *key_table) {
    struct state state = START_STATE;
    if (folder_length > LONGEST)
        return 0;
    for (uptr i = 0; i + STRIPE <= folder_length; i += STRIPE) {
        if (!add_packed(&state, load(folder + i), key_table))
            return 0;
    }
    for (uptr i = 0; i < count; i++, listed += record_size) {
        const any_name *name = (const any_name *)listed;
        __builtin_prefetch(names + name->offset + NAMES_AHEAD);
        __builtin_prefetch(listed + LISTED_AHEAD);
        keys[i] = name->info & WIDE
            ? 0
            : make_key(state, folder + folder_length, folder_length, names + name->offset, name->info & LENGTH_BITS, key_table);
    }
    return 1;
}

path_keys STDCALL rvfs_path_keys_get_avx2(void) { return rvfs_path_hash_get_avx2() ? rvfs_path_keys_avx2 : (path_keys)0; }
#else
path_keys STDCALL rvfs_path_keys_get_avx2(void) { return 0; }
#endif
