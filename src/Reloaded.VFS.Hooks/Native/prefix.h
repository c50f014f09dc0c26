/* Whether a name agrees with a target, many characters at once. */
#pragma once
#include "gate.h"

/* The bits that both cases of an ASCII letter share. Managed twin: PrefixFilter.SameInBothCases. */
#define SAME_IN_BOTH_CASES 31

/* One target, or its first 128 characters, a byte each: the five bits that both cases of an ASCII letter share,
   or that any character will do,
   as it will everywhere behind the last one. */
#define PREFIX_CHARACTERS 128
#define PREFIX_ANY 0x80
struct rvfs_prefix {
    u64 length; /* how many are to be compared */
    u8 characters[PREFIX_CHARACTERS];
};

/* The first four characters of a target, all together in a few cache lines, because most names differ there already: a name agrees where
   (characters & mask) == value. */
struct rvfs_start {
    u64 mask, value;
};
/* Never changed once the gates can see it, and never freed. Managed twin: PrefixFilter.WriteTo. */
struct rvfs_filter {
    u64 count;
    u64 first_characters;        /* a bit for each (first character & 31) that some target has: most names end here */
    struct rvfs_start starts[1]; /* count of them, and behind them count of struct rvfs_prefix */
};

FORCE_INLINE const struct rvfs_prefix *filter_prefixes(const struct rvfs_filter *filter) {
    return (const struct rvfs_prefix *)(filter->starts + filter->count);
}

/* How many characters are compared at once. */
enum { BLOCK = 16 };

/* Whether a block of a name agrees with a block of a target. */
#if defined(HAS_TEXT_VECTOR)
typedef u8 __attribute__((vector_size(16), aligned(1), may_alias)) prefix_vector;
FORCE_INLINE text_vector in_both_cases(text_vector units) {
    /* Made here: a constant would be one more line of memory to wait for. */
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
        /* Four characters' low bytes, side by side. */
        u64 units = *(const text_word *)(text + i) & shared;
        units = (units | units >> 8) & 0x0000FFFF0000FFFFull;
        u32 names = (u32)(units | units >> 16);
        u32 wanted = prefix[i] | (u32)prefix[i + 1] << 8 | (u32)prefix[i + 2] << 16 | (u32)prefix[i + 3] << 24;
        u32 any = (wanted >> 7 & 0x01010101) * 0xFF; /* of each byte that is PREFIX_ANY, all bits */
        if ((names ^ wanted) & ~any)
            return 0;
    }
    return 1;
}
#endif

/* Whether the name agrees with a target as far as both go: it lies under the target, or leads to it, or looks so.
   Nothing behind the name's end
   is read, which could fault. */
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
