// Imports loaderhook.dll: the start is asked for before this program's first instruction, and must have happened by then. A TLS callback,
// which runs in between as a protector's does, looks whether the entry point is what the file has.
#include <stdio.h>
#include <windows.h>

__declspec(dllimport) int loaderhook_status(void);

static int entry_is_changed = -1;

static void NTAPI look(PVOID module, DWORD reason, PVOID reserved)
{
    (void)reserved;
    if (reason != DLL_PROCESS_ATTACH)
        return;
    unsigned char *image = module, *headers = image + ((IMAGE_DOS_HEADER *)module)->e_lfanew;
    unsigned entry = ((IMAGE_NT_HEADERS *)headers)->OptionalHeader.AddressOfEntryPoint;
    entry_is_changed = image[entry] == 0x0F && image[entry + 1] == 0x0B;
}

__attribute__((section(".CRT$XLY"), used)) static PIMAGE_TLS_CALLBACK callback = look;

int main(void)
{
    char text[100] = "(none)";
    FILE *file = fopen("data\\a.txt", "rb");
    if (file)
        text[fread(text, 1, sizeof text - 1, file)] = 0;
    printf("status %d\nentry %s\nfirst: %s\n", loaderhook_status(), entry_is_changed ? "changed" : "as it was", text);
    return 0;
}
