// Pointers of every bad kind.
#include "fuzz.h"

#define PAGE 4096

static unsigned char *edge;  // two pages that may be read and written, with one after them that may not be touched
static unsigned char *fixed; // two that may only be read, the same
// as edge, for what calls write: a call that overwrites its own arguments shows nothing but the order of its steps
static unsigned char *output;
#if !defined(_WIN64)
// In 32 bits, any number may be the address of something: what leads nowhere is reserved memory.
static unsigned char *nowhere;
#define NOWHERE_SIZE (1 << 24)
#endif

void make_pages(void)
{
    DWORD old;
    edge = VirtualAlloc(NULL, 3 * PAGE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    fixed = VirtualAlloc(NULL, 3 * PAGE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    output = VirtualAlloc(NULL, 3 * PAGE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
#if !defined(_WIN64)
    nowhere = VirtualAlloc(NULL, NOWHERE_SIZE, MEM_RESERVE, PAGE_NOACCESS);
#endif
    VirtualProtect(output + 2 * PAGE, PAGE, PAGE_NOACCESS, &old);
    VirtualProtect(edge + 2 * PAGE, PAGE, PAGE_NOACCESS, &old);
    VirtualProtect(fixed + 2 * PAGE, PAGE, PAGE_NOACCESS, &old);
}

void *bad_pointer(void)
{
    switch (below(9))
    {
        case 0: return NULL;
        case 1: return (void *)(ULONG_PTR)below(0x10000);
        case 2: return (void *)0x10000;
        case 3: return edge + 2 * PAGE + below(64);
#if defined(_WIN64)
        case 4: return (void *)0xdeadbeefdeadbeef;
        case 5: return (void *)0xfffff80000001000;
        case 6: return (void *)0xffffffffffffffff;
        case 7: return (void *)0x00007fffffff0000;
        default: return (void *)(ULONG_PTR)(next_random() | 0x8000000000000000);
#else
        case 4: return nowhere + 0xadbeef;
        case 5: return nowhere + PAGE;
        case 6: return (void *)0xffffffff;
        case 7: return (void *)0x7fff0000;
        default: return nowhere + below(NOWHERE_SIZE - 2 * PAGE);
#endif
    }
}

void *odd_pointer(const void *content, size_t size, int *good)
{
    unsigned char *at;
    DWORD old;
    *good = 1;
    switch (below(5))
    {
        case 0: // ends with its page
            at = edge + 2 * PAGE - size;
            break;
        case 1: // goes over the end
            at = edge + 2 * PAGE - below((unsigned)size);
            *good = 0;
            memcpy(at, content, (size_t)(edge + 2 * PAGE - at));
            return at;
        case 2: // lies over two pages, unaligned
            at = edge + PAGE - size / 2 - 1;
            break;
        case 3: // can't be written
            at = fixed + 2 * PAGE - size;
            VirtualProtect(fixed, 2 * PAGE, PAGE_READWRITE, &old);
            memcpy(at, content, size);
            VirtualProtect(fixed, 2 * PAGE, PAGE_READONLY, &old);
            return at;
        default: *good = 0; return bad_pointer();
    }
    memcpy(at, content, size);
    return at;
}

void *odd_output(size_t size)
{
    switch (below(5))
    {
        case 0: return output + 2 * PAGE - size;
        case 1: return output + 1 + below(16);
        case 2: return output + 2 * PAGE - 1 - below((unsigned)size > 1 ? (unsigned)size - 1 : 1);
        case 3: return fixed + below(64) * 8;
        default: return bad_pointer();
    }
}
