/* operator new and delete of the runtime's C++: never throwing, on ucrtbase's heap. The names are mangled as by MSVC. */
#include "crt.h"

void *malloc(u64 size);
void free(void *block);

/* std::nothrow, the argument that selects the forms below. Its value is never read. */
const char nothrow __asm__("?nothrow@std@@3Unothrow_t@1@B") = 0;

/* operator new(size_t, std::nothrow_t const&) */
void *operator_new(u64 size, const void *tag) __asm__("??2@YAPEAX_KAEBUnothrow_t@std@@@Z");
void *operator_new(u64 size, const void *tag) {
    (void)tag;
    return malloc(size ? size : 1); /* new returns distinct pointers for size 0 too */
}

/* operator new[](size_t, std::nothrow_t const&) */
void *operator_new_array(u64 size, const void *tag) __asm__("??_U@YAPEAX_KAEBUnothrow_t@std@@@Z");
void *operator_new_array(u64 size, const void *tag) {
    (void)tag;
    return malloc(size ? size : 1);
}

/* operator delete(void*, size_t) */
void operator_delete(void *block, u64 size) __asm__("??3@YAXPEAX_K@Z");
void operator_delete(void *block, u64 size) {
    (void)size;
    free(block);
}

/* operator delete[](void*) */
void operator_delete_array(void *block) __asm__("??_V@YAXPEAX@Z");
void operator_delete_array(void *block) { free(block); }
