// Listings, and calls on handles.
#include "fuzz.h"

static const wchar_t *const patterns[] = { L"*", L"*.txt", L"a*", L"?", L"missing", L"*.", L"new.txt", L"<", L">", L"\"", L"x\\y", L"",
    L"*a*b*c*d*" };

static void one_listing(HANDLE folder)
{
    static unsigned char buffer[1 << 17] __attribute__((aligned(16)));
    wchar_t text[64];
    IO_STATUS_BLOCK io = { 0 }, *block = &io;
    static const int classes[] = { 1, 2, 3, 12, 37, 38, 50, 60, 63, 78, 79, 80, 81 };
    int number = one_in(4) ? (int)below(100) : classes[below(13)];
    ULONG size = one_in(3) ? below(130) : one_in(4) ? (ULONG)sizeof buffer : below(8192);
    wcscpy(text, patterns[below(sizeof patterns / sizeof patterns[0])]);
    size_t length = wcslen(text);
    if (length && one_in(8))
        text[below((unsigned)length)] = (wchar_t)below(0x10000);
    UNICODE_STRING mask = { (USHORT)(length * 2), (USHORT)(length * 2), text }, *given = one_in(2) ? NULL : &mask;
    void *where = buffer + (one_in(6) ? 4 * below(8) : 0);
    // Wine holds a lock while it touches buffer and pattern, for ever where that faults: only what can't fault there.
    if (one_in(12))
        block = odd_output(sizeof io);
    if (one_in(10) && size && size <= 4096)
    {
        int good;
        void *odd = odd_pointer(buffer, size, &good);
        MEMORY_BASIC_INFORMATION pages;
        odd = (void *)((ULONG_PTR)odd & ~(ULONG_PTR)3);
        if (!on_wine || (good && VirtualQuery(odd, &pages, sizeof pages) && pages.Protect == PAGE_READWRITE))
            where = odd;
    }
    if (one_in(20))
        where = NULL, size = on_wine ? 0 : size;
    if (one_in(12))
        mask.Length = (USHORT)(on_wine ? mask.Length & ~1 : mask.Length + 1);
    if (!on_wine && one_in(12))
        mask.Buffer = bad_pointer();
    if (!on_wine && one_in(12))
        given = bad_pointer();
    BOOLEAN single = (BOOLEAN)(one_in(3) ? below(256) : 0), restart = (BOOLEAN)(one_in(4) ? below(256) : 0);
    if (details)
    {
        printf("NtQueryDirectoryFile folder %p io %p buffer %p size %lu class %d single %u restart %u pattern ", folder, (void *)block,
            where, size, number, single, restart);
        if (given)
            put_text(text, length);
        printf(": ");
        fflush(stdout);
    }
    memset(buffer, 0, 16);
    // One that is malformed spoils the position for the rest.
    int unaligned = ((ULONG_PTR)where & 3) != 0 || ((ULONG_PTR)block & 7) != 0 || (given && given == &mask && (mask.Length & 1));
    if (unaligned || !is_wanted(0))
    {
        printf("\n");
        return;
    }
    NTSTATUS status = NtQueryDirectoryFile(folder, NULL, NULL, NULL, block, where, size, number, single, given, restart);
    put_result("NtQueryDirectoryFile", status, block == &io ? &io : NULL);
}

void fuzz_listing(void)
{
    static const wchar_t *const folders[] = { L"Data", L"ModFolder", L"Untouched", L".", L"Data\\Sub", L"Data\\filled", L"ModFolder\\inner",
        L"Data\\a.txt" };
    HANDLE folder = random_root();
    int own = !one_in(6);
    if (own)
        folder =
            CreateFileW(folders[below(8)], FILE_LIST_DIRECTORY | SYNCHRONIZE, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    // Another's handle only where it's no folder: its position would depend on the rounds before.
    else if (folder && GetFileType(folder) == FILE_TYPE_DISK)
        folder = (HANDLE)(ULONG_PTR)0x7ffc;
    for (int i = own ? 1 + (int)below(4) : 1; i > 0; i--)
        one_listing(folder);
    if (own)
        NtClose(folder);
}

void fuzz_handles(void)
{
    HANDLE folder = CreateFileW(
        one_in(2) ? L"Data" : L"ModFolder", FILE_LIST_DIRECTORY | SYNCHRONIZE, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    HANDLE self = GetCurrentProcess(), copy = NULL, *where = &copy, source = one_in(4) ? random_root() : folder;
    ULONG options = below(8);
    // What isn't this round's must not be closed.
    if (source != folder)
        options &= ~1u;
    if (one_in(6))
        where = one_in(2) ? NULL : odd_output(sizeof copy);
    // A pointer that faults would leave Wine's copy open: the value is lost.
    if (on_wine && where && where != &copy)
        where = &copy;
    HANDLE target = one_in(8) ? NULL : self;
    if (details)
        printf("NtDuplicateObject source %p options %lx to %p target process %p: ", source, options, (void *)where, target), fflush(stdout);
    if (!is_wanted(0))
    {
        printf("\n");
        NtClose(folder);
        return;
    }
    NTSTATUS status = NtDuplicateObject(self, source, target, where, (ULONG)next_random() & 0x1f01ff, 0, options);
    put_result("NtDuplicateObject", status, NULL);
    if (status >= 0 && copy)
        put_result("NtClose", NtClose(copy), NULL);
    if (status >= 0 && target && !where && !(options & 1))
        printf("  a copy without a place\n");
    // Closed with the copying, however that ended: to close the value once more could close what another thread,
    // one of the VFS's perhaps, has got in its place.
    if (options & DUPLICATE_CLOSE_SOURCE)
    {
        struct
        {
            LARGE_INTEGER allocated, size;
            ULONG links;
            BOOLEAN deleted, folder;
        } standard;
        IO_STATUS_BLOCK io;
        put_result("NtClose by NtDuplicateObject, then NtQueryInformationFile",
            NtQueryInformationFile(folder, &io, &standard, sizeof standard, (FILE_INFORMATION_CLASS)5), NULL);
    }
    else
        put_result("NtClose", NtClose(folder), NULL);
    put_result("NtClose", NtClose((HANDLE)((ULONG_PTR)0x7ff0000 + below(0x10000) * 4)), NULL);
}
