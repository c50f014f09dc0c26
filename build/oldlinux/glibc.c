// Binds the Linux launcher's references to the C library to the versions of glibc 2.31 (Debian 11, Ubuntu 20.04, Steam's runtime). A link
// takes the newest version that the building machine knows; glibc 2.32 and 2.34 gave old functions a new version without a new meaning. The
// linker redirects each name below to its `__wrap_` here (--wrap, in OldLinux.targets), which jumps to the old version. Source: glibc's
// NEWS for 2.34, "libpthread, libdl, libutil and libanl merged into libc".

// name, version: that of the function's first appearance on x86-64
#define FUNCTIONS(F)                                                                                                                       \
    F(dladdr, 2.2.5)                                                                                                                       \
    F(dlclose, 2.2.5)                                                                                                                      \
    F(dlerror, 2.2.5)                                                                                                                      \
    F(dlopen, 2.2.5)                                                                                                                       \
    F(dlsym, 2.2.5)                                                                                                                        \
    F(pthread_attr_getstack, 2.2.5)                                                                                                        \
    F(pthread_attr_setstacksize, 2.2.5)                                                                                                    \
    F(pthread_condattr_setclock, 2.3.3)                                                                                                    \
    F(pthread_create, 2.2.5)                                                                                                               \
    F(pthread_getattr_np, 2.2.5)                                                                                                           \
    F(pthread_key_create, 2.2.5)                                                                                                           \
    F(pthread_kill, 2.2.5)                                                                                                                 \
    F(pthread_mutexattr_destroy, 2.2.5)                                                                                                    \
    F(pthread_mutexattr_init, 2.2.5)                                                                                                       \
    F(pthread_mutexattr_settype, 2.2.5)                                                                                                    \
    F(pthread_once, 2.2.5)                                                                                                                 \
    F(pthread_rwlock_rdlock, 2.2.5)                                                                                                        \
    F(pthread_rwlock_unlock, 2.2.5)                                                                                                        \
    F(pthread_rwlock_wrlock, 2.2.5)                                                                                                        \
    F(pthread_setname_np, 2.12)                                                                                                            \
    F(pthread_setspecific, 2.2.5)                                                                                                          \
    F(pthread_sigmask, 2.2.5)                                                                                                              \
    F(shm_open, 2.2.5)                                                                                                                     \
    F(shm_unlink, 2.2.5)

#define WRAP(name, version)                                                                                                                \
    __asm__(".symver old_" #name ", " #name "@GLIBC_" #version "\n"                                                                        \
            ".globl __wrap_" #name "\n"                                                                                                    \
            ".type __wrap_" #name ", @function\n"                                                                                          \
            "__wrap_" #name ":\n"                                                                                                          \
            "    jmp *old_" #name "@GOTPCREL(%rip)\n"                                                                                      \
            ".size __wrap_" #name ", . - __wrap_" #name "\n");
__asm__(".text\n");
FUNCTIONS(WRAP)

typedef void (*initializer)(int argc, char **argv, char **environment);
typedef int (*main_function)(int argc, char **argv, char **environment);

// The bounds of the image's constructors, defined by the linker.
extern initializer __init_array_start[] __attribute__((visibility("hidden")));
extern initializer __init_array_end[] __attribute__((visibility("hidden")));

int old_start(main_function main, int argc, char **argv, initializer init, void (*fini)(void), void (*loader_fini)(void), void *stack_end);
__asm__(".symver old_start, __libc_start_main@GLIBC_2.2.5");

// Up to glibc 2.33 the program itself runs its constructors: the old version of __libc_start_main calls this function, in a newer library
// too.
static void run_constructors(int argc, char **argv, char **environment) {
    for (initializer *each = __init_array_start; each != __init_array_end; each++)
        (*each)(argc, argv, environment);
}

int __wrap___libc_start_main(main_function main, int argc, char **argv, initializer init, void (*fini)(void), void (*loader_fini)(void),
                             void *stack_end);

// Called by the building machine's crt1.o, which passes no `init` if its glibc is 2.34 or newer.
int __wrap___libc_start_main(main_function main, int argc, char **argv, initializer init, void (*fini)(void), void (*loader_fini)(void),
                             void *stack_end) {
    return old_start(main, argc, argv, init ? init : run_constructors, fini, loader_fini, stack_end);
}
