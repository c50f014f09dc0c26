/* The floating-point unit of this thread. */
#pragma once
#include "gate.h"

/* The unit's control and status register: which floating-point exceptions are raised, and which have been there. */
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
