// What the Windows SDK's headers take from the compiler's: Visual C++ has it in headers of its own, which aren't in the SDK.
#pragma once
#include <stdarg.h>
#include <sal.h>

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#ifndef __cplusplus
typedef unsigned short wchar_t;
#endif
typedef unsigned char __vcrt_bool;

#define _CRT_BEGIN_C_HEADER
#define _CRT_END_C_HEADER
#define _VCRTIMP
#define __CRTDECL __cdecl
#define __CLRCALL_PURE_OR_CDECL __cdecl
#define _CRT_DEPRECATE_TEXT(text)
#define _CRT_INSECURE_DEPRECATE(replacement)
#define _CRT_INSECURE_DEPRECATE_MEMORY(replacement)
