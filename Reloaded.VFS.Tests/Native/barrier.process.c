// The DLL's own barrier, in this program; its name is kernel32's here too.
#define FlushProcessWriteBuffers process_barrier
#include "../../src/Reloaded.VFS.Loader/Native/process_barrier.c"
