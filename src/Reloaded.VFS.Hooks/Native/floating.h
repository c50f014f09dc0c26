/* The floating-point unit of this thread. */
#pragma once
#include "gate.h"

/* The unit's control and status register: the floating-point exceptions that are raised, and those that have occurred. */
#if defined(GNU_C)
static __inline u32 read_mxcsr(void) {
    u32 value;
    __asm__ volatile("stmxcsr %0" : "=m"(value));
    return value;
}
static __inline void write_mxcsr(u32 value) { __asm__ volatile("ldmxcsr %0" : : "m"(value)); }
#else
unsigned int _mm_getcsr(void);
void _mm_setcsr(unsigned int value);
#pragma intrinsic(_mm_getcsr, _mm_setcsr)
#define read_mxcsr _mm_getcsr
#define write_mxcsr _mm_setcsr
#endif

/* The state at a thread's start: no exception is raised, and none has occurred. */
#define INITIAL_MXCSR 0x1f80u
#define MXCSR_FLAGS 0x3fu /* the exceptions that have occurred */

/*
 * Managed code and its collector calculate with the register in its state at a thread's start, so that nothing is raised there, and the
 * caller's calculations are preserved. Pass the result to end_managed.
 */
static __inline u32 begin_managed(void) {
    u32 value = read_mxcsr();
    if (value != INITIAL_MXCSR)
        write_mxcsr(INITIAL_MXCSR);
    return value;
}
static __inline void end_managed(u32 value) { write_mxcsr(value); }

/* Returns 1 if a calculation could raise an exception on this thread, or have another result than managed code expects. */
static __inline int is_set_otherwise(void) { return ((read_mxcsr() ^ INITIAL_MXCSR) & ~MXCSR_FLAGS) != 0; }
