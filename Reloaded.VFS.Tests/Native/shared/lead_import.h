// Redirects imports of a loaded module to functions of the test program.
#pragma once
#include "native.h"

// Leads one import of `image` to `own`, whatever DLL it is from; the number of its entries, `*real` gets what was there.
static inline int lead_import(char *image, const char *name, void *own, void *real)
{
    IMAGE_NT_HEADERS *headers = (IMAGE_NT_HEADERS *)(image + ((IMAGE_DOS_HEADER *)image)->e_lfanew);
    IMAGE_IMPORT_DESCRIPTOR *of =
        (IMAGE_IMPORT_DESCRIPTOR *)(image + headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT].VirtualAddress);
    int led = 0;
    for (; of->Name; of++)
    {
        IMAGE_THUNK_DATA *names = (IMAGE_THUNK_DATA *)(image + of->OriginalFirstThunk);
        void **imports = (void **)(image + of->FirstThunk);
        for (int i = 0; names[i].u1.AddressOfData; i++)
        {
            DWORD old;
            if (IMAGE_SNAP_BY_ORDINAL(names[i].u1.Ordinal)
                || strcmp(((IMAGE_IMPORT_BY_NAME *)(image + names[i].u1.AddressOfData))->Name, name))
                continue;
            memcpy(real, &imports[i], sizeof(void *));
            VirtualProtect(&imports[i], sizeof(void *), PAGE_READWRITE, &old);
            imports[i] = own;
            VirtualProtect(&imports[i], sizeof(void *), old, &old);
            led++;
        }
    }
    return led;
}
