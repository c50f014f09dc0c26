// Listing through NtQueryDirectoryFile: every information class, any buffer size, single entries, restart, patterns.
#include "probe.h"

// Where each information class has its fields; -1: it has none.
typedef struct
{
    int number;
    int times, sizes, attributes, name_length, ea_size, short_name, id, name;
} LAYOUT;

static const LAYOUT layouts[] = {
    //  class                      times sizes attr nlen ea  short id  name
    { 1, /* Directory */ 8, 40, 56, 60, -1, -1, -1, 64 },
    { 2, /* FullDirectory */ 8, 40, 56, 60, 64, -1, -1, 68 },
    { 3, /* BothDirectory */ 8, 40, 56, 60, 64, 68, -1, 94 },
    { 12, /* Names */ -1, -1, -1, 8, -1, -1, -1, 12 },
    { 37, /* IdBothDirectory */ 8, 40, 56, 60, 64, 68, 96, 104 },
    { 38, /* IdFullDirectory */ 8, 40, 56, 60, 64, -1, 72, 80 },
    { 50, /* IdGlobalTxDirectory */ 8, 40, 56, 60, -1, -1, 64, 92 },
    { 60, /* IdExtdDirectory */ 8, 40, 56, 60, 64, -1, 72, 88 },
    { 63, /* IdExtdBothDirectory */ 8, 40, 56, 60, 64, 88, 72, 114 },
    { 78, /* Id64ExtdDirectory */ 8, 40, 56, 60, 64, -1, 72, 80 },
    { 79, /* Id64ExtdBoth */ 8, 40, 56, 60, 64, 80, 72, 106 },
    { 80, /* IdAllExtdDirectory */ 8, 40, 56, 60, 64, -1, 72, 96 },
    { 81, /* IdAllExtdBoth */ 8, 40, 56, 60, 64, 96, 72, 122 },
};

static const LAYOUT *layout_of(int number)
{
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
        if (layouts[i].number == number)
            return &layouts[i];
    return NULL;
}

#define U32(offset) (*(ULONG *)(record + (offset)))
#define I64(offset) (*(LARGE_INTEGER *)(record + (offset)))

static void put_record(const LAYOUT *layout, unsigned char *record, size_t room)
{
    printf("  next=%lu index=%lu", U32(0), U32(4));
    if (layout->attributes >= 0)
        printf(" attributes=%lx", U32(layout->attributes));
    if (layout->sizes >= 0)
        printf(" size=%lld allocated=%lld", I64(layout->sizes).QuadPart, I64(layout->sizes + 8).QuadPart);
    if (layout->times >= 0)
    {
        put_time("written", I64(layout->times + 16));
        put_time("created", I64(layout->times));
        put_time("accessed", I64(layout->times + 8));
        put_time("changed", I64(layout->times + 24));
    }
    if (layout->ea_size >= 0)
        printf(" ea=%lu", U32(layout->ea_size));
    if (layout->short_name >= 0)
    {
        unsigned length = record[layout->short_name];
        printf(" short=");
        put_text((wchar_t *)(record + layout->short_name + 2), length <= 24 ? length / 2 : 0);
    }
    if (layout->id >= 0)
        printf(" id=%016llx", (unsigned long long)I64(layout->id).QuadPart);
    ULONG length = U32(layout->name_length);
    size_t present = room > (size_t)layout->name ? room - layout->name : 0;
    printf(" namelength=%lu name=", length);
    put_text((wchar_t *)(record + layout->name), (length < present ? length : present) / 2);
    printf("\n");
}

typedef NTSTATUS(NTAPI *LIST_EX)(HANDLE, HANDLE, PVOID, PVOID, PIO_STATUS_BLOCK, PVOID, ULONG, int, ULONG, PUNICODE_STRING);

// flags: of NtQueryDirectoryFileEx, which is asked where it is given.
typedef struct
{
    HANDLE folder;
    int number;
    ULONG size;
    unsigned char *buffer;
    LIST_EX ex;
    ULONG flags;
} LISTING;

