/*
 * Random numbers for hash seeds and temporary names, without a DLL. .NET's runtime calls BCryptGenRandom for the seed of each thread's hash
 * codes, on the thread that first needs one: in a game, this would load bcrypt and advapi32 in the middle of an open, with the loader lock.
 * CoCreateGuid would load ole32. No secret depends on these numbers: the images create no keys or tokens.
 *
 * The numbers come from the processor's generator (RDRAND). In case an old processor has none, or a broken one repeats itself, they are
 * mixed with values that differ between any two calls: the time, a counter, the thread and the address of its stack.
 */
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long NTSTATUS;
typedef long HRESULT;

__declspec(dllimport) int __stdcall QueryPerformanceCounter(u64 *count);
__declspec(dllimport) u32 __stdcall GetCurrentThreadId(void);

enum { RDRAND_BIT = 1u << 30 };

#if defined(_WIN64)
typedef u64 word;
#else
typedef u32 word;
#endif

#if defined(_MSC_VER) && !defined(__clang__)
void __cpuid(int *registers, int leaf);
int _rdrand64_step(u64 *value);
long long _InterlockedIncrement64(long long volatile *value);
#pragma intrinsic(__cpuid, _rdrand64_step, _InterlockedIncrement64)

static int has_rdrand(void) {
    int registers[4];
    __cpuid(registers, 1);
    return ((u32)registers[2] & RDRAND_BIT) != 0;
}

static u64 rdrand(void) {
    u64 value = 0;
    for (int attempt = 0; attempt < 10 && !_rdrand64_step(&value); attempt++)
        ;
    return value;
}

static u64 next(u64 volatile *counter) { return (u64)_InterlockedIncrement64((long long volatile *)counter); }
#else
static int has_rdrand(void) {
    u32 a = 1, b, c = 0, d;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return (c & RDRAND_BIT) != 0;
}

static u64 rdrand(void) {
    word value = 0;
    u8 done = 0;
    for (int attempt = 0; attempt < 10 && !done; attempt++)
        __asm__ volatile("rdrand %0\n\tsetc %1" : "=r"(value), "=qm"(done) : : "cc");
    return value;
}

static u64 next(u64 volatile *counter) { return __atomic_add_fetch(counter, 1, __ATOMIC_RELAXED); }
#endif

/* The finaliser of splitmix64: every input bit changes half of the output bits. */
static u64 mix(u64 value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ull;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBull;
    return value ^ (value >> 31);
}

static void fill(u8 *bytes, u32 count) {
    static u64 volatile calls;
    u64 time = 0;
    QueryPerformanceCounter(&time);
    u64 state = mix(GetCurrentThreadId()) ^ mix(time) ^ mix((u64)&time) ^ mix(next(&calls) << 48);
    int processor = has_rdrand();
    for (u32 done = 0; done < count;) {
        state = mix(state + 0x9E3779B97F4A7C15ull);
        u64 value = processor ? state ^ rdrand() : state;
        for (u32 i = 0; i < sizeof value && done < count; i++, done++)
            bytes[done] = (u8)(value >> (8 * i));
    }
}

/* bcrypt.h. Every named generator is this one. */
NTSTATUS __stdcall BCryptGenRandom(void *algorithm, u8 *buffer, u32 count, u32 flags) {
    (void)algorithm;
    (void)flags;
    fill(buffer, count);
    return 0;
}

/* combaseapi.h. Version 4: random, except for six bits that say so. */
HRESULT __stdcall CoCreateGuid(u8 *guid) {
    fill(guid, 16);
    guid[7] = (u8)(0x40 | (guid[7] & 0x0F));
    guid[8] = (u8)(0x80 | (guid[8] & 0x3F));
    return 0;
}

#if defined(_WIN64)
/* The pointers that importing calls use. For 32 bits, CoreCLR asks for the functions (CoreClr/imports.c). */
void *const __imp_BCryptGenRandom = (void *)BCryptGenRandom;
void *const __imp_CoCreateGuid = (void *)CoCreateGuid;
#endif
