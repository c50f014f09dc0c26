/* Shared by the files of this folder, which stand in for what NativeAOT links into an image. */
#pragma once

#include "../Native/native.h"

/* ---- environment.c ---- */

/* What CoreCLR sees of the environment: the settings of this image, and no variable that configures a runtime. */
void *NTAPI GetEnvironmentStringsW(void);
i32 NTAPI FreeEnvironmentStringsW(void *strings);

/* ---- imports.c ---- */

/* Leads CoreCLR's imports to this image's functions. Call before any function of the module but its DllMain has run. */
void lead_runtime_imports(u8 *module);
/*
 * GetModuleFileNameW, for a module that was loaded by a path as \\?\unix\opt\a.dll, too: Wine names it without the first four characters.
 * Managed twin: ModulePath.Complete.
 */
u32 NTAPI get_module_path(void *module, wchar_t *path, u32 chars);
/* Returns the function that a P/Invoke calls, or null if CoreCLR is to look it up. */
const void *NTAPI find_invoked(const char *library, const char *function);

/* ---- runtime.c ---- */

/* The microseconds that each part of the runtime's start took. Managed twin: HostTimes. */
struct rvfs_coreclr_times {
    u32 load, initialize, bind;
};
void NTAPI rvfs_coreclr_get_times(struct rvfs_coreclr_times *times);
