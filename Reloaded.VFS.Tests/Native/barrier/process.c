// The DLL's own barrier, in this program; it has the name of kernel32's function here, too.
#define FlushProcessWriteBuffers process_barrier
#include "../../../src/Reloaded.VFS.Dll/Native/process_barrier.c"

// As the DLL's module.c has it.
i32 is_wine(void) { return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != NULL_; }
