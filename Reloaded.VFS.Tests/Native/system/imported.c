// Has each function found that coreclr.dll imports and the loader has left out (CoreClr/imports.c), in a program that has none of these
// DLLs, and calls some of them through CoreCLR's own import table. For 32 bits.
//
//   imported DLL
//
// Prints "before LIBRARY loaded|absent" for each library; for each import "LIBRARY NAME found|wrong|led" ("led": to a function of DLL's);
// and "called yes|no".
#include "native.h"

#define PUSH_BYTE 0x6A
#define PUSH 0x68
#define CALL 0xE8
#define JUMP_EAX 0xE0FF

static BYTE *module;
static HMODULE vfs;
static LONG(WINAPI *open_key)(HKEY, const wchar_t *, DWORD, REGSAM, HKEY *);
static LONG(WINAPI *close_key)(HKEY);
static BSTR(WINAPI *allocate)(const wchar_t *);
static UINT(WINAPI *length_of)(BSTR);

// What the stub finds: push number; call find_late; jmp *%eax. Null for another function.
static void *find(BYTE *stub)
{
    DWORD number;
    BYTE *at;
    if (stub[0] == PUSH_BYTE)
    {
        number = stub[1];
        at = stub + 2;
    }
    else if (stub[0] == PUSH)
    {
        number = *(DWORD *)(stub + 1);
        at = stub + 5;
    }
    else
        return NULL;
    if (*at != CALL || *(WORD *)(at + 5) != JUMP_EAX)
        return NULL;
    void *(__stdcall * finder)(DWORD) = (void *)(at + 5 + *(LONG *)(at + 1));
    return finder(number);
}

static int is_in(HMODULE dll, void *address)
{
    HMODULE found;
    return GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT, address, &found)
        && found == dll;
}

static void check(const IMAGE_IMPORT_DESCRIPTOR *import)
{
    const char *library = (char *)module + import->Name;
    const IMAGE_THUNK_DATA *names = (void *)(module + import->OriginalFirstThunk), *slots = (void *)(module + import->FirstThunk);
    for (; names->u1.AddressOfData; names++, slots++)
    {
        int is_number = IMAGE_SNAP_BY_ORDINAL(names->u1.Ordinal);
        const char *name = is_number ? (char *)(ULONG_PTR)IMAGE_ORDINAL(names->u1.Ordinal)
                                     : (char *)((IMAGE_IMPORT_BY_NAME *)(module + names->u1.AddressOfData))->Name;
        void *slot = (void *)slots->u1.Function, *found = is_in(vfs, slot) ? find(slot) : NULL;
        void *real = (void *)GetProcAddress(LoadLibraryA(library), name);
        const char *result = found ? (found == real ? "found" : "wrong") : is_in(vfs, slot) ? "led" : "wrong";
        if (is_number)
            printf("%s #%lu %s\n", library, (unsigned long)IMAGE_ORDINAL(names->u1.Ordinal), result);
        else
            printf("%s %s %s\n", library, name, result);
        if (is_number && IMAGE_ORDINAL(names->u1.Ordinal) == 2)
            allocate = slot;
        else if (is_number && IMAGE_ORDINAL(names->u1.Ordinal) == 7)
            length_of = slot;
        else if (!is_number && !strcmp(name, "RegOpenKeyExW"))
            open_key = slot;
        else if (!is_number && !strcmp(name, "RegCloseKey"))
            close_key = slot;
    }
}

int wmain(int count, wchar_t **arguments)
{
    static char text[1 << 16];
    vfs = count > 1 ? LoadLibraryW(arguments[1]) : NULL;
    int (*describe)(char *, unsigned) = vfs ? (void *)GetProcAddress(vfs, "rvfs_describe") : NULL;
    if (!describe || describe(text, sizeof text) <= 0 || !(module = (BYTE *)GetModuleHandleW(L"coreclr.dll")))
        return 2;
    const IMAGE_NT_HEADERS *headers = (void *)(module + ((IMAGE_DOS_HEADER *)module)->e_lfanew);
    const IMAGE_DATA_DIRECTORY *directory = &headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT];
    const IMAGE_IMPORT_DESCRIPTOR *first = (void *)(module + directory->VirtualAddress);
    const IMAGE_IMPORT_DESCRIPTOR *end = first + directory->Size / sizeof *first;
    while (first->Name)
        first++;
    first++;
    for (const IMAGE_IMPORT_DESCRIPTOR *import = first; import < end; import++)
        printf("before %s %s\n", (char *)module + import->Name, GetModuleHandleA((char *)module + import->Name) ? "loaded" : "absent");
    for (const IMAGE_IMPORT_DESCRIPTOR *import = first; import < end; import++)
        check(import);
    HKEY key;
    int is_called = open_key && close_key && allocate && length_of && open_key(HKEY_LOCAL_MACHINE, L"Software", 0, KEY_READ, &key) == 0
        && close_key(key) == 0 && open_key(HKEY_LOCAL_MACHINE, L"No such key", 0, KEY_READ, &key) == ERROR_FILE_NOT_FOUND
        && length_of(allocate(L"twelve chars")) == 12;
    printf("called %s\n", is_called ? "yes" : "no");
    return 0;
}
