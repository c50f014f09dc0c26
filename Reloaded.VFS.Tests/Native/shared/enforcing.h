// In a program whose file calls are to meet what Windows enforces and Wine doesn't: RVFS_TEST_ENFORCE says which rules (enforcing.c), and
// enforcing.dll lies beside the program. Loaded before the program's first instruction, so that a hook that comes later stands in front.
#pragma once
#include <windows.h>

static void NTAPI load_enforcing(PVOID module, DWORD reason, PVOID reserved)
{
    (void)module;
    (void)reserved;
    if (reason == DLL_PROCESS_ATTACH && GetEnvironmentVariableA("RVFS_TEST_ENFORCE", NULL, 0) && !LoadLibraryA("enforcing.dll"))
        ExitProcess(78);
}

__attribute__((section(".CRT$XLY"), used)) static PIMAGE_TLS_CALLBACK enforcing_callback = load_enforcing;
