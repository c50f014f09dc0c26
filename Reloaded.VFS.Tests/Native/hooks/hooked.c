// A game that another program has already hooked: before its first instruction it changes the entry of NtQueryAttributesFile in ntdll, as
// RVFS_TEST_HOOK says: "foreign", a jump to a copy of the first instructions and back; "broken", an instruction that can't be moved.
#include "native.h"

static void NTAPI on_start(PVOID module, DWORD reason, PVOID reserved)
{
    (void)module;
    (void)reserved;
    char how[16];
    if (reason != DLL_PROCESS_ATTACH || !GetEnvironmentVariableA("RVFS_TEST_HOOK", how, sizeof how))
        return;
    unsigned char *entry = (unsigned char *)(void *)GetProcAddress(GetModuleHandleA("ntdll.dll"), "NtQueryAttributesFile");
    unsigned char *stub = NULL;
    for (char *at = (char *)((uintptr_t)entry & ~(uintptr_t)0xFFFF); !stub && at > (char *)entry - 0x70000000; at -= 0x10000)
        stub = VirtualAlloc(at, 4096, MEM_COMMIT | MEM_RESERVE, PAGE_EXECUTE_READWRITE);
    // mov r10, rcx; mov eax, number: eight bytes that don't know where they are.
    static const unsigned char known[] = { 0x4C, 0x8B, 0xD1, 0xB8 };
    DWORD old;
    if (!stub || memcmp(entry, known, sizeof known) || !VirtualProtect(entry, 8, PAGE_EXECUTE_READWRITE, &old))
        ExitProcess(77);
    unsigned char patch[8] = { 0xE9, 0, 0, 0, 0, 0x90, 0x90, 0x90 };
    if (how[0] == 'f')
    {
        memcpy(stub, entry, 8);
        stub[8] = 0xE9;
        *(int *)(stub + 9) = (int)(entry + 8 - (stub + 13));
        *(int *)(patch + 1) = (int)(stub - (entry + 5));
    }
    else
    {
        memset(patch, 0x06, sizeof patch); // no instruction in 64-bit code
    }
    memcpy(entry, patch, sizeof patch);
    VirtualProtect(entry, 8, old, &old);
}

__attribute__((section(".CRT$XLY"), used)) static PIMAGE_TLS_CALLBACK callback = on_start;

int main(void) { return 0; }
