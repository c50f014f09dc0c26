/* operator new and delete of the runtime's C++: never throwing, on ucrtbase's heap. The names are mangled as by MSVC. */
#include "crt.h"

void *malloc(u64 size);
void free(void *block);

/*
 * Where memory runs out, the collector of .NET 10 takes a list that it can't make larger for one that is there, and the process ends. The
 * list is short. So the runtime has a reserve, which is empty again when all that came from it is given back.
 */
enum { RESERVE = 64 * 1024, ALIGNMENT = 16 };
static _Alignas(ALIGNMENT) u8 reserve[RESERVE];
static u32 reserve_used, reserve_blocks;
static volatile char reserve_held;

static void hold_reserve(void) {
    while (__atomic_test_and_set(&reserve_held, __ATOMIC_ACQUIRE))
        __builtin_ia32_pause();
}

static void leave_reserve(void) { __atomic_clear(&reserve_held, __ATOMIC_RELEASE); }

static void *allocate(u64 size) {
    void *block = malloc(size ? size : 1); /* new returns distinct pointers for size 0 too */
    if (block || size > RESERVE - ALIGNMENT)
        return block;
    u32 taken = ((u32)size + ALIGNMENT) & ~(u32)(ALIGNMENT - 1);
    hold_reserve();
    if (taken <= RESERVE - reserve_used) {
        block = reserve + reserve_used;
        reserve_used += taken;
        reserve_blocks++;
    }
    leave_reserve();
    return block;
}

static void give_back(void *block) {
    if ((u8 *)block < reserve || (u8 *)block >= reserve + RESERVE) {
        free(block);
        return;
    }
    hold_reserve();
    if (!--reserve_blocks)
        reserve_used = 0;
    leave_reserve();
}

/* std::nothrow, the argument that selects the forms below. Its value is never read. */
const char nothrow __asm__("?nothrow@std@@3Unothrow_t@1@B") = 0;

/* operator new(size_t, std::nothrow_t const&) */
void *operator_new(u64 size, const void *tag) __asm__("??2@YAPEAX_KAEBUnothrow_t@std@@@Z");
void *operator_new(u64 size, const void *tag) {
    (void)tag;
    return allocate(size);
}

/* operator new[](size_t, std::nothrow_t const&) */
void *operator_new_array(u64 size, const void *tag) __asm__("??_U@YAPEAX_KAEBUnothrow_t@std@@@Z");
void *operator_new_array(u64 size, const void *tag) {
    (void)tag;
    return allocate(size);
}

/* operator delete(void*, size_t) */
void operator_delete(void *block, u64 size) __asm__("??3@YAXPEAX_K@Z");
void operator_delete(void *block, u64 size) {
    (void)size;
    give_back(block);
}

/* operator delete[](void*) */
void operator_delete_array(void *block) __asm__("??_V@YAXPEAX@Z");
void operator_delete_array(void *block) { give_back(block); }
