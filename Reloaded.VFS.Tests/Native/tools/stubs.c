// Prints the first bytes of the hooked functions on the running system, in the format of Hooks/Patching/Corpus/*.txt: build, name, the 16
// bytes in front of the entry, the 64 bytes from it on, and what was looked at. Its output can be pasted there.
// Run it without the VFS: it shows what stands there.
#include "native.h"

static const char *const names[] = {
    "NtCreateFile",
    "NtOpenFile",
    "NtQueryAttributesFile",
    "NtQueryFullAttributesFile",
    "NtQueryInformationByName",
    "NtDeleteFile",
    "NtQueryDirectoryFile",
    "NtQueryDirectoryFileEx",
    "NtSetInformationFile",
    "NtQueryInformationFile",
    "NtQueryObject",
    "NtQueryVolumeInformationFile",
    "NtQueryVirtualMemory",
    "NtNotifyChangeDirectoryFile",
    "NtNotifyChangeDirectoryFileEx",
    "NtCancelIoFile",
    "NtCancelIoFileEx",
    "NtCancelSynchronousIoFile",
    "NtDuplicateObject",
    "NtClose",
    "NtCreateThreadEx",
    "NtResumeThread",
    "LdrShutdownThread",
    "RtlExitUserProcess",
    "CreateProcessInternalW",
};

static void put_bytes(const unsigned char *from, int count)
{
    for (int i = 0; i < count; i++)
        printf("%02X", from[i]);
}

int main(void)
{
    void(WINAPI * get_numbers)(DWORD *, DWORD *, DWORD *);
    const char *(CDECL * wine_version)(void);
    HMODULE ntdll = GetModuleHandleA("ntdll.dll"), kernelbase = GetModuleHandleA("kernelbase.dll");
    get_numbers = (void *)GetProcAddress(ntdll, "RtlGetNtVersionNumbers");
    wine_version = (void *)GetProcAddress(ntdll, "wine_get_version");
    DWORD major = 0, minor = 0, build = 0, revision = 0, size = sizeof revision;
    get_numbers(&major, &minor, &build);
    RegGetValueA(HKEY_LOCAL_MACHINE, "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion", "UBR", RRF_RT_REG_DWORD, NULL, &revision, &size);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
        const unsigned char *entry = (const unsigned char *)(void *)GetProcAddress(ntdll, names[i]);
        if (!entry)
            entry = (const unsigned char *)(void *)GetProcAddress(kernelbase, names[i]);
        MEMORY_BASIC_INFORMATION before, behind;
        if (!entry || !VirtualQuery(entry - 16, &before, sizeof before) || !VirtualQuery(entry + 63, &behind, sizeof behind)
            || before.State != MEM_COMMIT || behind.State != MEM_COMMIT)
            continue;
        if (wine_version)
            printf("wine-%s ", wine_version());
        else
            printf("%lu ", build & 0xFFFF);
        printf("%s ", names[i]);
        put_bytes(entry - 16, 16);
        printf(" ");
        put_bytes(entry, 64);
        if (wine_version)
            printf(" seen: Wine %s, at %d\n", wine_version(), (int)((uintptr_t)entry & 15));
        else
            printf(" seen: Windows %lu.%lu.%lu.%lu, at %d\n", major, minor, build & 0xFFFF, revision, (int)((uintptr_t)entry & 15));
    }
    return 0;
}
