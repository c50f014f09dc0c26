/* What MSVC's start-up code gives an image: its thread-local block, by which a thread is known that the loader has initialised. */
#include "coreclr.h"

u32 _tls_index;

#pragma section(".tls", read, write)
__declspec(allocate(".tls")) static char block_begin = 0;

/* The ends of the list of TLS callbacks, which module.c's is in. */
#pragma section(".CRT$XLA", read)
#pragma section(".CRT$XLZ", read)
typedef void(NTAPI *tls_callback)(void *module, u32 reason, void *reserved);
__declspec(allocate(".CRT$XLA")) tls_callback const rvfs_tls_callbacks_begin = 0;
__declspec(allocate(".CRT$XLZ")) tls_callback const rvfs_tls_callbacks_end = 0;

/* IMAGE_TLS_DIRECTORY. The linker takes the object of this name for the image's TLS directory. */
struct tls_directory {
    const char *start, *end;
    u32 *index;
    const tls_callback *callbacks;
    u32 zero_fill, characteristics;
};
#pragma section(".rdata$T", read)
__declspec(allocate(".rdata$T")) const
    struct tls_directory _tls_used = {&block_begin, &block_begin + 1, &_tls_index, &rvfs_tls_callbacks_begin + 1, 0, 0};

i32 NTAPI rvfs_main(void *module, u32 reason, void *reserved) {
    (void)module;
    (void)reason;
    (void)reserved;
    return 1;
}
