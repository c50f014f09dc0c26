// The commands of the probe's scripts. Each prints what it observed and never ends the program.
#pragma once
#include "late.h"

typedef struct
{
    const wchar_t *name;
    void (*run)(int count, wchar_t **arguments);
    int least; // arguments needed
    const wchar_t *usage;
} COMMAND;

extern const COMMAND win32_commands[], write_commands[], nt_commands[], list_commands[], name_commands[], programs_commands[],
    handle_commands[], attribute_commands[], folder_commands[], error_commands[], kept_commands[], whole_commands[];

// Prints content: size, hash, and the text itself where it's short and plain.
void put_content(const void *data, size_t size);

// Prints a handle's whole content, read from where it stands.
void put_handle_content(HANDLE file);

// Prints a time of Windows as a number; the comparison decides which times must agree.
void put_time(const char *label, LARGE_INTEGER time);

// Whether a path leads to a folder.
int is_folder(const wchar_t *path);

// Prints every name that the system tells of a handle.
void put_names(HANDLE file);

HANDLE open_folder(const wchar_t *path);

// The other program of the command "receive".
int give(wchar_t **arguments);

// Starts the VFS by the DLL that RVFS_TEST_LIBRARY names. Whether it started; true where none is named, as in the merged folder.
int start_vfs(void);
