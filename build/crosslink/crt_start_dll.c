/* The entry point of a DLL. */
#include "crt.h"

int DllMain(void *module, u32 reason, void *reserved); /* dllmain.obj of the runtime pack */

/* The linker's default entry point for a DLL. */
int _DllMainCRTStartup(void *module, u32 reason, void *reserved) {
    if (reason == DLL_PROCESS_ATTACH) {
        crt_seed_security_cookie();
        if (!crt_run_initializers())
            return 0;
    }
    int result = DllMain(module, reason, reserved);
    /* reserved != 0: the process ends; other threads are gone and may have held any lock. Nothing may run then. */
    if (reason == DLL_PROCESS_DETACH && !reserved)
        crt_run_exit_functions();
    return result;
}
