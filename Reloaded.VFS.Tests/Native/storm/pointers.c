// Passes bad pointers in every pointer argument of every function that the VFS hooks. Prints each status; the output must be the same with
// and without the VFS, for paths that exist in both.
#include "storm.h"

typedef struct
{
    const char *name;
    void *value;
} BAD;

static BAD bad[16];
static int bad_count;
static unsigned char *page;  // a page that may be read and written, with one after it that may not be touched
static unsigned char *fixed; // a page that may only be read
#define PAGE 4096

// Wine's own NtQueryDirectoryFile holds a lock when it touches the buffer and the mask: a fault there leaves it locked, with or without the
// VFS. So there each such call needs a process of its own: badlist.
static int on_wine;

static void make_bad_pointers(void)
{
    DWORD old;
    page = VirtualAlloc(NULL, 2 * PAGE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    VirtualProtect(page + PAGE, PAGE, PAGE_NOACCESS, &old);
    fixed = VirtualAlloc(NULL, PAGE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    BAD list[] = {
        { "null", NULL },
        { "one", (void *)1 },
        { "low", (void *)0x1230 },
        { "below 64K", (void *)0xfff8 },
        { "no access", page + PAGE },
        { "no access, unaligned", page + PAGE + 3 },
        { "end of a page", page + PAGE - 4 },
        { "end of a page, unaligned", page + PAGE - 3 },
#if defined(_WIN64)
        { "above 64K", (void *)0x10000 },
        { "not canonical", (void *)0xdeadbeefdeadbeef },
        { "kernel", (void *)0xfffff80000001000 },
        { "last", (void *)0xffffffffffffffff },
#else
        // Any other number may be the address of something.
        { "reserved", VirtualAlloc(NULL, PAGE, MEM_RESERVE, PAGE_NOACCESS) },
        { "last", (void *)0xffffffff },
#endif
    };
    bad_count = sizeof list / sizeof list[0];
    memcpy(bad, list, sizeof list);
}

typedef enum
{
    CREATE,
    OPEN,
    ATTRIBUTES,
    FULL_ATTRIBUTES,
    DELETE_FILE,
    FUNCTIONS
} FUNCTION;
static const char *const function_names[] = { "NtCreateFile", "NtOpenFile", "NtQueryAttributesFile", "NtQueryFullAttributesFile",
    "NtDeleteFile" };

// One call; what it opened is closed again.
static NTSTATUS call(FUNCTION function, OBJECT_ATTRIBUTES *attributes, void *output, void *io, void *allocation, void *ea, ULONG ea_size)
{
    NTSTATUS status = 0;
    switch (function)
    {
        case CREATE:
            status = NtCreateFile(output, FILE_READ_DATA | SYNCHRONIZE, attributes, io, allocation, 0, 7, FILE_OPEN, 0x20, ea, ea_size);
            break;
        case OPEN: status = NtOpenFile(output, FILE_READ_DATA | SYNCHRONIZE, attributes, io, 7, 0x20); break;
        case ATTRIBUTES: return NtQueryAttributesFile(attributes, output);
        case FULL_ATTRIBUTES: return NtQueryFullAttributesFile(attributes, output);
        default: return NtDeleteFile(attributes);
    }
    if (NT_SUCCESS(status))
    {
        HANDLE file;
        memcpy(&file, output, sizeof file);
        NtClose(file);
    }
    return status;
}

static void put(FUNCTION function, const wchar_t *path, const char *what, const char *kind, NTSTATUS status)
{
    operations++;
    const wchar_t *name = wcsrchr(path, L'\\');
    printf("%s %ls %s %s: %08lx\n", function_names[function], name ? name + 1 : path, what, kind, status);
}

static void try_path(FUNCTION function, const wchar_t *path)
{
    union
    {
        HANDLE handle;
        unsigned char bytes[64];
    } output;
    IO_STATUS_BLOCK io;
    OBJECT_PATH object;
    make_object_path(&object, NULL, path);
    OBJECT_ATTRIBUTES good = object.attributes, *attributes = &good;
    UNICODE_STRING name = object.name;
    put(function, path, "nothing", "bad", call(function, attributes, &output, &io, NULL, NULL, 0));
    for (int i = 0; i < bad_count; i++)
    {
        put(function, path, "attributes", bad[i].name, call(function, bad[i].value, &output, &io, NULL, NULL, 0));
        good.ObjectName = bad[i].value;
        put(function, path, "name", bad[i].name, call(function, attributes, &output, &io, NULL, NULL, 0));
        good.ObjectName = &name;
        name.Buffer = bad[i].value;
        put(function, path, "buffer", bad[i].name, call(function, attributes, &output, &io, NULL, NULL, 0));
        name = object.name;
        // What earlier calls have left there, such as handles, may begin like a descriptor.
        memset(page, 0xee, PAGE);
        good.SecurityDescriptor = bad[i].value;
        put(function, path, "security descriptor", bad[i].name, call(function, attributes, &output, &io, NULL, NULL, 0));
        good = object.attributes;
        good.ObjectName = &name;
        good.RootDirectory = bad[i].value;
        put(function, path, "root", bad[i].name, call(function, attributes, &output, &io, NULL, NULL, 0));
        good.RootDirectory = NULL;
        if (function != DELETE_FILE)
            put(function, path, "output", bad[i].name, call(function, attributes, bad[i].value, &io, NULL, NULL, 0));
        if (function <= OPEN)
            put(function, path, "io", bad[i].name, call(function, attributes, &output, bad[i].value, NULL, NULL, 0));
        if (function == CREATE)
        {
            put(function, path, "allocation", bad[i].name, call(function, attributes, &output, &io, bad[i].value, NULL, 0));
            put(function, path, "ea", bad[i].name, call(function, attributes, &output, &io, NULL, bad[i].value, 16));
        }
    }

    // The structures themselves: unaligned, in memory that can't be written, at the end of a page, of a wrong size.
    memcpy(page + 1, &good, sizeof good);
    put(function, path, "attributes", "unaligned", call(function, (void *)(page + 1), &output, &io, NULL, NULL, 0));
    memcpy(page + PAGE - sizeof good, &good, sizeof good);
    put(function, path, "attributes", "up to the end of a page",
        call(function, (void *)(page + PAGE - sizeof good), &output, &io, NULL, NULL, 0));
    memcpy(page + PAGE - name.Length, name.Buffer, name.Length);
    UNICODE_STRING edge = { name.Length, name.Length, (wchar_t *)(page + PAGE - name.Length) };
    good.ObjectName = &edge;
    put(function, path, "buffer", "up to the end of a page", call(function, attributes, &output, &io, NULL, NULL, 0));
    edge.Length += 2;
    put(function, path, "buffer", "one character over the end of a page", call(function, attributes, &output, &io, NULL, NULL, 0));
    memcpy(page + 1, name.Buffer, name.Length);
    edge = (UNICODE_STRING){ name.Length, name.Length, (wchar_t *)(page + 1) };
    put(function, path, "buffer", "unaligned", call(function, attributes, &output, &io, NULL, NULL, 0));
    good.ObjectName = &name;
    DWORD old;
    VirtualProtect(fixed, PAGE, PAGE_READWRITE, &old);
    memcpy(fixed, &good, sizeof good);
    VirtualProtect(fixed, PAGE, PAGE_READONLY, &old);
    put(function, path, "attributes", "read-only", call(function, (void *)fixed, &output, &io, NULL, NULL, 0));
    if (function != DELETE_FILE)
        put(function, path, "output", "read-only", call(function, attributes, fixed + 512, &io, NULL, NULL, 0));
    if (function <= OPEN)
        put(function, path, "io", "read-only", call(function, attributes, &output, fixed + 512, NULL, NULL, 0));
    for (ULONG length = 0; length < 64; length += 12)
    {
        good.Length = length;
        put(function, path, "length", "wrong", call(function, attributes, &output, &io, NULL, NULL, 0));
    }
    good.Length = sizeof good;
    name.Length--;
    put(function, path, "name's length", "odd", call(function, attributes, &output, &io, NULL, NULL, 0));
    name.Length = 0;
    put(function, path, "name's length", "zero", call(function, attributes, &output, &io, NULL, NULL, 0));
    name = object.name;
    name.MaximumLength = 2;
    put(function, path, "name's room", "less than its length", call(function, attributes, &output, &io, NULL, NULL, 0));
    name = object.name;
    put(function, path, "nothing", "bad again", call(function, attributes, &output, &io, NULL, NULL, 0));
}

static void try_listing(const wchar_t *path)
{
    static unsigned char buffer[8192] __attribute__((aligned(16)));
    IO_STATUS_BLOCK io;
    HANDLE folder = CreateFileW(path, FILE_LIST_DIRECTORY | SYNCHRONIZE, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    const wchar_t *last = wcsrchr(path, L'\\') + 1;
    UNICODE_STRING mask = { 2, 2, L"*" };
#define LIST(what, kind, folder, io, buffer, size, class, mask)                                                                            \
    do                                                                                                                                     \
    {                                                                                                                                      \
        operations++;                                                                                                                      \
        NTSTATUS status = NtQueryDirectoryFile(folder, NULL, NULL, NULL, io, buffer, size, class, FALSE, mask, TRUE);                      \
        printf("NtQueryDirectoryFile %ls %s %s: %08lx\n", last, what, kind, status);                                                       \
    } while (0)
    LIST("nothing", "bad", folder, &io, buffer, sizeof buffer, 3, &mask);
    for (int i = 0; i < bad_count; i++)
    {
        LIST("handle", bad[i].name, bad[i].value, &io, buffer, sizeof buffer, 3, &mask);
        LIST("io", bad[i].name, folder, bad[i].value, buffer, sizeof buffer, 3, &mask);
        if (bad[i].value && on_wine)
            continue;
        LIST("buffer", bad[i].name, folder, &io, bad[i].value, sizeof buffer, 3, &mask);
        if (bad[i].value)
            LIST("mask", bad[i].name, folder, &io, buffer, sizeof buffer, 3, bad[i].value);
        mask.Buffer = bad[i].value;
        LIST("mask's buffer", bad[i].name, folder, &io, buffer, sizeof buffer, 3, &mask);
        mask.Buffer = L"*";
    }
    LIST("buffer", "unaligned", folder, &io, buffer + 1, sizeof buffer - 1, 3, &mask);
    if (!on_wine)
        LIST("buffer", "read-only", folder, &io, fixed, 1024, 3, &mask);
    LIST("buffer", "up to the end of a page", folder, &io, page + PAGE - 1024, 1024, 3, &mask);
    LIST("io", "read-only", folder, (void *)(fixed + 1024), buffer, sizeof buffer, 3, &mask);
    LIST("size", "zero", folder, &io, buffer, 0, 3, &mask);
    LIST("size", "zero and no buffer", folder, &io, NULL, 0, 3, &mask);
    mask.Length = 1;
    LIST("mask's length", "odd", folder, &io, buffer, sizeof buffer, 3, &mask);
    mask.Length = 2;
    LIST("nothing", "bad again", folder, &io, buffer, sizeof buffer, 3, &mask);
    CloseHandle(folder);
}

static void try_handles(const wchar_t *path)
{
    const wchar_t *last = wcsrchr(path, L'\\') + 1;
    HANDLE self = GetCurrentProcess(),
           folder = CreateFileW(path, FILE_LIST_DIRECTORY | SYNCHRONIZE, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    for (int i = 0; i < bad_count; i++)
    {
        HANDLE copy = NULL;
        printf("NtDuplicateObject %ls target %s: %08lx\n", last, bad[i].name, NtDuplicateObject(self, folder, self, bad[i].value, 0, 0, 2));
        // Pseudo handles (-1, the process) duplicate and are to be closed.
        NTSTATUS status = NtDuplicateObject(self, bad[i].value, self, &copy, 0, 0, 2);
        printf("NtDuplicateObject %ls source %s: %08lx\n", last, bad[i].name, status);
        if (NT_SUCCESS(status))
            NtClose(copy);
        if (bad[i].value != (void *)-1)
        {
            status = NtDuplicateObject(bad[i].value, folder, self, &copy, 0, 0, 2);
            printf("NtDuplicateObject %ls process %s: %08lx\n", last, bad[i].name, status);
            printf("NtClose %ls %s: %08lx\n", last, bad[i].name, NtClose(bad[i].value));
        }
        operations += 4;
    }
    printf("NtDuplicateObject %ls read-only target: %08lx\n", last, NtDuplicateObject(self, folder, self, (void *)fixed, 0, 0, 2));
    // As a 32-bit pointer, the last one is 4, which may be a handle in use.
    static const unsigned long long odd[] = { 3, 0x7ffffffc, 0x80000000, 0xfffffff8, 0x100000004 };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0] - (sizeof(void *) == 4); i++)
        printf("NtClose %llx: %08lx\n", odd[i], NtClose((HANDLE)(ULONG_PTR)odd[i]));
    // The low two bits of a handle are the program's own.
    printf("NtClose %ls tagged: %08lx", last, NtClose((HANDLE)((ULONG_PTR)folder | 1)));
    printf(", again: %08lx\n", NtClose(folder));
}

// badlist FOLDER buffer|mask|text INDEX: one listing with one bad pointer, then the end of the process.
int run_badlist(int count, wchar_t **a)
{
    (void)count;
    make_bad_pointers();
    static unsigned char buffer[8192] __attribute__((aligned(16)));
    IO_STATUS_BLOCK io;
    void *value = bad[_wtoi(a[2]) % bad_count].value;
    HANDLE folder = CreateFileW(a[0], FILE_LIST_DIRECTORY | SYNCHRONIZE, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    UNICODE_STRING mask = { 2, 2, !wcscmp(a[1], L"text") ? value : L"*" };
    NTSTATUS status = NtQueryDirectoryFile(folder, NULL, NULL, NULL, &io, !wcscmp(a[1], L"buffer") ? value : buffer, sizeof buffer, 3,
        FALSE, !wcscmp(a[1], L"mask") ? value : &mask, TRUE);
    printf("NtQueryDirectoryFile %ls %ls: %08lx\n", a[1], a[2], status);
    TerminateProcess(GetCurrentProcess(), 0);
    return 0;
}

// pointers PATHS...: files for the opens, then "folders", then folders for the listings.
int run_pointers(int count, wchar_t **a)
{
    make_bad_pointers();
    on_wine = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != NULL;
    int at = 0;
    for (; at < count && wcscmp(a[at], L"folders"); at++)
    {
        // Nothing is to be deleted: that function gets a name that isn't there.
        wchar_t missing[1024];
        swprintf(missing, 1024, L"%ls.missing", a[at]);
        for (FUNCTION function = 0; function < FUNCTIONS; function++)
            try_path(function, function == DELETE_FILE ? missing : a[at]);
    }
    for (at++; at < count; at++)
    {
        try_listing(a[at]);
        try_handles(a[at]);
    }
    for (int i = 0; i < manifest.count; i++)
        check_entry(&manifest.entries[i], 3);
    return 0;
}
