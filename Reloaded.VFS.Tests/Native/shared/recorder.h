// An event file as a monitoring program sees it, with the offsets of EventHeader.
#pragma once
#include "native.h"

typedef struct
{
    volatile int *enabled;
    volatile long long *written, *read, *dropped;
} RECORDER;

// All NULL where it can't be opened.
static inline RECORDER open_recorder(const wchar_t *path)
{
    RECORDER recorder = { 0 };
    HANDLE file = CreateFileW(
        path, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
    HANDLE mapping = CreateFileMappingW(file, NULL, PAGE_READWRITE, 0, 0, NULL);
    char *view = mapping ? MapViewOfFile(mapping, FILE_MAP_ALL_ACCESS, 0, 0, 0) : NULL;
    if (view)
        recorder = (RECORDER){ (volatile int *)(view + 16), (volatile long long *)(view + 1088), (volatile long long *)(view + 1152),
            (volatile long long *)(view + 1216) };
    return recorder;
}
