// Redirects a system call of ntdll, as another program's hook engine does, for the tests' own DLLs.
#pragma once
#include "native.h"

// Executable memory that a near jump from the anchor reaches; the process ends where there is none.
static inline unsigned char *near_pages(const void *anchor, size_t size)
{
    uintptr_t first = (uintptr_t)anchor & ~(uintptr_t)0xFFFF;
    for (uintptr_t at = first; at > first - 0x70000000; at -= 0x10000)
    {
        unsigned char *pages = VirtualAlloc((void *)at, size, MEM_COMMIT | MEM_RESERVE, PAGE_EXECUTE_READWRITE);
        if (pages)
            return pages;
    }
    ExitProcess(77);
}

// The bytes of jmp rel32 as it stands at `from`. The process ends where it doesn't reach: where an image lies follows from the path that
// the linker gave it, and ntdll may be further away than 2 GB.
static inline void write_jump(unsigned char bytes[5], const unsigned char *from, const void *to)
{
    intptr_t exact = (intptr_t)to - (intptr_t)(from + 5);
    int distance = (int)exact;
    if (distance != exact)
        ExitProcess(78);
    bytes[0] = 0xE9;
    memcpy(bytes + 1, &distance, 4);
}

static inline void put_jump(unsigned char *from, const void *to) { write_jump(from, from, to); }

#if defined(__i386__)
// A near jump reaches every address.
static inline void put_far_jump(unsigned char *from, const void *to) { put_jump(from, to); }

// Whether the function is a stub that begins with mov eax,number: bytes that don't know where they stand. What follows isn't moved.
static inline int is_stub(const unsigned char *entry) { return entry && entry[0] == 0xB8; }

enum
{
    STUB_BEGIN = 5,
    COPIED_STUB = STUB_BEGIN + 5,
    LED_STUB = COPIED_STUB + 5
};
#else
// jmp [rip+0] and the address.
static inline void put_far_jump(unsigned char *from, const void *to)
{
    memcpy(from, "\xFF\x25\0\0\0\0", 6);
    memcpy(from + 6, &to, 8);
}

// Whether the function is a stub that begins with mov r10,rcx; mov eax,number: eight bytes that don't know where they stand.
static inline int is_stub(const unsigned char *entry) { return entry && !memcmp(entry, "\x4C\x8B\xD1\xB8", 4); }

enum
{
    STUB_BEGIN = 8,
    COPIED_STUB = STUB_BEGIN + 14,
    LED_STUB = COPIED_STUB + 14
};
#endif

// A stub's copy, which goes on in the original: COPIED_STUB bytes, anywhere.
static inline void copy_stub(const unsigned char *entry, unsigned char *code)
{
    memcpy(code, entry, STUB_BEGIN);
    put_far_jump(code + STUB_BEGIN, entry + STUB_BEGIN);
}

// Leads a stub's callers to a function; gives the way to the original. `code` has LED_STUB bytes in a near jump's reach. One store of eight
// bytes: stubs are aligned.
static inline void *lead_stub(unsigned char *entry, unsigned char *code, const void *to)
{
    union
    {
        unsigned char bytes[8];
        LONG64 all;
    } patch;
    DWORD old;
    copy_stub(entry, code);
    put_far_jump(code + COPIED_STUB, to);
    memcpy(patch.bytes, entry, sizeof patch.bytes);
    write_jump(patch.bytes, entry, code + COPIED_STUB);
    memset(patch.bytes + 5, 0x90, STUB_BEGIN - 5);
    if (((uintptr_t)entry & 7) || !VirtualProtect(entry, 8, PAGE_EXECUTE_READWRITE, &old))
        ExitProcess(77);
    InterlockedExchange64((LONG64 *)(void *)entry, patch.all);
    VirtualProtect(entry, 8, old, &old);
    FlushInstructionCache(GetCurrentProcess(), entry, 8);
    return code;
}
