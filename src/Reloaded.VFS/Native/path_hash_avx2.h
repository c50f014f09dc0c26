/*
 * PathHash (Hashing/PathHash.cs) with AVX2 and BMI2, as inline code. Compiled by clang, for 64 and 32 bits; called only if the processor
 * has both. cl.exe, which has vectors only in a header of its own, sees the types.
 */
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
#if defined(_WIN64) || defined(__x86_64__)
typedef u64 uptr;
#else
typedef u32 uptr;
#endif

/* The convention of calls between C and managed code, as NTAPI in the hooks' gate.h. */
#if defined(_WIN32) && !defined(_WIN64)
#define STDCALL __stdcall
#else
#define STDCALL
#endif

typedef u64(STDCALL *path_hash)(const u16 *text, uptr length, const u64 *keys);

path_hash STDCALL rvfs_path_hash_get_avx2(void);

#if defined(__clang__)
#define AVX2 __attribute__((target("avx2,bmi2")))
#define INLINE static inline __attribute__((always_inline))

/* Also in PathHash.cs; a test compares each hash with its definition. */
#define START0 0x695E7979D1F602D3ull
#define START1 0xE6B9542CC37C10B3ull
#define START2 0x7E264E3C074CEA45ull
#define START3 0xC627BCD06E00A62Dull
#define LANE0 0x60CA0986EA88E789ull
#define LANE1 0x4F8AA9123F1FDB47ull
#define LENGTH_FACTOR 0xE85C8759B2D72415ull

enum { HALF = 16, STRIPE = 32, KEYS_PER_STRIPE = 4 };

typedef u64 lanes __attribute__((vector_size(16)));
typedef u64 wide_lanes __attribute__((vector_size(32)));
typedef signed char wide_bytes __attribute__((vector_size(32)));
typedef short wide_units __attribute__((vector_size(32)));
typedef wide_units any_units __attribute__((aligned(2), may_alias));
typedef wide_lanes any_lanes __attribute__((aligned(8), may_alias));

/* The sums of numbers 0 and 2 and of numbers 1 and 3, and the index of the next keys. */
struct state {
    lanes even, odd;
    uptr key;
};

#define START_STATE                                                                                                                        \
    { {START0, START2}, {START1, START3}, 0 }

/* Adds V and W, which are ASCII. */
AVX2 INLINE void add_ascii(struct state *state, wide_bytes both, const u64 *keys) {
    /* Moves 'z' to the greatest signed value, so that one signed comparison finds the 26 letters. */
    both ^= (both + (127 - 'z') > 127 - 26) & 0x20;

    wide_lanes keyed = (wide_lanes)both ^ *(const any_lanes *)(keys + state->key), high = keyed >> 32, low = keyed & 0xFFFFFFFF;
    state->even += __builtin_shufflevector(low, low, 0, 1) * __builtin_shufflevector(low, low, 2, 3);
    state->odd += __builtin_shufflevector(high, high, 0, 1) * __builtin_shufflevector(high, high, 2, 3);
    state->key += KEYS_PER_STRIPE;
}

/* Adds the stripe with A at text and B at text + b. Returns 0 if it isn't all ASCII or contains NUL. */
AVX2 INLINE int add(struct state *state, const u16 *text, uptr b, const u64 *keys) {
    /* The instruction packs each half separately, which gives V and W. */
    wide_bytes both = (wide_bytes)__builtin_ia32_packuswb256(*(const any_units *)text, *(const any_units *)(text + b));
    if (__builtin_ia32_pmovmskb256(both > 0) != -1)
        return 0;
    add_ascii(state, both, keys);
    return 1;
}

/* Returns the halves of a product, combined. Managed twin: PathHash.MultiplyHigh. */
INLINE u64 multiply_fold(u64 left, u64 right) {
#if defined(__SIZEOF_INT128__)
    unsigned __int128 product = (unsigned __int128)left * right;
    return (u64)(product >> 64) ^ (u64)product;
#else
    u64 low = (u64)(u32)left * (u32)right, first = (left >> 32) * (u32)right + (low >> 32), second = (u32)left * (right >> 32) + (u32)first;
    return ((left >> 32) * (right >> 32) + (first >> 32) + (second >> 32)) ^ (second << 32 | (u32)low);
#endif
}

/* Returns the hash of a text from its sums. */
AVX2 INLINE u64 finish(const struct state *state, uptr length) {
    lanes sums = state->even ^ (state->odd << 32 | state->odd >> 32);
    return multiply_fold(sums[0] ^ LANE0, sums[1] ^ LANE1 ^ (length * LENGTH_FACTOR));
}

/*
 * Folds and hashes 16 to 512 units. Returns 0 if a unit is NUL or not ASCII; the caller then computes the hash, also if it is 0 by chance.
 */
AVX2 INLINE u64 path_hash_avx2(const u16 *text, uptr length, const u64 *keys) {
    struct state state = START_STATE;
    if (length < STRIPE) {
        if (!add(&state, text, length - HALF, keys))
            return 0;
    } else {
        uptr i = 0;
        for (; i + STRIPE <= length; i += STRIPE) {
            if (!add(&state, text + i, HALF, keys))
                return 0;
        }
        if (i != length && !add(&state, text + length - STRIPE, HALF, keys))
            return 0;
    }

    return finish(&state, length);
}
#endif
