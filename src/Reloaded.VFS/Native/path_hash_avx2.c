/*
 * PathHash (Hashing/PathHash.cs) with AVX2 and BMI2, for native images. .NET's native compiler uses one instruction set for the whole image
 * and drops code for processors that have more. The image asks for the function once, at its start, and passes it to PathHash.
 */
#include "path_hash_avx2.h"

#if defined(__clang__)
u64 STDCALL rvfs_path_hash_avx2(const u16 *text, uptr length, const u64 *keys);

AVX2 u64 STDCALL rvfs_path_hash_avx2(const u16 *text, uptr length, const u64 *keys) { return path_hash_avx2(text, length, keys); }

static void ask(u32 leaf, u32 *b, u32 *c) {
    u32 a = leaf, d;
    *c = 0;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(*b), "+c"(*c), "=d"(d));
}

/* Returns 1 if the processor has AVX2 and BMI2 and the system saves the wide registers. */
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

path_hash STDCALL rvfs_path_hash_get_avx2(void) { return has_avx2() ? rvfs_path_hash_avx2 : (path_hash)0; }
#else
path_hash STDCALL rvfs_path_hash_get_avx2(void) { return (path_hash)0; }
#endif
