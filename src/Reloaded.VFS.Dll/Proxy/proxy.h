/*
 * The DLL that `rvfs install` puts beside a game's program under the name of one of Windows' own, such as version.dll. The game imports it,
 * so it is loaded before the program's first instruction. It loads rvfs\reloaded_vfs.dll, starts it, and passes every call on to the
 * system's DLL.
 *
 * This image has thunks for calls and room for an export table, which `rvfs install` fills with the exports of the system's DLL
 * (src/Reloaded.VFS.Cli/Installing/ProxyImage.cs). The table is all that the code here relies on: its name identifies the DLL, and the
 * entry that leads to a thunk identifies the function.
 */
#pragma once

#include "../../Reloaded.VFS.Hooks/Native/gate.h"

/* Twins of the numbers in ProxyImage.cs. */
enum { PROXY_THUNKS = 512, PROXY_TABLE_SIZE = 0x8000 };

/* A function of which only the position of its arguments is known, by the calling convention. */
typedef uptr(NTAPI *proxy_function)(uptr, uptr, uptr, uptr);

/* ---- thunks.c ---- */

/* The thunks by number; rvfs install reads them from the file. */
extern const proxy_function rvfs_proxy_thunks[PROXY_THUNKS];
/* The target of each thunk: the function of the system's DLL, once the first call has found it. */
extern proxy_function volatile rvfs_proxy_targets[PROXY_THUNKS];

/* ---- resolve.c ---- */

/*
 * Finds the function of a thunk and stores it. Callable on any thread, with any lock held; preserves the thread's last error. Raises the
 * exception of a delayed import if the system's DLL lacks the function.
 */
proxy_function NTAPI rvfs_proxy_resolve(u32 thunk);

/* ---- start.c ---- */

/*
 * Loads reloaded_vfs.dll from the folder rvfs beside this module and starts it; on failure writes the reason to a file there. Call in
 * DllMain.
 */
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
