// Declarations that the stress programs share: the list of files with their expected content, and the check of a file.
#pragma once
#include "native.h"
#include "reloaded_vfs.h"

// One file of the manifest, or one folder.
typedef struct
{
    wchar_t *path;                   // absolute
    uint64_t size, hash;             // of a folder: how many names, sum of the hashes of the names
    uint64_t other_size, other_hash; // a second content that is right too; the same where there is none
    int is_folder;
} ENTRY;

typedef struct
{
    ENTRY *entries;
    int count;
} MANIFEST;

extern MANIFEST manifest;
extern volatile LONG64 operations, failures;

// One line on standard output, at most the first fifty of a run.
void report_failure(const wchar_t *what, const wchar_t *path, uint64_t found, uint64_t expected);

// Opens, reads and closes, or lists, one entry in one of several ways chosen by the random number; counts and reports what is wrong.
void check_entry(const ENTRY *entry, unsigned random);

unsigned next_random(unsigned *state);

// The DLL's functions; null where no DLL is in the process.
typedef struct
{
    rvfs_status (*start_config)(const wchar_t *);
    rvfs_status (*add_file)(const wchar_t *, const wchar_t *, rvfs_handle *);
    rvfs_status (*add_folder)(const wchar_t *, const wchar_t *, rvfs_handle *);
    rvfs_status (*remove)(rvfs_handle);
    rvfs_status (*enable)(void);
    rvfs_status (*disable)(void);
    rvfs_status (*stop)(void);
    int32_t (*describe)(char *, uint32_t);
    uint32_t (*last_error)(wchar_t *, uint32_t);
} VFS;

extern VFS vfs;

// Each returns the exit code.
int run_mixed(int count, wchar_t **arguments);
int run_threads(int count, wchar_t **arguments);
int run_exit(int count, wchar_t **arguments);
int run_fls(int count, wchar_t **arguments);
int run_fibers(int count, wchar_t **arguments);
int run_pointers(int count, wchar_t **arguments);
int run_badlist(int count, wchar_t **arguments);
int run_dllmain(int count, wchar_t **arguments);
int run_bench(int count, wchar_t **arguments);
int run_quiet(int count, wchar_t **arguments);
int run_restart(int count, wchar_t **arguments);
int run_footprint(int count, wchar_t **arguments);
