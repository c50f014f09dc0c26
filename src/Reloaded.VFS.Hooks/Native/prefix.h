/* Compares a name with the targets, many characters at once. */
#pragma once
#include "gate.h"

FORCE_INLINE int starts_with(const WCHAR16 *text, u32 length, const char *prefix) {
    u32 i = 0;
    for (; prefix[i]; i++) {
        if (i >= length)
            return 0;
        WCHAR16 c = text[i];
        if (c >= 'a' && c <= 'z')
            c -= 32;
        if (c != (WCHAR16)prefix[i])
            return 0;
    }
    return 1;
}

/* The bits that both cases of an ASCII letter share. Managed twin: PrefixFilter.SameInBothCases. */
#define SAME_IN_BOTH_CASES 31

/*
 * A target, or its first 128 characters, one byte each: the five bits that both cases of an ASCII letter share, or PREFIX_ANY, which
 * matches any character and also fills the rest.
 */
#define PREFIX_CHARACTERS 128
#define PREFIX_ANY 0x80
struct rvfs_prefix {
    u64 length; /* the number of characters to compare */
    u8 characters[PREFIX_CHARACTERS];
};

/*
 * The first four characters of a target, all targets' together in a few cache lines, because most names differ there already. A name
 * matches if (characters & mask) == value.
 */
struct rvfs_start {
    u64 mask, value;
};
/* Immutable once the gates can see it, and never freed. Managed twin: PrefixFilter.WriteTo. */
struct rvfs_filter {
    u64 count;
    u64 first_characters;        /* a bit for each (first character & 31) of the targets: rejects most names */
    u64 own;                     /* the number of whole targets in their own spelling, which come first */
    u64 hidden;                  /* the number of beginnings of names that the VFS hides */
    struct rvfs_start starts[1]; /* count of them, followed by count of struct rvfs_prefix, then the hidden names' starts */
};

FORCE_INLINE const struct rvfs_prefix *filter_prefixes(const struct rvfs_filter *filter) {
    return (const struct rvfs_prefix *)(filter->starts + filter->count);
}

FORCE_INLINE const struct rvfs_start *filter_hidden(const struct rvfs_filter *filter) {
    return (const struct rvfs_start *)(filter_prefixes(filter) + filter->count);
}

/* The number of characters compared at once. */
enum { BLOCK = 16 };

/* Returns 1 if a block of a name matches a block of a target. */
#if defined(HAS_TEXT_VECTOR)
typedef u8 __attribute__((vector_size(16), aligned(1), may_alias)) prefix_vector;
FORCE_INLINE text_vector in_both_cases(text_vector units) {
    /* Computed here: a constant would be one more cache line to wait for. */
    u32 pair = SAME_IN_BOTH_CASES * 0x00010001u;
    __asm__("" : "+r"(pair));
    typedef u32 pairs __attribute__((vector_size(16)));
    return units & (text_vector)(pairs){pair, pair, pair, pair};
}
FORCE_INLINE int block_agrees(const WCHAR16 *text, const u8 *prefix) {
    typedef char bytes __attribute__((vector_size(16)));
    typedef short units __attribute__((vector_size(16)));
    const text_vector *half = (const text_vector *)text;
    bytes names = (bytes)__builtin_ia32_packuswb128((units)in_both_cases(half[0]), (units)in_both_cases(half[1]));
    bytes wanted = (bytes) * (const prefix_vector *)prefix;
    /* PREFIX_ANY is the bit that the mask is made of. */
    return __builtin_ia32_pmovmskb128((bytes)(names == wanted) | wanted) == (1 << BLOCK) - 1;
}
#else
FORCE_INLINE int block_agrees(const WCHAR16 *text, const u8 *prefix) {
    const u64 shared = SAME_IN_BOTH_CASES * 0x0001000100010001ull;
    for (u32 i = 0; i < BLOCK; i += 4) {
        /* The low bytes of four characters. */
        u64 units = *(const text_word *)(text + i) & shared;
        units = (units | units >> 8) & 0x0000FFFF0000FFFFull;
        u32 names = (u32)(units | units >> 16);
        u32 wanted = prefix[i] | (u32)prefix[i + 1] << 8 | (u32)prefix[i + 2] << 16 | (u32)prefix[i + 3] << 24;
        u32 any = (wanted >> 7 & 0x01010101) * 0xFF; /* all bits of each byte that is PREFIX_ANY */
        if ((names ^ wanted) & ~any)
            return 0;
    }
    return 1;
}
#endif

/*
 * Returns 1 if the name matches a target as far as both go: it is below the target, leads to the target, or looks so. Reads nothing beyond
 * the name's end, which could fault.
 */
FORCE_INLINE int has_prefix(const WCHAR16 *text, u32 length, const struct rvfs_prefix *prefix) {
    u32 count = length < prefix->length ? length : (u32)prefix->length;
    u32 i = 0;
    for (; i < count && i + BLOCK <= length; i += BLOCK) {
        if (!block_agrees(text + i, prefix->characters + i))
            return 0;
    }
    if (i < count && length >= BLOCK)
        return block_agrees(text + length - BLOCK, prefix->characters + length - BLOCK);
    for (; i < count; i++) {
        u8 wanted = prefix->characters[i];
        if (!(wanted & PREFIX_ANY) && (text[i] & SAME_IN_BOTH_CASES) != wanted)
            return 0;
    }
    return 1;
}

/* \??\ as four characters in one word. */
#define NT_PREFIX 0x005C003F003F005Cull
#define NT_PREFIX_LENGTH 4

/* Returns 1 if the name after a matching target may be one of the VFS's own, or is too short to tell. */
FORCE_INLINE int may_be_hidden(const WCHAR16 *text, u32 length, const struct rvfs_prefix *prefix, const struct rvfs_filter *filter) {
    if (length < prefix->length + 4)
        return 1;
    u64 characters = *(const text_word *)(text + prefix->length);
    const struct rvfs_start *hidden = filter_hidden(filter), *end = hidden + filter->hidden;
    for (; hidden != end; hidden++) {
        if ((characters & hidden->mask) == hidden->value)
            return 1;
    }
    return 0;
}

/*
 * The result for a canonical path. It is below a target if it matches only beginnings of whole targets in their own spelling and isn't one
 * of the VFS's own names. A name below a target may be known to be in no mod (rvfs_find_name).
 */
enum { NAME_IS_OUTSIDE = 0, NAME_MAY_MATCH = 1, NAME_IS_BELOW = 2, NAME_IS_IN_NO_MOD = 3 };

FORCE_INLINE int find_place(const WCHAR16 *text, u32 length, const struct rvfs_filter *filter) {
    const struct rvfs_start *start = filter->starts, *own = start + filter->own, *end = start + filter->count;
    const struct rvfs_prefix *prefix = filter_prefixes(filter);
    /* A name that is shorter matches all of them. */
    u64 characters = length >= 4 ? *(const text_word *)text : 0, compared = length >= 4 ? ~0ull : 0;
    int place = NAME_IS_OUTSIDE;
    for (; start != own; start++, prefix++) {
        if (((characters & start->mask) ^ start->value) & compared || !has_prefix(text, length, prefix))
            continue;
        if (may_be_hidden(text, length, prefix, filter))
            return NAME_MAY_MATCH;
        place = NAME_IS_BELOW;
    }
    /* The other spellings of a target, a handful: most names differ from all of them there. */
    for (; start != end; start++) {
        if ((((characters & start->mask) ^ start->value) & compared) == 0
            && has_prefix(text, length, filter_prefixes(filter) + (start - filter->starts)))
            return NAME_MAY_MATCH;
    }
    return place;
}
