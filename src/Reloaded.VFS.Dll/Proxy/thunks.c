/* A thunk for each export: it jumps to the system's function with the caller's stack unchanged. */
#include "proxy.h"

#define NUMBER(a, b, c) ((a)*64 + (b)*8 + (c))

#if defined(_WIN64)

/*
 * A thunk is one jump through the table of targets. At first the target is a function that finds the real one and preserves all registers
 * in which arguments may be passed: four for integers, six for floating-point numbers and vectors (__vectorcall has two more than the usual
 * convention).
 */
#if defined(__clang__)
__asm__(".text\n"
        ".def rvfs_proxy_first_call; .scl 2; .type 32; .endef\n"
        ".globl rvfs_proxy_first_call\n"
        ".p2align 4\n"
        /* eax: the thunk's number. The caller's four places for arguments are above its return address. */
        "rvfs_proxy_first_call:\n"
        ".seh_proc rvfs_proxy_first_call\n"
        "subq $0x88, %rsp\n"
        ".seh_stackalloc 0x88\n"
        ".seh_endprologue\n"
        "movq %rcx, 0x90(%rsp)\n"
        "movq %rdx, 0x98(%rsp)\n"
        "movq %r8, 0xa0(%rsp)\n"
        "movq %r9, 0xa8(%rsp)\n"
        "movaps %xmm0, 0x20(%rsp)\n"
        "movaps %xmm1, 0x30(%rsp)\n"
        "movaps %xmm2, 0x40(%rsp)\n"
        "movaps %xmm3, 0x50(%rsp)\n"
        "movaps %xmm4, 0x60(%rsp)\n"
        "movaps %xmm5, 0x70(%rsp)\n"
        "movl %eax, %ecx\n"
        "callq rvfs_proxy_resolve\n"
        "movq 0x90(%rsp), %rcx\n"
        "movq 0x98(%rsp), %rdx\n"
        "movq 0xa0(%rsp), %r8\n"
        "movq 0xa8(%rsp), %r9\n"
        "movaps 0x20(%rsp), %xmm0\n"
        "movaps 0x30(%rsp), %xmm1\n"
        "movaps 0x40(%rsp), %xmm2\n"
        "movaps 0x50(%rsp), %xmm3\n"
        "movaps 0x60(%rsp), %xmm4\n"
        "movaps 0x70(%rsp), %xmm5\n"
        "addq $0x88, %rsp\n"
        "jmpq *%rax\n"
        ".seh_endproc\n");
#define FIRST_CALL(a, b, c)                                                                                                                \
    static __attribute__((naked)) void first_call_##a##b##c(void) {                                                                        \
        __asm__("movl %0, %%eax\n jmp rvfs_proxy_first_call" : : "i"(NUMBER(a, b, c)));                                                    \
    }
#else
/*
 * Without inline assembly for x64 the floating-point registers aren't preserved. None of the DLLs that rvfs install knows (ProxyNames.cs)
 * has a function that takes a floating-point number.
 */
#define FIRST_CALL(a, b, c)                                                                                                                \
    static uptr NTAPI first_call_##a##b##c(uptr first, uptr second, uptr third, uptr fourth) {                                             \
        TAIL rvfs_proxy_resolve(NUMBER(a, b, c))(first, second, third, fourth);                                                            \
    }
#endif
#define THUNK(a, b, c)                                                                                                                     \
    static uptr NTAPI thunk_##a##b##c(uptr first, uptr second, uptr third, uptr fourth) {                                                  \
        TAIL rvfs_proxy_targets[NUMBER(a, b, c)](first, second, third, fourth);                                                            \
    }

#else

/* The number of arguments is unknown, and the callee pops them. In some conventions ecx and edx are arguments, too. */
#if defined(__clang__)
/* In Intel's syntax clang takes a jump through a variable for a jump to it. */
#define JUMP_THROUGH(a, b, c) __asm__("jmpl *_rvfs_proxy_targets+%c0" : : "i"(NUMBER(a, b, c) * 4))
#else
#define JUMP_THROUGH(a, b, c) __asm jmp dword ptr[rvfs_proxy_targets + ((a)*64 + (b)*8 + (c)) * 4]
#endif
static __declspec(naked) void resolve(void) {
    __asm {
        push ecx
        push edx
        push eax
        call rvfs_proxy_resolve
        pop edx
        pop ecx
        jmp eax
    }
}
#define FIRST_CALL(a, b, c)                                                                                                                \
    static __declspec(naked) void NTAPI first_call_##a##b##c(void) { __asm mov eax, ((a)*64 + (b)*8 + (c)) __asm jmp resolve }
#define THUNK(a, b, c)                                                                                                                     \
    static __declspec(naked) void NTAPI thunk_##a##b##c(void) { JUMP_THROUGH(a, b, c); }

#endif

/* 512 times, by three octal digits. */
#define EIGHT(of, a, b) of(a, b, 0) of(a, b, 1) of(a, b, 2) of(a, b, 3) of(a, b, 4) of(a, b, 5) of(a, b, 6) of(a, b, 7)
#define SIXTY_FOUR(of, a)                                                                                                                  \
    EIGHT(of, a, 0) EIGHT(of, a, 1) EIGHT(of, a, 2) EIGHT(of, a, 3) EIGHT(of, a, 4) EIGHT(of, a, 5) EIGHT(of, a, 6) EIGHT(of, a, 7)
#define ALL(of)                                                                                                                            \
    SIXTY_FOUR(of, 0)                                                                                                                      \
    SIXTY_FOUR(of, 1)                                                                                                                      \
    SIXTY_FOUR(of, 2)                                                                                                                      \
    SIXTY_FOUR(of, 3)                                                                                                                      \
    SIXTY_FOUR(of, 4)                                                                                                                      \
    SIXTY_FOUR(of, 5)                                                                                                                      \
    SIXTY_FOUR(of, 6)                                                                                                                      \
    SIXTY_FOUR(of, 7)

ALL(FIRST_CALL)
#define FIRST_TARGET(a, b, c) (proxy_function) first_call_##a##b##c,
proxy_function volatile rvfs_proxy_targets[PROXY_THUNKS] = {ALL(FIRST_TARGET)};

ALL(THUNK)
#define ADDRESS(a, b, c) (proxy_function) thunk_##a##b##c,
#pragma section(".thunks", read)
__declspec(allocate(".thunks")) const proxy_function rvfs_proxy_thunks[PROXY_THUNKS] = {ALL(ADDRESS)};
