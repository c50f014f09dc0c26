// How many handles this process has open.
#pragma once
#include "native.h"

// Handles as the system counts them, process by process: Wine 8 has no count for one process.
static inline unsigned long count_own_handles(void)
{
    typedef struct
    {
        USHORT process, trace;
        UCHAR type, flags;
        USHORT handle;
        PVOID object;
        ACCESS_MASK access;
    } ENTRY;
    typedef struct
    {
        ULONG count;
        ENTRY entries[1];
    } TABLE;
    ULONG size = 1 << 20;
    for (;; size *= 2)
    {
        TABLE *table = malloc(size);
        NTSTATUS status = NtQuerySystemInformation((SYSTEM_INFORMATION_CLASS)16, table, size, NULL);
        unsigned long handles = 0;
        if (status == 0)
            for (ULONG i = 0; i < table->count; i++)
                handles += table->entries[i].process == (USHORT)GetCurrentProcessId();
        free(table);
        if (status != (NTSTATUS)0xC0000004)
            return handles;
    }
}
