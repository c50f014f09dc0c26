// The C library's functions that Visual C++ keeps beside the compiler.
#pragma once
#include <vcruntime.h>

void *__cdecl memchr(const void *, int, size_t);
int __cdecl memcmp(const void *, const void *, size_t);
void *__cdecl memcpy(void *, const void *, size_t);
void *__cdecl memmove(void *, const void *, size_t);
void *__cdecl memset(void *, int, size_t);
char *__cdecl strchr(const char *, int);
char *__cdecl strrchr(const char *, int);
char *__cdecl strstr(const char *, const char *);
wchar_t *__cdecl wcschr(const wchar_t *, wchar_t);
wchar_t *__cdecl wcsrchr(const wchar_t *, wchar_t);
wchar_t *__cdecl wcsstr(const wchar_t *, const wchar_t *);
size_t __cdecl strlen(const char *);
size_t __cdecl wcslen(const wchar_t *);
int __cdecl strcmp(const char *, const char *);
