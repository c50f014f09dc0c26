// Included in each of Wine's tests: GetTempFileName counts from 1 in each process and takes an existing file, so that two runs have the
// same names.
#pragma once

static inline UINT counted_temporary_a(const char *folder, const char *prefix, UINT unique, char *name) {
    static UINT next;
    if (unique)
        return GetTempFileNameA(folder, prefix, unique, name);
    UINT made = GetTempFileNameA(folder, prefix, ++next, name);
    HANDLE file = made
        ? CreateFileA(name, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL)
        : INVALID_HANDLE_VALUE;
    if (file == INVALID_HANDLE_VALUE)
        return 0;
    CloseHandle(file);
    return made;
}

static inline UINT counted_temporary_w(const WCHAR *folder, const WCHAR *prefix, UINT unique, WCHAR *name) {
    static UINT next;
    if (unique)
        return GetTempFileNameW(folder, prefix, unique, name);
    UINT made = GetTempFileNameW(folder, prefix, ++next, name);
    HANDLE file = made
        ? CreateFileW(name, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL)
        : INVALID_HANDLE_VALUE;
    if (file == INVALID_HANDLE_VALUE)
        return 0;
    CloseHandle(file);
    return made;
}

#define GetTempFileNameA counted_temporary_a
#define GetTempFileNameW counted_temporary_w
