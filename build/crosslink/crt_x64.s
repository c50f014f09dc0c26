# What can't be written in C.

# Marks that the image uses floating point; MSVC's object files refer to it. Never read.
        .data
        .globl  _fltused
        .p2align 2
_fltused:
        .long   0x9875

# Control flow guard is off in this image (no load configuration): an indirect call, whose target is in rax, goes straight there.
        .text
        .p2align 4
dispatch_call:
        jmpq    *%rax

        .section .rdata,"dr"
        .globl  __guard_dispatch_icall_fptr
        .p2align 3
__guard_dispatch_icall_fptr:
        .quad   dispatch_call

# Called in the prologue of a function with a page or more of local variables, rax: their size. Touches each page between the stack's
# committed end (TEB+0x10, StackLimit) and the new end, from the top down, because the guard page grows the stack one page at a time.
# Changes no register: the caller's arguments are live, and it subtracts rax from rsp itself.
        .text
        .globl  __chkstk
        .def    __chkstk; .scl 2; .type 32; .endef
        .seh_proc __chkstk
        .p2align 4
__chkstk:
        pushq   %r10
        .seh_pushreg %r10
        pushq   %r11
        .seh_pushreg %r11
        .seh_endprologue
        leaq    24(%rsp), %r10          # the caller's rsp
        xorl    %r11d, %r11d
        subq    %rax, %r10              # the new end ...
        cmovbq  %r11, %r10              # ... or 0 where it would wrap: the probe then faults, as it should
        movq    %gs:0x10, %r11
        cmpq    %r11, %r10
        jae     2f
        andq    $-4096, %r10
1:      subq    $4096, %r11
        movb    $0, (%r11)
        cmpq    %r10, %r11
        ja      1b
2:      popq    %r11
        popq    %r10
        retq
        .seh_endproc
