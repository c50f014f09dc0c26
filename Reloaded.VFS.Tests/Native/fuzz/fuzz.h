// Declarations that the parts of the fuzzer share. All random values follow from the seed and the round, so any round can be run alone.
#pragma once
#include "native.h"

// The next random number, and one below a bound.
uint64_t next_random(void);
static inline unsigned below(unsigned bound) { return (unsigned)(next_random() >> 16) % bound; }
static inline int one_in(unsigned n) { return below(n) == 0; }

// A pointer that is no good for size bytes, or one that only looks so: unaligned, ending with its page, in memory that can't be written.
// content: what stands there where anything can. *good: whether a call could take it, if it only reads.
void *odd_pointer(const void *content, size_t size, int *good);
// A pointer that can't be used at all.
void *bad_pointer(void);
// The same for memory that a call writes to; where it can, it's size bytes long.
void *odd_output(size_t size);
void make_pages(void);

// An NT path into the game's folder, or something like one. *existing: it's a name that is there, spelled plainly.
size_t random_path(wchar_t *text, size_t room, int relative, int *existing);
// A handle: mostly a folder's.
HANDLE random_root(void);
void make_roots(void);

// Prints a call's result.
void put_result(const char *function, NTSTATUS status, const IO_STATUS_BLOCK *io);

void fuzz_open(void);
void fuzz_attributes(void);
void fuzz_listing(void);
void fuzz_handles(void);
void fuzz_watching(void);
void make_watches(void);

extern wchar_t game[MAX_PATH]; // the game's folder as an NT path
extern unsigned long long calls;
extern int on_wine, details;

// A malformed call is one that Windows' kernel refuses before it looks at any name: the VFS passes it on as it came, so its status is the
// system's for the game's own folder. Returns whether the call is to be made at all, and marks its result.
int is_wanted(int malformed);
