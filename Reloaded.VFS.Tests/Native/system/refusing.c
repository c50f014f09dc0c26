// Runs a program for which the system refuses a call, as if by a policy, a virus scanner or Windows itself.
//
//   refusing FUNCTION STATUS COUNT PROGRAM ARGS...   the program's first COUNT calls of ntdll's FUNCTION return STATUS and do nothing;
//                                                    ends with the program's exit code
#include "stub_hook.h"

// lock dec dword [count]; js original; mov eax, STATUS; ret; original:
static const unsigned char refusal[] = { 0xF0, 0xFF, 0x0D, 0, 0, 0, 0, 0x78, 0x06, 0xB8, 0, 0, 0, 0, 0xC3 };

enum
{
    COUNT_AT = 0,
    CODE_AT = 16,
    ORIGINAL_AT = CODE_AT + sizeof refusal,
    WHOLE = 16,
    PAGE = 64
};

// The line from the word of that number on.
static wchar_t *tail_of_line(int words)
{
    wchar_t *at = GetCommandLineW();
    for (int quoted = 0; words && *at; at++)
    {
        quoted ^= *at == L'"';
        if (*at == L' ' && !quoted && at[1] != L' ')
            words--;
    }
    return at;
}

// ntdll lies at the same address in every process.
static int refuse(HANDLE process, unsigned char *entry, DWORD status, LONG count)
{
    // mov r10,rcx; mov eax,number; test byte [7FFE0308h],1: none of them knows where it stands.
    if (!is_stub(entry) || memcmp(entry + 8, "\xF6\x04\x25", 3))
        return 0;
    unsigned char page[PAGE], jump[14];
    unsigned char *pages = VirtualAllocEx(process, NULL, PAGE, MEM_COMMIT | MEM_RESERVE, PAGE_EXECUTE_READWRITE);
    int distance = COUNT_AT - (CODE_AT + 7);
    memcpy(page + COUNT_AT, &count, 4);
    memcpy(page + CODE_AT, refusal, sizeof refusal);
    memcpy(page + CODE_AT + 3, &distance, 4);
    memcpy(page + CODE_AT + 10, &status, 4);
    memcpy(page + ORIGINAL_AT, entry, WHOLE);
    put_far_jump(page + ORIGINAL_AT + WHOLE, entry + WHOLE);
    put_far_jump(jump, pages + CODE_AT);
    DWORD old;
    return pages && WriteProcessMemory(process, pages, page, PAGE, NULL)
        && VirtualProtectEx(process, entry, sizeof jump, PAGE_EXECUTE_READWRITE, &old)
        && WriteProcessMemory(process, entry, jump, sizeof jump, NULL) && VirtualProtectEx(process, entry, sizeof jump, old, &old)
        && FlushInstructionCache(process, entry, sizeof jump);
}

int wmain(int argc, wchar_t **argv)
{
    if (argc < 5)
        return 2;
    char name[64];
    snprintf(name, sizeof name, "%ls", argv[1]);
    unsigned char *entry = (unsigned char *)(void *)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), name);
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION made;
    DWORD code;
    if (!CreateProcessW(argv[4], tail_of_line(4), NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, NULL, &startup, &made))
        return 3;
    if (!refuse(made.hProcess, entry, wcstoul(argv[2], NULL, 0), wcstol(argv[3], NULL, 0)))
    {
        TerminateProcess(made.hProcess, 4);
        return 4;
    }
    ResumeThread(made.hThread);
    WaitForSingleObject(made.hProcess, INFINITE);
    return GetExitCodeProcess(made.hProcess, &code) ? (int)code : 5;
}
