/* The entry point of a program with wmain. */
#include "crt.h"

int wmain(int argc, u16 **argv); /* bootstrapper.obj of the runtime pack */

/* ucrtbase */
int _configure_wide_argv(int mode);
int _initialize_wide_environment(void);
int *__p___argc(void);
u16 ***__p___wargv(void);
void _set_app_type(int type);
__declspec(noreturn) void exit(int code);
__declspec(noreturn) void _exit(int code);

enum { CONSOLE_APPLICATION = 1, ARGUMENTS_NOT_EXPANDED = 1, INITIALIZATION_FAILED = 255 };

/* The entry point that the SDK names with /ENTRY. */
int wmainCRTStartup(void) {
    crt_seed_security_cookie();
    _set_app_type(CONSOLE_APPLICATION);
    if (_configure_wide_argv(ARGUMENTS_NOT_EXPANDED) != 0 || _initialize_wide_environment() != 0 || !crt_run_initializers())
        _exit(INITIALIZATION_FAILED);
    int code = wmain(*__p___argc(), *__p___wargv());
    crt_run_exit_functions();
    exit(code);
}