// One query. The status tells whether to go on.
static NTSTATUS query(LISTING *listing, BOOLEAN single, const wchar_t *pattern, BOOLEAN restart)
{
    UNICODE_STRING mask, *given = NULL;
    if (pattern)
    {
        mask.Buffer = (wchar_t *)pattern;
        mask.Length = mask.MaximumLength = (USHORT)(wcslen(pattern) * 2);
        given = &mask;
    }
    memset(listing->buffer, 0xcc, listing->size);
    IO_STATUS_BLOCK io = { .Status = 0x11111111, .Information = 0x2222 };
    NTSTATUS status = listing->ex ? listing->ex(listing->folder, NULL, NULL, NULL, &io, listing->buffer, listing->size, listing->number,
                          listing->flags | (single ? 2 : 0) | (restart ? 1 : 0), given)
                                  : NtQueryDirectoryFile(listing->folder, NULL, NULL, NULL, &io, listing->buffer, listing->size,
                                      listing->number, single, given, restart);
    printf(" status=%08lx io=%08lx information=%llu\n", status, io.Status, (unsigned long long)io.Information);
    const LAYOUT *layout = layout_of(listing->number);
    if (!layout || (status && status != (NTSTATUS)0x80000005))
        return status;
    size_t at = 0;
    while (at + layout->name <= io.Information && io.Information <= listing->size)
    {
        put_record(layout, listing->buffer + at, io.Information - at);
        ULONG next = *(ULONG *)(listing->buffer + at);
        if (!next)
            break;
        at += next;
    }
    return status;
}

static int open_listing(LISTING *listing, const wchar_t *folder, const wchar_t *number, const wchar_t *size)
{
    listing->folder = open_folder(folder);
    if (listing->folder == INVALID_HANDLE_VALUE)
    {
        printf("open of the folder: error %lu\n", GetLastError());
        return 0;
    }
    listing->number = _wtoi(number);
    listing->size = (ULONG)_wtoi(size);
    listing->buffer = malloc(listing->size + 16);
    listing->ex = NULL;
    listing->flags = 0;
    return 1;
}

static int goes_on(NTSTATUS status) { return status == 0 || status == (NTSTATUS)0x80000005; }

static void query_to_end(LISTING *listing, BOOLEAN single, const wchar_t *pattern)
{
    for (int i = 0; i < 200 && goes_on(query(listing, single, i ? NULL : pattern, FALSE)); i++)
        ;
    // Asking on after the end gives the same answer.
    query(listing, single, NULL, FALSE);
}

// ntlist FOLDER CLASS SIZE all|single [PATTERN]
static void list(int count, wchar_t **a)
{
    LISTING listing;
    if (!open_listing(&listing, a[0], a[1], a[2]))
        return;
    query_to_end(&listing, !wcscmp(a[3], L"single"), count > 4 ? a[4] : NULL);
    printf("close=%08lx\n", NtClose(listing.folder));
    free(listing.buffer);
}

// ntlistex FOLDER CLASS SIZE FLAGS [PATTERN]: through NtQueryDirectoryFileEx; the flags for the first query only.
static void list_newer(int count, wchar_t **a)
{
    LISTING listing;
    LIST_EX ex = (LIST_EX)(void *)newer_function("NtQueryDirectoryFileEx");
    if (!ex)
    {
        printf("not in this system\n");
        return;
    }
    if (!open_listing(&listing, a[0], a[1], a[2]))
        return;
    listing.ex = ex;
    ULONG flags = (ULONG)_wtoi(a[3]);
    NTSTATUS status = query(&listing, (flags & 2) != 0, count > 4 ? a[4] : NULL, (flags & 1) != 0);
    for (int i = 0; i < 200 && goes_on(status); i++)
        status = query(&listing, (flags & 2) != 0, NULL, FALSE);
    printf("close=%08lx\n", NtClose(listing.folder));
    free(listing.buffer);
}

// ntrestart FOLDER CLASS SIZE FIRSTPATTERN SECONDPATTERN: three single entries, then from the start with another pattern. "-": no pattern.
static void list_restart(int count, wchar_t **a)
{
    (void)count;
    LISTING listing;
    if (!open_listing(&listing, a[0], a[1], a[2]))
        return;
    const wchar_t *first = wcscmp(a[3], L"-") ? a[3] : NULL, *second = wcscmp(a[4], L"-") ? a[4] : NULL;
    for (int i = 0; i < 3; i++)
        query(&listing, TRUE, first, FALSE);
    NTSTATUS status = query(&listing, FALSE, second, TRUE);
    for (int i = 0; i < 200 && goes_on(status); i++)
        status = query(&listing, FALSE, NULL, FALSE);
    NtClose(listing.folder);
    free(listing.buffer);
}

