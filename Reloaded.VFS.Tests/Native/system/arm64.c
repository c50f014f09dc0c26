// A program that is its own supplement (RVFS_NTDLL_SUPPLEMENT=arm64.exe): the function by which Windows tells an x64 process what it runs
// on says here what it says on Windows for ARM64.
//
//   arm64              prints what data\a.txt holds, and whether ntdll was touched
//   arm64 LIBRARY      the same after a start by both ways of a loader, with what they return
#include "native.h"

enum
{
    MACHINE_ARM64 = 0xAA64
};

#if defined(__i386__)
// Exported by the plain name, too, as ntdll's is.
__asm__(".globl _RtlWow64GetProcessMachines\n"
        "_RtlWow64GetProcessMachines: jmp _RtlWow64GetProcessMachines@12\n\t"
        ".section .drectve\n\t"
        ".ascii \" -export:RtlWow64GetProcessMachines\"\n\t"
        ".text");
static const unsigned char stub_begin[] = { 0xB8 }; // mov eax, number
#else
static const unsigned char stub_begin[] = { 0x4C, 0x8B }; // mov r10, rcx
#endif

// RVFS_TEST_MACHINE=fails: as on a system that doesn't have the answer.
__declspec(dllexport) NTSTATUS NTAPI RtlWow64GetProcessMachines(HANDLE process, USHORT *current, USHORT *native)
{
    if (process != GetCurrentProcess())
        return (NTSTATUS)0xC0000008;
    const char *machine = getenv("RVFS_TEST_MACHINE");
    if (machine && !strcmp(machine, "fails"))
        return (NTSTATUS)0xC0000002;
    *current = 0;
    *native = machine ? (USHORT)strtoul(machine, NULL, 16) : MACHINE_ARM64;
    return 0;
}

int wmain(int count, wchar_t **arguments)
{
    const unsigned char *entry = (const unsigned char *)(void *)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtCreateFile");
    unsigned char before[16];
    memcpy(before, entry, sizeof before);
    if (count > 1)
    {
        HMODULE vfs = LoadLibraryW(arguments[1]);
        if (!vfs)
            return 9;
        int32_t (*start)(const wchar_t *) = (int32_t(*)(const wchar_t *))(void *)GetProcAddress(vfs, "rvfs_start_config");
        int32_t (*loader)(void) = (int32_t(*)(void))(void *)GetProcAddress(vfs, "ReloadedStart");
        uint32_t (*last_error)(wchar_t *, uint32_t) = (uint32_t(*)(wchar_t *, uint32_t))(void *)GetProcAddress(vfs, "rvfs_last_error");
        printf("start %d\n", (int)start(NULL));
        printf("ReloadedStart %d\n", (int)loader());
        wchar_t text[512] = L"";
        last_error(text, 512);
        printf("%ls\n", text);
    }
    char text[64] = "";
    FILE *file = fopen("data\\a.txt", "rb");
    if (file)
    {
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
    }
    printf("a.txt: %s\n", text);
    // In a process that rvfs has started, a hook would be there from the first instruction on.
    printf("ntdll %s\n", !memcmp(before, entry, sizeof before) && !memcmp(entry, stub_begin, sizeof stub_begin) ? "untouched" : "touched");
    return 0;
}
