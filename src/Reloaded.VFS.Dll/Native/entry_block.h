/* The block that another process writes to this one, before any of its code runs, for the DLL to find. */
#pragma once

#include "../reloaded_vfs.h"

/* Managed twin: EntryBlock. */
struct rvfs_entry_block {
    uint64_t magic[2];
    rvfs_entry entry;          /* its done is a semaphore and stays open */
    void *opened;              /* an event: set when a start begins, or when the DLL was not loaded and the creator releases the program */
    unsigned char *gate;       /* a page that a thread reads after it has loaded the DLL; null: the program imports the DLL */
    volatile int32_t returned; /* negative until a thread has loaded the DLL or failed to */
    uint32_t copied;           /* receives what such a thread reads */
};

/* The possible addresses: far from where programs and heaps are. Twins of the numbers in ProcessEntry.cs. */
#if defined(_WIN64)
#define ENTRY_FIRST_ADDRESS 0x525646000000ull
#else
#define ENTRY_FIRST_ADDRESS 0x52560000u
#endif
#define ENTRY_MAGIC 0x9D1E5C6B52564653ull
#define ENTRY_MAGIC_END 0x1A7F30E24B58C6D9ull
enum { ENTRY_MOST_ADDRESSES = 16, ENTRY_STEP = 0x1000000, GATE_SIZE = 0x1000 };