// ntlistdup FOLDER CLASS SIZE: a duplicate shares the position; each handle closes on its own.
static void list_duplicate(int count, wchar_t **a)
{
    (void)count;
    LISTING listing, copy;
    if (!open_listing(&listing, a[0], a[1], a[2]))
        return;
    copy = listing;
    printf("duplicate=%08lx\n",
        NtDuplicateObject(GetCurrentProcess(), listing.folder, GetCurrentProcess(), &copy.folder, 0, 0, DUPLICATE_SAME_ACCESS));
    query(&listing, TRUE, NULL, FALSE);
    query(&listing, TRUE, NULL, FALSE);
    query(&copy, TRUE, NULL, FALSE);
    query(&listing, TRUE, NULL, FALSE);
    printf("close source=%08lx\n", NtClose(listing.folder));
    query_to_end(&copy, FALSE, NULL);
    printf("close copy=%08lx\n", NtClose(copy.folder));
    free(listing.buffer);
}

// ntlisttwo FOLDER CLASS SIZE: two handles of one folder list independently.
static void list_two(int count, wchar_t **a)
{
    (void)count;
    LISTING one, two;
    if (!open_listing(&one, a[0], a[1], a[2]) || !open_listing(&two, a[0], a[1], a[2]))
        return;
    for (int i = 0; i < 6; i++)
        query(i & 1 ? &one : &two, TRUE, i < 2 && (i & 1) ? L"*.txt" : NULL, FALSE);
    NtClose(one.folder);
    query_to_end(&two, FALSE, NULL);
    NtClose(two.folder);
}

// ntlistmix FOLDER SIZE: the class may change between two queries of one handle.
static void list_mix(int count, wchar_t **a)
{
    (void)count;
    static const int numbers[] = { 1, 3, 12, 37, 2, 38 };
    LISTING listing;
    if (!open_listing(&listing, a[0], L"1", a[1]))
        return;
    NTSTATUS status = 0;
    for (int i = 0; i < 100 && goes_on(status); i++)
    {
        listing.number = numbers[i % 6];
        status = query(&listing, TRUE, NULL, FALSE);
    }
    NtClose(listing.folder);
    free(listing.buffer);
}

// ntsteps FOLDER STEP...: queries on one handle, each CLASS,SIZE,FLAGS,PATTERN; flags: s single entry, r restart, e to the end;
// "-": no pattern.
static void list_steps(int count, wchar_t **a)
{
    LISTING listing = { open_folder(a[0]), 1, 0, malloc(1 << 17), NULL, 0 };
    if (listing.folder == INVALID_HANDLE_VALUE)
    {
        printf("open of the folder: error %lu\n", GetLastError());
        free(listing.buffer);
        return;
    }
    for (int i = 1; i < count; i++)
    {
        wchar_t *at = a[i];
        listing.number = (int)wcstol(at, &at, 10);
        listing.size = wcstoul(at + 1, &at, 10);
        wchar_t *flags = at + 1, *pattern = wcschr(flags, L',');
        *pattern++ = 0;
        BOOLEAN single = wcschr(flags, L's') != NULL, to_end = wcschr(flags, L'e') != NULL;
        printf(" step %d\n", i);
        NTSTATUS status = query(&listing, single, wcscmp(pattern, L"-") ? pattern : NULL, wcschr(flags, L'r') != NULL);
        for (int n = 0; to_end && n < 500 && status == 0; n++)
            status = query(&listing, single, NULL, FALSE);
    }
    printf("close=%08lx\n", NtClose(listing.folder));
    free(listing.buffer);
}

const COMMAND list_commands[] = {
    { L"ntlist", list, 4, L"FOLDER CLASS SIZE all|single [PATTERN]" },
    { L"ntrestart", list_restart, 5, L"FOLDER CLASS SIZE PATTERN|- PATTERN|-" },
    { L"ntlistdup", list_duplicate, 3, L"FOLDER CLASS SIZE" },
    { L"ntlisttwo", list_two, 3, L"FOLDER CLASS SIZE" },
    { L"ntsteps", list_steps, 2, L"FOLDER CLASS,SIZE,FLAGS,PATTERN..." },
    { L"ntlistex", list_newer, 4, L"FOLDER CLASS SIZE FLAGS [PATTERN]" },
    { L"ntlistmix", list_mix, 2, L"FOLDER SIZE" },
    { 0 },
};
