// How many handles this process has open.
#pragma once
#include "native.h"

// Handles as the system counts them, process by process: Wine 8 has no count for one process. The program ends where the system
// doesn't say.
static inline unsigned long count_own_handles(void)
{
    // SystemExtendedHandleInformation: process ids of any size.
    typedef struct
    {
        PVOID object;
        ULONG_PTR process, handle;
        ULONG access;
        USHORT trace, type;
        ULONG attributes, reserved;
    } ENTRY;
    typedef struct
    {
        ULONG_PTR count, reserved;
        ENTRY entries[1];
    } TABLE;
    for (ULONG size = 1 << 20; size; size *= 2)
    {
        TABLE *table = malloc(size);
        NTSTATUS status =
            table ? NtQuerySystemInformation((SYSTEM_INFORMATION_CLASS)64, table, size, NULL) : (NTSTATUS)0xC0000017; // no memory
        unsigned long handles = 0;
        if (status == 0)
            for (ULONG_PTR i = 0; i < table->count; i++)
                handles += table->entries[i].process == GetCurrentProcessId();
        free(table);
        if (status == 0 && handles)
            return handles;
        if (status != (NTSTATUS)0xC0000004) // the table is too small
        {
            fprintf(stderr, "the system doesn't say how many handles are open: %08lX\n", (unsigned long)status);
            break;
        }
    }
    abort();
}
