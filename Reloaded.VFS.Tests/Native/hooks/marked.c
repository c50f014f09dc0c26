// Hands each function of the gates that is marked MAY_FAULT a pointer that leads nowhere, and says whether its caller gets 0 and the
// registers and the stack that it expects. Linked with the gates' sources, for 32 bits, with the DLL's compiler and options, because the
// unwinding of 32-bit code goes by the instructions that the compiler makes.
#include "gate.h"

__declspec(dllimport) HANDLE NTAPI GetStdHandle(u32 which);
__declspec(dllimport) i32 NTAPI WriteFile(HANDLE file, const void *buffer, u32 size, u32 *written, void *overlapped);
__declspec(dllimport) void NTAPI ExitProcess(u32 code);

u32 _tls_index;

i32 NTAPI rvfs_native_try_copy(void *destination, const void *source, uptr count);
i32 NTAPI rvfs_native_try_exchange(volatile u64 *at, u64 *expected, u64 value);
int rvfs_name_may_begin(const OBJECT_ATTRIBUTES *attributes);
int rvfs_other_name_may_match(const OBJECT_ATTRIBUTES *attributes);
int rvfs_forget_earlier(const HANDLE *opened);
int rvfs_program_can_be_read(const void *program);
i32 rvfs_capture(const OBJECT_ATTRIBUTES *attributes, struct rvfs_captured *captured, WCHAR16 *text, i32 capacity, i32 *result);
i32 rvfs_store_outcome(void *status_block, NTSTATUS status, uptr information);
int rvfs_mapped_may_match(const UNICODE_STRING *name);

// Globals, so that assembly reaches them whatever the stack holds.
u32 arguments[5], result, registers[4], stack_before, stack_pushed, stack_after;
void *tested;

static u32 length(const char *text)
{
    u32 count = 0;
    while (text[count])
        count++;
    return count;
}

static void print(const char *text)
{
    u32 written;
    WriteFile(GetStdHandle((u32)-11), text, length(text), &written, NULL_);
}

// Calls the function with five arguments, of which it takes some off the stack if it is its own duty.
static void call(const char *name, void *function, u32 taken, u32 a, u32 b, u32 c, u32 d, u32 e)
{
    arguments[0] = a;
    arguments[1] = b;
    arguments[2] = c;
    arguments[3] = d;
    arguments[4] = e;
    tested = function;
    __asm__ volatile("pushl %%ebp\n\t"
                     "movl %%esp, _stack_before\n\t"
                     "pushl _arguments+16\n\t"
                     "pushl _arguments+12\n\t"
                     "pushl _arguments+8\n\t"
                     "pushl _arguments+4\n\t"
                     "pushl _arguments\n\t"
                     "movl %%esp, _stack_pushed\n\t"
                     "movl $0x11111111, %%ebx\n\t"
                     "movl $0x22222222, %%esi\n\t"
                     "movl $0x33333333, %%edi\n\t"
                     "movl $0x44444444, %%ebp\n\t"
                     "call *_tested\n\t"
                     "movl %%eax, _result\n\t"
                     "movl %%esp, _stack_after\n\t"
                     "movl %%ebx, _registers\n\t"
                     "movl %%esi, _registers+4\n\t"
                     "movl %%edi, _registers+8\n\t"
                     "movl %%ebp, _registers+12\n\t"
                     "movl _stack_before, %%esp\n\t"
                     "popl %%ebp"
                     :
                     :
                     : "eax", "ebx", "ecx", "edx", "esi", "edi", "memory");
    i32 kept = registers[0] == 0x11111111 && registers[1] == 0x22222222 && registers[2] == 0x33333333 && registers[3] == 0x44444444;
    print(name);
    print(result ? ": not 0" : ": 0");
    print(kept ? ", registers kept" : ", registers changed");
    print(stack_after - stack_pushed == taken ? ", stack kept\n" : ", stack changed\n");
}

enum
{
    NOWHERE = 0x8000
};
#define CALL(name, taken, a, b, c, d, e) call(#name, (void *)name, taken, (u32)(a), (u32)(b), (u32)(c), (u32)(d), (u32)(e))

void start(void)
{
    static WCHAR16 text[64];
    static u64 number;
    static struct rvfs_captured captured;
    static i32 outcome;
    static UNICODE_STRING short_name = { 40, 40, (WCHAR16 *)NOWHERE }, long_name = { 120, 120, (WCHAR16 *)NOWHERE };
    static u8 structure[256];
    OBJECT_ATTRIBUTES cut = { sizeof cut, NULL_, &short_name, 0x40, NULL_, NULL_ }, other = cut, nameless = cut;
    // Everything that it reads at once is there, but not the last text.
    u32 program[9] = { (u32)text, (u32)text, (u32)text, 0, 0, NOWHERE, (u32)structure, (u32)structure, 0 };
    other.ObjectName = &long_name;
    nameless.ObjectName = (UNICODE_STRING *)NOWHERE;
    rvfs_native_catch_faults();
    CALL(rvfs_native_try_copy, 12, NOWHERE, text, 4, 0, 0);
    CALL(rvfs_native_try_copy, 12, text, NOWHERE, 100, 0, 0);
    CALL(rvfs_native_try_exchange, 16, NOWHERE, &number, 1, 0, 0);
    CALL(rvfs_native_try_exchange, 16, &number, NOWHERE, 1, 0, 0);
    CALL(rvfs_name_may_begin, 0, NOWHERE, 0, 0, 0, 0);
    CALL(rvfs_name_may_begin, 0, &nameless, 0, 0, 0, 0);
    CALL(rvfs_other_name_may_match, 0, NOWHERE, 0, 0, 0, 0);
    CALL(rvfs_other_name_may_match, 0, &other, 0, 0, 0, 0);
    CALL(rvfs_name_may_match, 0, NOWHERE, 0, 0, 0, 0);
    CALL(rvfs_name_may_match, 0, &nameless, 0, 0, 0, 0);
    CALL(rvfs_forget_earlier, 0, NOWHERE, 0, 0, 0, 0);
    CALL(rvfs_program_can_be_read, 0, NOWHERE, 0, 0, 0, 0);
    CALL(rvfs_program_can_be_read, 0, program, 0, 0, 0, 0);
    CALL(rvfs_capture, 0, NOWHERE, &captured, text, 60, &outcome);
    CALL(rvfs_capture, 0, &cut, &captured, text, 60, &outcome);
    CALL(rvfs_capture, 0, &other, &captured, text, 60, &outcome);
    CALL(rvfs_store_outcome, 0, NOWHERE, 0, 0, 0, 0);
    CALL(rvfs_mapped_may_match, 0, NOWHERE, 0, 0, 0, 0);
    CALL(rvfs_mapped_may_match, 0, &long_name, 0, 0, 0, 0);
    // Asked while the names are known.
    static u64 filter[8];
    static i32 recording;
    static struct rvfs_mod_names names = { &number, &number, &recording, 1 };
    rvfs_gate_state.filter = (const struct rvfs_filter *)filter;
    rvfs_gate_state.names = &names;
    rvfs_gate_state.names_turn = NAMES_ARE_KNOWN;
    CALL(rvfs_find_name, 0, NOWHERE, 0, 0, 0, 0);
    CALL(rvfs_find_name, 0, &nameless, 0, 0, 0, 0);
    CALL(rvfs_find_name, 0, &other, 0, 0, 0, 0);
    ExitProcess(0);
}
