// Counts the open handles of this process.
#pragma once
#include "native.h"

// Asks each value, up to a long gap. Wine 8 has no count for one process, and its server, with every program, may crash over a list of all
// handles (SystemHandleInformation, SystemExtendedHandleInformation) while another process begins.
static inline unsigned long count_own_handles(void)
{
    enum
    {
        LONGEST_GAP = 4096,
        STEP = 4
    };
    unsigned long handles = 0;
    DWORD flags;
    for (uintptr_t value = STEP, last = 0; value <= last + LONGEST_GAP * STEP; value += STEP)
        if (GetHandleInformation((HANDLE)value, &flags))
        {
            handles++;
            last = value;
        }
    return handles;
}
