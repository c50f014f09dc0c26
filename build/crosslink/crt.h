/* Declarations shared by the parts of the start-up code. Freestanding: no header of any C library is needed. */
#ifndef CROSSLINK_CRT_H
#define CROSSLINK_CRT_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

typedef void (*crt_initializer)(void);       /* .CRT$XC*, .CRT$XD*: C++ constructors */
typedef int (*crt_initializer_status)(void); /* .CRT$XI*: C initialisers, 0 = success */

/* The reasons in calls of DllMain and TLS callbacks. */
enum { DLL_PROCESS_DETACH = 0, DLL_PROCESS_ATTACH = 1, DLL_THREAD_ATTACH = 2, DLL_THREAD_DETACH = 3 };

/* Gives the stack cookie its random value. Must be called before any function with a cookie runs. */
void crt_seed_security_cookie(void);

/* Runs the image's initialisers, C first, then C++. Returns false if a C initialiser failed. */
int crt_run_initializers(void);

/* Runs the functions that atexit registered in this image, last first. */
void crt_run_exit_functions(void);

#endif
