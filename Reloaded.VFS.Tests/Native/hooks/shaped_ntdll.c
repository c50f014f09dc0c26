// Functions of exactly the shape and spacing that Windows' stubs of system calls have, in place of ntdll's: every caller of ntdll's comes
// through them, and the VFS hooks them (RVFS_NTDLL_STAND_IN). Where Windows enters the kernel, by two bytes, these go on to what this
// system has by a jump of two bytes. There it is looked at whether the registers are as a stub leaves them.
//
// RVFS_TEST_SHAPE says which form the stubs have when the VFS finds them; hooks of others are engines' own forms, and theirs is counted:
//
//   test             mov r10,rcx; mov eax,nr; test byte [7FFE0308h],1; jne; syscall; ret; int 2Eh; ret; nop of eight bytes (Windows 10 1511
//                    and later)
//   short            mov r10,rcx; mov eax,nr; syscall; ret; nop of five bytes: 16 bytes (Windows 8.1 and before)
//   minhook          jmp rel32 over the first five bytes, to a relay
//   minhook-above    jmp short to the five bytes in front of the function, where the jmp rel32 is (EB F9)
//   detours          jmp rel32, and int3 up to the next instruction
//   far              jmp [rip+0] and the address: 14 bytes
//   register         mov rax,address; jmp rax
//   behind-mov       mov r10,rcx stays, jmp rel32 behind it
//   usvfs            jmp rel32 to the detour itself, which goes back by push, mov [rsp+8] and ret (ModOrganizer2/usvfs, src/thooklib; with
//                    five nops in front of the function it has the form minhook-above)
//   sandboxie        mov r10,number; a jmp rel32 with a prefix (Sandboxie-Plus, core/low/init.c)
//   sandboxie-table  nop; mov rax,address; jmp rax (as above)
#include "stub_hook.h"

// clang-format off
#define FUNCTIONS(F) \
    F(NtCreateFile) F(NtOpenFile) F(NtQueryAttributesFile) F(NtQueryFullAttributesFile) \
    F(NtQueryInformationByName) F(NtDeleteFile) F(NtQueryDirectoryFile) F(NtQueryDirectoryFileEx) \
    F(NtSetInformationFile) F(NtQueryInformationFile) F(NtQueryObject) F(NtQueryVolumeInformationFile) \
    F(NtQueryVirtualMemory) F(NtNotifyChangeDirectoryFile) F(NtNotifyChangeDirectoryFileEx) F(NtCancelIoFile) \
    F(NtCancelIoFileEx) F(NtCancelSynchronousIoFile) F(NtDuplicateObject) F(NtClose) \
    F(NtCreateThreadEx) F(NtResumeThread)
// clang-format on

enum
{
    STUB = 32,
    GROUP = 4,
    COUNT = 22,
    SLOTS = COUNT / GROUP * (GROUP + 1) + GROUP / 2 + 1,
    NUMBER = 0x41
};

