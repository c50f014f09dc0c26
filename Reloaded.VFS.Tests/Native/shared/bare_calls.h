// ntdll's stubs without their hooks, and the names that they are called with: for programs that time hooked calls.
#pragma once
#include "native.h"
#include <x86intrin.h>

// Where a stub returns at once, behind the instruction that a hook replaces.
enum
{
#if defined(_WIN64)
    NUMBER_AT = 4,
    NEXT_AT = 8,
    RETURN_AT = 16,
    RETURN_BYTES = 1, // ret
#else
    NUMBER_AT = 1,
    NEXT_AT = 10,
    RETURN_AT = 5,
    RETURN_BYTES = 3, // ret SIZE
#endif
    RETURN_OPCODE = 0xc3
};

static inline double now(void)
{
    LARGE_INTEGER frequency, count;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    return (double)count.QuadPart * 1e9 / (double)frequency.QuadPart;
}

// Of the processor's time stamp.
static inline double find_ticks_per_ns(void)
{
    double began = now();
    unsigned long long first = __rdtsc();
    while (now() - began < 50e6)
        ;
    return (double)(__rdtsc() - first) / (now() - began);
}

// ---- Stubs: "mov r10, rcx; mov eax, NUMBER; test byte ptr [...], 1", then the system call; in 32 bits under Wine
// "mov eax, NUMBER; mov edx, DISPATCHER; call edx; ret SIZE"

typedef struct
{
    unsigned char *entry;                   // of ntdll's function
    unsigned char original[RETURN_BYTES];   // what the ret takes the place of
    unsigned char short_form[RETURN_BYTES]; // the ret
    int number;                             // of the system call: what it returns while it is short
    void *bare;                             // the same without a hook
} STUB;

static inline int make_stub(STUB *stub, const char *name)
{
#if defined(_WIN64)
    static const unsigned char start[] = { 0x4c, 0x8b, 0xd1, 0xb8 }, next[] = { 0xf6, 0x04, 0x25 };
#else
    static const unsigned char start[] = { 0xb8 }, next[] = { 0xff, 0xd2, 0xc2 };
#endif
    stub->entry = (unsigned char *)(void *)GetProcAddress(GetModuleHandleW(L"ntdll"), name);
    DWORD old;
    if (memcmp(stub->entry, start, sizeof start) || memcmp(stub->entry + NEXT_AT, next, sizeof next)
        || !VirtualProtect(stub->entry, 16, PAGE_EXECUTE_READWRITE, &old))
        return 0;
    unsigned char *bare = VirtualAlloc(NULL, 4096, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE);
#if defined(_WIN64)
    stub->short_form[0] = RETURN_OPCODE;
#else
    memcpy(stub->short_form, stub->entry + NEXT_AT + 2, RETURN_BYTES);
#endif
    memcpy(stub->original, stub->entry + RETURN_AT, RETURN_BYTES);
    memcpy(bare, stub->entry, RETURN_AT);
    memcpy(bare + RETURN_AT, stub->short_form, RETURN_BYTES);
    stub->bare = bare;
    memcpy(&stub->number, stub->entry + NUMBER_AT, sizeof stub->number);
    return 1;
}

// ---- Names

typedef struct
{
    OBJECT_ATTRIBUTES attributes;
    UNICODE_STRING name;
} NAMED;
typedef struct
{
    NAMED *items;
    int count;
} NAMES;

static inline NAMES read_names(const wchar_t *path)
{
    NAMES names = { 0 };
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    DWORD size = GetFileSize(file, NULL), got;
    char *bytes = malloc(size + 1);
    if (file == INVALID_HANDLE_VALUE || !ReadFile(file, bytes, size, &got, NULL))
        return names;
    CloseHandle(file);
    wchar_t *text = malloc(((size_t)size + 1) * sizeof *text);
    int length = MultiByteToWideChar(CP_UTF8, 0, bytes, (int)size, text, (int)size);
    for (int i = 0; i < length; i++)
        names.count += text[i] == '\n';
    // A few more, of no name, for those who look ahead.
    names.items = calloc((size_t)names.count + 16, sizeof *names.items);
    wchar_t *line = text;
    wchar_t folder[1024] = L"";
    HANDLE root = NULL;
    for (int i = 0; i < names.count; i++)
    {
        wchar_t *end = wcschr(line, '\n'), *bar = wmemchr(line, '|', (size_t)(end - line));
        NAMED *item = &names.items[i];
        if (bar)
        {
            *bar = 0;
            // One handle for each folder; names of one folder follow each other.
            if (wcscmp(folder, line))
            {
                wcscpy(folder, line);
                root = CreateFileW(line, FILE_LIST_DIRECTORY | SYNCHRONIZE, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
                if (root == INVALID_HANDLE_VALUE)
                    fprintf(stderr, "%ls: error %lu\n", line, GetLastError());
            }
            line = bar + 1;
            item->attributes.RootDirectory = root;
        }
        item->name.Buffer = line;
        item->name.Length = item->name.MaximumLength = (USHORT)((end - line) * 2);
        item->attributes.Length = sizeof item->attributes;
        item->attributes.Attributes = OBJ_CASE_INSENSITIVE;
        item->attributes.ObjectName = &item->name;
        line = end + 1;
    }
    return names;
}
