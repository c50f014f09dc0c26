// Corrupts the data that the runtime inside reloaded_vfs.dll keeps for this thread, and calls the DLL again: the runtime must give up.
//
//   ruin DLL
#include <windows.h>
#include <stdio.h>
#include <string.h>
#include "reloaded_vfs.h"

int wmain(int argc, wchar_t **argv)
{
    unsigned char *module = argc == 2 ? (unsigned char *)LoadLibraryW(argv[1]) : NULL;
    if (!module)
        return 2;
    rvfs_status (*start)(const rvfs_options *) = (void *)GetProcAddress((HMODULE)module, "rvfs_start");
    int32_t (*describe)(char *, uint32_t) = (void *)GetProcAddress((HMODULE)module, "rvfs_describe");
    rvfs_options options = { .size = sizeof options };
    static char text[65536];
    if (start(&options) != RVFS_OK || describe(text, sizeof text) <= 0)
        return 3;
    printf("started\n");
    fflush(stdout);

    // The runtime is in the DLL itself, or the one that the DLL for 32-bit games brings.
    HMODULE brought = GetModuleHandleW(L"coreclr.dll");
    module = brought ? (unsigned char *)brought : module;
    IMAGE_NT_HEADERS *headers = (IMAGE_NT_HEADERS *)(module + ((IMAGE_DOS_HEADER *)module)->e_lfanew);
    IMAGE_TLS_DIRECTORY *tls =
        (IMAGE_TLS_DIRECTORY *)(module + headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_TLS].VirtualAddress);
    void **blocks;
    // The thread's ThreadLocalStoragePointer.
#if defined(__i386__)
    __asm__("movl %%fs:0x2C, %0" : "=r"(blocks));
#else
    __asm__("movq %%gs:0x58, %0" : "=r"(blocks));
#endif
    memset(blocks[*(ULONG *)tls->AddressOfIndex], 0xCC, tls->EndAddressOfRawData - tls->StartAddressOfRawData + tls->SizeOfZeroFill);
    describe(text, sizeof text);
    return 4;
}
