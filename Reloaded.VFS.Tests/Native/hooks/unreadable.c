// Hands a hooked function of 32-bit code pointers that lead nowhere, before the VFS is there and with it, and prints each status, and
// whether the registers and the stack are the caller's afterwards.
//
//   unreadable DLL
#include "native.h"
#include "late.h"

// Globals, so that assembly reaches them whatever the stack holds.
void *tested, *attributes, *result;
unsigned registers[5];
NTSTATUS status;

static void call(const char *what, void *argument)
{
    static char information[64];
    tested = (void *)NtQueryAttributesFile;
    attributes = argument;
    result = information;
    __asm__ volatile("pushl %%ebp\n\t"
                     "movl $0x11111111, %%ebx\n\t"
                     "movl $0x22222222, %%esi\n\t"
                     "movl $0x33333333, %%edi\n\t"
                     "movl $0x44444444, %%ebp\n\t"
                     "movl %%esp, _registers\n\t"
                     "pushl _result\n\t"
                     "pushl _attributes\n\t"
                     "call *_tested\n\t"
                     "movl %%eax, _status\n\t"
                     "subl %%esp, _registers\n\t"
                     "movl %%ebx, _registers+4\n\t"
                     "movl %%esi, _registers+8\n\t"
                     "movl %%edi, _registers+12\n\t"
                     "movl %%ebp, _registers+16\n\t"
                     "popl %%ebp"
                     :
                     :
                     : "eax", "ebx", "ecx", "edx", "esi", "edi", "memory");
    int kept = registers[1] == 0x11111111 && registers[2] == 0x22222222 && registers[3] == 0x33333333 && registers[4] == 0x44444444;
    printf("%s: %08lx, registers %s, stack %s\n", what, status, kept ? "kept" : "changed", registers[0] ? "changed" : "kept");
}

static void call_all(void)
{
    wchar_t folder[MAX_PATH], path[MAX_PATH + 32];
    GetCurrentDirectoryW(MAX_PATH, folder);
    int length = swprintf(path, MAX_PATH + 32, L"\\??\\%ls\\data\\a.txt", folder);
    DWORD protection;
    char *pages = VirtualAlloc(NULL, 2 * 4096, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
    VirtualProtect(pages + 4096, 4096, PAGE_NOACCESS, &protection);
    // The name goes on behind the last readable page.
    memcpy(pages + 4096 - 2 * (length - 3), path, 2 * (length - 3));
    UNICODE_STRING whole = { 2 * length, 2 * length, path }, nowhere = { 40, 40, (wchar_t *)0x10000 },
                   cut = { 2 * length, 2 * length, (wchar_t *)(pages + 4096 - 2 * (length - 3)) };
    OBJECT_ATTRIBUTES good = { sizeof good, NULL, &whole, OBJ_CASE_INSENSITIVE, NULL, NULL }, name = good, text = good, end = good;
    name.ObjectName = (UNICODE_STRING *)0x20000;
    text.ObjectName = &nowhere;
    end.ObjectName = &cut;
    call("good", &good);
    call("no attributes", (void *)0x30000);
    call("attributes at an odd address", (void *)3);
    call("no name", &name);
    call("no text", &text);
    call("a text that ends", &end);
}

int main(int argc, char **argv)
{
    wchar_t dll[MAX_PATH];
    call_all();
    swprintf(dll, MAX_PATH, L"%hs", argc > 1 ? argv[1] : "");
    printf("%s\n", start_late(dll) ? "started" : "not started");
    call_all();
    return 0;
}