// Groups of four with a slot of jumps in the middle: each within a short jump of its own. The last group has two stubs, and nothing that
// counts as padding.
__asm__(".section .text\n.p2align 5\n.globl shaped_code\nshaped_code:\n");
#define JUMPS __asm__(".space 32, 0xCC\n");
#define NO_PADDING __asm__(".space 32, 0xF4\n");
#define PLACE(name)                                                                                                                        \
    __asm__(".globl " #name "\n" #name ":\n.space 32, 0xCC\n.section .drectve\n.ascii \" -export:" #name "\"\n.section .text\n");
// clang-format off
PLACE(NtCreateFile) PLACE(NtOpenFile) JUMPS PLACE(NtQueryAttributesFile) PLACE(NtQueryFullAttributesFile)
PLACE(NtQueryInformationByName) PLACE(NtDeleteFile) JUMPS PLACE(NtQueryDirectoryFile) PLACE(NtQueryDirectoryFileEx)
PLACE(NtSetInformationFile) PLACE(NtQueryInformationFile) JUMPS PLACE(NtQueryObject) PLACE(NtQueryVolumeInformationFile)
PLACE(NtQueryVirtualMemory) PLACE(NtNotifyChangeDirectoryFile) JUMPS PLACE(NtNotifyChangeDirectoryFileEx) PLACE(NtCancelIoFile)
PLACE(NtCancelIoFileEx) PLACE(NtCancelSynchronousIoFile) JUMPS PLACE(NtDuplicateObject) PLACE(NtClose)
PLACE(NtCreateThreadEx) PLACE(NtResumeThread) NO_PADDING

extern unsigned char shaped_code[SLOTS * STUB];
// clang-format on
__declspec(dllexport) unsigned char *const shaped_stubs = shaped_code;
__declspec(dllexport) const int shaped_bytes = SLOTS * STUB;

static const char *const names[COUNT] = {
#define NAME(name) #name,
    FUNCTIONS(NAME)
};

static unsigned char *counters, *next_code; // in a near jump's reach of the stubs: the counters, then code
enum
{
    CALLS,
    WRONG,
    FOREIGN
};

static void put(unsigned char **at, const void *bytes, size_t count)
{
    memcpy(*at, bytes, count);
    *at += count;
}

// lock inc dword [rip+x]
static void put_count(unsigned char **at, int counter)
{
    int distance = (int)(counters + counter * 64 - (*at + 7));
    put(at, "\xF0\xFF\x05", 3);
    put(at, &distance, 4);
}

static void put_jump_on(unsigned char **at, const void *to)
{
    put_jump(*at, to);
    *at += 5;
}

// push rax; push rax; mov rax,address; mov [rsp+8],rax; pop rax; ret: no register is lost.
static void put_return(unsigned char **at, const void *to)
{
    put(at, "\x50\x50\x48\xB8", 4);
    put(at, &to, 8);
    put(at, "\x48\x89\x44\x24\x08\x58\xC3", 7);
}

static unsigned char *new_code(void)
{
    unsigned char *code = next_code;
    next_code += 128;
    return code;
}

// What stands for the kernel: are r10 and eax as the stub sets them? Then this system's own function.
static unsigned char *make_service(const void *real, int number)
{
    unsigned char *code = new_code(), *at = code, *wrong;
    put_count(&at, CALLS);
    put(&at, "\x4C\x3B\xD1\x75\x00\x3D", 6); // cmp r10,rcx; jne; cmp eax,number
    put(&at, &number, 4);
    put(&at, "\x75\x00", 2);
    put_far_jump(at, real);
    wrong = at + 14;
    code[7 + 4] = (unsigned char)(wrong - (code + 7 + 5));
    at[-1] = (unsigned char)(wrong - at);
    unsigned char *back = at;
    at = wrong;
    put_count(&at, WRONG);
    put_jump(at, back);
    return code;
}

static NTSTATUS NTAPI not_there(void) { return (NTSTATUS)0xC0000002; }

static void put_stub(unsigned char *stub, int number, const unsigned char *jumps, int is_short)
{
    unsigned char *at = stub;
    put(&at, "\x4C\x8B\xD1\xB8", 4);
    put(&at, &number, 4);
    if (!is_short)
        put(&at, "\xF6\x04\x25\x08\x03\xFE\x7F\x01\x75\x03", 10);
    unsigned char enters[2] = { 0xEB, (unsigned char)(jumps - (at + 2)) };
    put(&at, enters, 2); // syscall
    put(&at, "\xC3", 1);
    if (is_short)
    {
        put(&at, "\x0F\x1F\x44\x00\x00", 5);
        put(&at, "\x4C\x8B\xD1\xB8\x00\x00\x00\x00\x0F\x05\xC3\x0F\x1F\x44\x00\x00", 16); // a neighbour that is never called
        return;
    }
    enters[1] = (unsigned char)(jumps - (at + 2));
    put(&at, enters, 2); // int 2Eh
    put(&at, "\xC3\x0F\x1F\x84\x00\x00\x00\x00\x00", 9);
}

// The other engine's detour, which ends in the function's own first instructions.
static void put_foreign(unsigned char *stub, const char *form, int number, const unsigned char *service)
{
    unsigned char *detour = new_code(), *at = detour, *relay = new_code();
    int is_sandboxie = !strncmp(form, "sandboxie", 9), is_long = !strcmp(form, "far") || !strcmp(form, "register");
    put_count(&at, FOREIGN);
    if (is_sandboxie)
    {
        // A stub of its own.
        put(&at, "\x4C\x8B\xD1\xB8", 4);
        put(&at, &number, 4);
        put_jump_on(&at, service);
    }
    else
    {
        int moved = is_long ? 16 : 8;
        put(&at, stub, (size_t)moved);
        if (strcmp(form, "usvfs"))
            put_jump_on(&at, stub + moved);
        else
            put_return(&at, stub + moved);
    }
    put_far_jump(relay, detour);
    at = stub;
    if (!strcmp(form, "minhook"))
        put_jump(stub, relay);
    else if (!strcmp(form, "usvfs"))
        put_jump(stub, detour);
    else if (!strcmp(form, "minhook-above"))
    {
        put_jump(stub - 5, relay);
        put(&at, "\xEB\xF9", 2);
    }
    else if (!strcmp(form, "detours"))
    {
        put_jump(stub, relay);
        memset(stub + 5, 0xCC, 3);
    }
    else if (!strcmp(form, "far"))
        put_far_jump(stub, detour);
    else if (!strcmp(form, "behind-mov"))
        put_jump(stub + 3, relay);
    else if (!strcmp(form, "sandboxie"))
    {
        put(&at, "\x49\xC7\xC2", 3);
        put(&at, &number, 4);
        put(&at, "\x48", 1);
        put_jump(at, relay);
    }
    else if (!strcmp(form, "register") || !strcmp(form, "sandboxie-table"))
    {
        if (is_sandboxie)
            put(&at, "\x90", 1);
        put(&at, "\x48\xB8", 2);
        put(&at, &detour, 8);
        put(&at, "\xFF\xE0", 2);
    }
    else
        ExitProcess(79);
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    char form[32];
    if (reason == DLL_PROCESS_DETACH || reason != DLL_PROCESS_ATTACH || !GetEnvironmentVariableA("RVFS_TEST_SHAPE", form, sizeof form))
        return TRUE;
    HMODULE ntdll = GetModuleHandleA("ntdll.dll");
    DWORD old;
    int is_short = !strcmp(form, "short"), is_plain = is_short || !strcmp(form, "test");
    counters = near_pages(shaped_code, 0x10000);
    next_code = counters + 0x1000;
    VirtualProtect(shaped_code, SLOTS * STUB, PAGE_EXECUTE_READWRITE, &old);
    const unsigned char *services[COUNT];
    unsigned char *leading = near_pages(ntdll, 0x1000);
    unsigned char *stubs[COUNT], *entries[COUNT];
    for (int i = 0; i < COUNT; i++)
    {
        // What ntdll's own stub does, by a copy: its entry leads here in the end.
        entries[i] = (unsigned char *)(void *)GetProcAddress(ntdll, names[i]);
        unsigned char *copy = next_code;
        next_code += 128;
        if (is_stub(entries[i]))
            copy_stub(entries[i], copy);
        services[i] = make_service(is_stub(entries[i]) ? (void *)copy : entries[i] ? (void *)entries[i] : (void *)not_there, NUMBER + i);
        unsigned char *group = shaped_code + (i / GROUP) * (GROUP + 1) * STUB, *jumps = group + GROUP / 2 * STUB,
                      *jump = jumps + (i % GROUP) * 6;
        stubs[i] = group + (i % GROUP < GROUP / 2 ? i % GROUP : i % GROUP + 1) * STUB;
        put_jump(jump, services[i]);
        jump[5] = 0xC3;
        memcpy(jumps + GROUP * 6, "\x0F\x1F\x84\x00\x00\x00\x00\x00", 8);
        put_stub(stubs[i], NUMBER + i, jump, is_short);
    }
    for (int i = 0; i < COUNT && !is_plain; i++)
        put_foreign(stubs[i], form, NUMBER + i, services[i]);
    VirtualProtect(shaped_code, SLOTS * STUB, PAGE_EXECUTE_READ, &old);
    FlushInstructionCache(GetCurrentProcess(), shaped_code, SLOTS * STUB);
    for (int i = 0; i < COUNT; i++)
        if (is_stub(entries[i]))
            lead_stub(entries[i], leading + i * LED_STUB, stubs[i]);
    return TRUE;
}

// Calls that came through a stub; those whose registers weren't as a stub leaves them; calls that came through the other engine's detour.
__declspec(dllexport) void shaped_counts(LONG counts[3])
{
    for (int i = 0; i < 3; i++)
        counts[i] = *(volatile LONG *)(counters + i * 64);
}
