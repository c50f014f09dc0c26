// Declarations that the test programs share: the parts of NT that the SDK's headers leave out, and plain text output.
#pragma once
#include <windows.h>
#include <winternl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#ifndef OBJ_CASE_INSENSITIVE
#define OBJ_CASE_INSENSITIVE 0x40
#endif

NTSTATUS NTAPI NtQueryDirectoryFile(
    HANDLE, HANDLE, PIO_APC_ROUTINE, PVOID, PIO_STATUS_BLOCK, PVOID, ULONG, int, BOOLEAN, PUNICODE_STRING, BOOLEAN);
NTSTATUS NTAPI NtQueryAttributesFile(POBJECT_ATTRIBUTES, PVOID);
NTSTATUS NTAPI NtQueryFullAttributesFile(POBJECT_ATTRIBUTES, PVOID);
NTSTATUS NTAPI NtDeleteFile(POBJECT_ATTRIBUTES);
NTSTATUS NTAPI NtDuplicateObject(HANDLE, HANDLE, HANDLE, PHANDLE, ACCESS_MASK, ULONG, ULONG);

typedef struct
{
    LARGE_INTEGER CreationTime, LastAccessTime, LastWriteTime, ChangeTime;
    ULONG FileAttributes;
} BASIC_INFORMATION;
typedef struct
{
    LARGE_INTEGER CreationTime, LastAccessTime, LastWriteTime, ChangeTime, AllocationSize, EndOfFile;
    ULONG FileAttributes;
} NETWORK_OPEN_INFORMATION;

// CreateProcessW, again where Wine 8 lost the new process before its first line, as it does now and then on a busy machine.
static inline BOOL create_process(const wchar_t *program, wchar_t *line, BOOL inherit, DWORD flags, const wchar_t *current,
    STARTUPINFOW *startup, PROCESS_INFORMATION *made)
{
    for (int attempt = 1; !CreateProcessW(program, line, NULL, NULL, inherit, flags, NULL, current, startup, made); attempt++)
        if (GetLastError() != ERROR_INTERNAL_ERROR || attempt == 3)
            return FALSE;
    return TRUE;
}

#define FNV_START 0xcbf29ce484222325ull

static inline uint64_t fnv(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3ull;
    return hash;
}

// Writes UTF-16 as UTF-8; what has no UTF-8 (control characters, unpaired surrogates) as \uXXXX.
static inline void put_text(const wchar_t *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
    {
        unsigned c = text[i];
        if (c >= 0xd800 && c < 0xdc00 && i + 1 < length && text[i + 1] >= 0xdc00 && text[i + 1] < 0xe000)
        {
            unsigned point = 0x10000 + ((c - 0xd800) << 10) + (text[++i] - 0xdc00);
            printf("%c%c%c%c", 0xf0 | point >> 18, 0x80 | (point >> 12 & 63), 0x80 | (point >> 6 & 63), 0x80 | (point & 63));
        }
        else if (c < 0x20 || c == 0x7f || (c >= 0xd800 && c < 0xe000))
            printf("\\u%04x", c);
        else if (c < 0x80)
            putchar((int)c);
        else if (c < 0x800)
            printf("%c%c", 0xc0 | c >> 6, 0x80 | (c & 63));
        else
            printf("%c%c%c", 0xe0 | c >> 12, 0x80 | (c >> 6 & 63), 0x80 | (c & 63));
    }
}

// Names that only ntdll's own functions take, and that say what they are.
static inline int is_nt_path(const wchar_t *text) { return !wcsncmp(text, L"\\Device\\", 8) || !_wcsnicmp(text, L"\\GLOBAL??\\", 10); }

// An object's attributes from a path as programs write it, or from an NT path (\??\...) as it stands, or relative to a folder's handle.
typedef struct
{
    OBJECT_ATTRIBUTES attributes;
    UNICODE_STRING name;
} OBJECT_PATH;

static inline int make_object_path(OBJECT_PATH *path, HANDLE root, const wchar_t *text)
{
    memset(path, 0, sizeof *path);
    if (root || !wcsncmp(text, L"\\??\\", 4) || is_nt_path(text))
    {
        path->name.Buffer = _wcsdup(text);
        path->name.Length = (USHORT)(wcslen(text) * 2);
        path->name.MaximumLength = path->name.Length + 2;
    }
    else if (!RtlDosPathNameToNtPathName_U(text, &path->name, NULL, NULL))
        return 0;
    path->attributes.Length = sizeof path->attributes;
    path->attributes.RootDirectory = root;
    path->attributes.ObjectName = &path->name;
    path->attributes.Attributes = OBJ_CASE_INSENSITIVE;
    return 1;
}
