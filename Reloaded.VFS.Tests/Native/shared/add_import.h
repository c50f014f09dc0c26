// What Detours does with a suspended process (DetourUpdateProcessWithDll).
#pragma once
#include "native.h"

static BOOL get(HANDLE process, const void *from, void *to, SIZE_T size) { return ReadProcessMemory(process, from, to, size, NULL); }

// A new import directory in front of which is one more DLL, by ordinal 1, is written behind the image of a suspended process,
// and its headers lead there.
static int add_import(HANDLE process, const wchar_t *dll)
{
    PROCESS_BASIC_INFORMATION basic;
    char *image;
    IMAGE_DOS_HEADER dos;
    IMAGE_NT_HEADERS headers;
    if (NtQueryInformationProcess(process, ProcessBasicInformation, &basic, sizeof basic, NULL) < 0
        || !get(process, (char *)basic.PebBaseAddress + 2 * sizeof(void *), &image, sizeof image) || !get(process, image, &dos, sizeof dos)
        || !get(process, image + dos.e_lfanew, &headers, sizeof headers))
        return 0;
    IMAGE_DATA_DIRECTORY *imports = &headers.OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT];
    // Every program here has imports: the first bytes of the image are no table of them.
    if (!imports->VirtualAddress)
        return 0;
    char *block = NULL;
    for (ULONG_PTR at = headers.OptionalHeader.SizeOfImage; !block && at < 0x40000000; at += 0x10000)
        block = VirtualAllocEx(
            process, (char *)(((ULONG_PTR)image + at) & ~(ULONG_PTR)0xFFFF), 0x4000, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (!block)
        return 0;
    static struct
    {
        ULONG_PTR names[2], addresses[2];
        char name[MAX_PATH];
        IMAGE_IMPORT_DESCRIPTOR imports[64];
    } added;
    // The directory's size may be that of its whole section.
    DWORD rva = (DWORD)(block - image), count = 0;
    while (count < 63
        && get(process, image + imports->VirtualAddress + count * sizeof(IMAGE_IMPORT_DESCRIPTOR), &added.imports[count + 1],
            sizeof(IMAGE_IMPORT_DESCRIPTOR))
        && added.imports[count + 1].Name)
        count++;
    added.names[0] = added.addresses[0] = IMAGE_ORDINAL_FLAG | 1;
    wcstombs(added.name, dll, MAX_PATH);
    added.imports[0].OriginalFirstThunk = rva + offsetof(__typeof__(added), names);
    added.imports[0].FirstThunk = rva + offsetof(__typeof__(added), addresses);
    added.imports[0].Name = rva + offsetof(__typeof__(added), name);
    if (count > 61 || !WriteProcessMemory(process, block, &added, sizeof added, NULL))
        return 0;
    imports->VirtualAddress = rva + offsetof(__typeof__(added), imports);
    imports->Size = (count + 2) * sizeof(IMAGE_IMPORT_DESCRIPTOR);
    headers.OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_BOUND_IMPORT] = (IMAGE_DATA_DIRECTORY){ 0, 0 };
    DWORD protection;
    return VirtualProtectEx(process, image + dos.e_lfanew, sizeof headers, PAGE_READWRITE, &protection)
        && WriteProcessMemory(process, image + dos.e_lfanew, &headers, sizeof headers, NULL)
        && VirtualProtectEx(process, image + dos.e_lfanew, sizeof headers, protection, &protection);
}
