/*
 * PathHash (Hashing/PathHash.cs) with AVX2 and BMI2, for native images: .NET's native compiler takes one set of instructions for the whole
 * image, and leaves out code for processors that have more. An image asks once, at its start, and hands the answer to PathHash.
 *
 * Clang compiles this. With cl.exe, which has vectors in a header only, the image goes without: no C source here needs a header's path.
 */
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef u64 (*path_hash)(const u16 *text, u64 length, const u64 *keys);

path_hash rvfs_path_hash_get_avx2(void);

#if defined(__clang__)
/* Folds and hashes 16 to 512 units. 0 where a unit isn't ASCII or is NUL: then, and where the hash is 0, the caller computes it. */
u64 rvfs_path_hash_avx2(const u16 *text, u64 length, const u64 *keys);

#define AVX2 __attribute__((target("avx2,bmi2")))
#define INLINE static inline __attribute__((always_inline))

/* PathHash.cs has them, too; a test compares each hash with its definition. */
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

/* The sums of numbers 0 and 2, those of numbers 1 and 3, and the place of the next keys. */
struct state {
    lanes even, odd;
    u64 key;
};

/* The stripe with A at the text and B at b. 0 where it isn't all ASCII, or has NUL in it. */
AVX2 INLINE int add(struct state *state, const u16 *text, u64 b, const u64 *keys) {
    /* It packs each half by itself, which gives V and W. */
    wide_bytes both = (wide_bytes)__builtin_ia32_packuswb256(*(const any_units *)text, *(const any_units *)(text + b));
    if (__builtin_ia32_pmovmskb256(both > 0) != -1)
        return 0;
    /* Moves 'z' to the greatest signed value, so that one signed comparison finds the 26 letters. */
    both ^= (both + (127 - 'z') > 127 - 26) & 0x20;

    wide_lanes keyed = (wide_lanes)both ^ *(const any_lanes *)(keys + state->key), high = keyed >> 32, low = keyed & 0xFFFFFFFF;
    state->even += __builtin_shufflevector(low, low, 0, 1) * __builtin_shufflevector(low, low, 2, 3);
    state->odd += __builtin_shufflevector(high, high, 0, 1) * __builtin_shufflevector(high, high, 2, 3);
    state->key += KEYS_PER_STRIPE;
    return 1;
}

AVX2 u64 rvfs_path_hash_avx2(const u16 *text, u64 length, const u64 *keys) {
    struct state state = {{START0, START2}, {START1, START3}, 0};
    if (length < STRIPE) {
        if (!add(&state, text, length - HALF, keys))
            return 0;
    } else {
        u64 i = 0;
        for (; i + STRIPE <= length; i += STRIPE) {
            if (!add(&state, text + i, HALF, keys))
                return 0;
        }
        if (i != length && !add(&state, text + length - STRIPE, HALF, keys))
            return 0;
    }

    lanes sums = state.even ^ (state.odd << 32 | state.odd >> 32);
    u64 lane0 = sums[0] ^ LANE0, lane1 = sums[1] ^ LANE1 ^ (length * LENGTH_FACTOR);
    unsigned __int128 product = (unsigned __int128)lane0 * lane1;
    return (u64)(product >> 64) ^ (u64)product;
}

static void ask(u32 leaf, u32 *b, u32 *c) {
    u32 a = leaf, d;
    *c = 0;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(*b), "+c"(*c), "=d"(d));
}

/* Whether the processor has both, and the system keeps the wide registers. */
static int has_avx2(void) {
    enum { OSXSAVE_AND_AVX = 3 << 27, AVX2_AND_BMI2 = 1 << 5 | 1 << 8, LAST_LEAF = 7, XMM_AND_YMM = 6 };
    u32 a = 0, b, c = 0, d, kept;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (a < LAST_LEAF)
        return 0;
    ask(1, &b, &c);
    if ((c & OSXSAVE_AND_AVX) != OSXSAVE_AND_AVX)
        return 0;
    __asm__ volatile("xgetbv" : "=a"(kept), "=d"(d) : "c"(0));
    ask(LAST_LEAF, &b, &c);
    return (kept & XMM_AND_YMM) == XMM_AND_YMM && (b & AVX2_AND_BMI2) == AVX2_AND_BMI2;
}

path_hash rvfs_path_hash_get_avx2(void) { return has_avx2() ? rvfs_path_hash_avx2 : (path_hash)0; }
#else
path_hash rvfs_path_hash_get_avx2(void) { return (path_hash)0; }
#endif
