// Stands in for reloaded_vfs.dll where tests need one that fails; RVFS_TEST_STUB says how.
#include <windows.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>
#define RVFS_BUILD
#include "reloaded_vfs.h"
#include "Native/entry_block.h"

static int is(const wchar_t *wanted)
{
    wchar_t value[16];
    DWORD length = GetEnvironmentVariableW(L"RVFS_TEST_STUB", value, 16);
    return length > 0 && length < 16 && !wcscmp(value, wanted);
}

static void enter(struct rvfs_entry_block *block)
{
    if (is(L"end"))
        ExitProcess(9);
    block->entry.status = is(L"fail") ? -7 : 0;
    block->entry.state = RVFS_ENTRY_DONE;
    ReleaseSemaphore(block->entry.done, 1, NULL);
    WaitForSingleObject(block->entry.go, INFINITE);
    SetEvent(block->opened);
}

static LONG NTAPI on_fault(EXCEPTION_POINTERS *pointers)
{
    struct rvfs_entry_block *block = (struct rvfs_entry_block *)ENTRY_FIRST_ADDRESS;
    DWORD old;
    if (pointers->ExceptionRecord->ExceptionCode != EXCEPTION_ACCESS_VIOLATION
        || pointers->ExceptionRecord->ExceptionInformation[1] != (ULONG_PTR)block->gate)
        return EXCEPTION_CONTINUE_SEARCH;
    VirtualProtect(block->gate, GATE_SIZE, PAGE_READWRITE, &old);
    enter(block);
    return EXCEPTION_CONTINUE_EXECUTION;
}

// What the launcher takes for a sign that this is the DLL.
__declspec(dllexport) rvfs_status RVFS_CALL rvfs_import(rvfs_withheld *withheld) { return withheld ? 0 : -1; }

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    struct rvfs_entry_block *block = (struct rvfs_entry_block *)ENTRY_FIRST_ADDRESS;
    DWORD old;
    (void)module;
    (void)reserved;
    if (reason != DLL_PROCESS_ATTACH)
        return TRUE;
    if (is(L"refuse"))
        return FALSE;
    block->entry.state = RVFS_ENTRY_BEGUN;
    // The program imports this DLL: no thread comes to a gate.
    if (!block->gate)
    {
        enter(block);
        return TRUE;
    }
    AddVectoredExceptionHandler(1, on_fault);
    return VirtualProtect(block->gate, GATE_SIZE, PAGE_NOACCESS, &old);
}
