/*
 * The DLL that `rvfs install` puts beside a game's program under the name of one of Windows' own, version.dll for instance. The game's
 * imports lead to it, so that it is there before the program's first instruction. It loads rvfs\reloaded_vfs.dll, has it start, and hands
 * every call on to the system's DLL.
 *
 * This image has thunks for calls and room for an export table. `rvfs install` fills the table by the exports of the system's DLL
 * (src/Reloaded.VFS.Cli/Installing/ProxyImage.cs), and the table is all that the code here goes by: its name says which DLL is meant, and
 * the entry that leads to a thunk says which function.
 */
#pragma once

#include "../../Reloaded.VFS.Hooks/Native/gate.h"

/* Twins of the numbers in ProxyImage.cs. */
enum { PROXY_THUNKS = 512, PROXY_TABLE_SIZE = 0x8000 };

/* A function that nothing is known of but that it takes its arguments where the calling convention has them. */
typedef uptr(NTAPI *proxy_function)(uptr, uptr, uptr, uptr);

/* ---- thunks.c ---- */

/* The thunks by number; rvfs install reads them in the file. */
extern const proxy_function rvfs_proxy_thunks[PROXY_THUNKS];
/* Where each thunk leads: to the function of the system's DLL, once its first call has found that. */
extern proxy_function volatile rvfs_proxy_targets[PROXY_THUNKS];

/* ---- resolve.c ---- */

/* Finds the function that a thunk stands for, and keeps it. Any thread, with any lock held; keeps the thread's last error. Raises the
   exception of a delayed import where the system's DLL doesn't have the function. */
proxy_function NTAPI rvfs_proxy_resolve(u32 thunk);

/* ---- start.c ---- */

/* Loads reloaded_vfs.dll from the folder rvfs beside this module and has it start; where that fails, says so in a file there.
   For DllMain. */
void rvfs_proxy_start(void *module);

/* ---- Windows ---- */

#define IMPORT __declspec(dllimport)
IMPORT void *NTAPI LoadLibraryW(const WCHAR16 *path);
IMPORT void *NTAPI GetModuleHandleW(const WCHAR16 *name);
IMPORT void *NTAPI GetProcAddress(void *module, const char *name);
IMPORT u32 NTAPI GetModuleFileNameW(void *module, WCHAR16 *path, u32 chars);
IMPORT u32 NTAPI GetSystemDirectoryW(WCHAR16 *path, u32 chars);
IMPORT u32 NTAPI GetEnvironmentVariableW(const WCHAR16 *name, WCHAR16 *value, u32 chars);
IMPORT const WCHAR16 *NTAPI GetCommandLineW(void);
IMPORT u32 NTAPI GetLastError(void);
IMPORT void NTAPI SetLastError(u32 error);
IMPORT void NTAPI RaiseException(u32 code, u32 flags, u32 count, const uptr *arguments);
IMPORT void *NTAPI GetProcessHeap(void);
IMPORT void *NTAPI HeapAlloc(void *heap, u32 flags, uptr size);
IMPORT i32 NTAPI HeapFree(void *heap, u32 flags, void *block);
IMPORT HANDLE NTAPI CreateFileW(const WCHAR16 *path, u32 access, u32 share, void *security, u32 disposition, u32 flags, HANDLE model);
IMPORT i32 NTAPI WriteFile(HANDLE file, const void *bytes, u32 size, u32 *written, void *overlapped);
IMPORT i32 NTAPI DeleteFileW(const WCHAR16 *path);
IMPORT i32 NTAPI CloseHandle(HANDLE handle);
IMPORT i32 NTAPI DisableThreadLibraryCalls(void *module);

/* The module's own base: the linker's name for its DOS header. */
extern char __ImageBase;
