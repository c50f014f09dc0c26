// Opens and attributes.
#include "fuzz.h"

#define ROOM 32768

typedef struct
{
    OBJECT_ATTRIBUTES object;
    UNICODE_STRING name;
    OBJECT_ATTRIBUTES *given;
    int plain; // names something that is there, and nothing is wrong with it
    int malformed;
} TARGET;

static void make_target(TARGET *target)
{
    static wchar_t text[ROOM];
    int good, relative = one_in(3), is_bad = 0;
    memset(target, 0, sizeof *target);
    // Where a length is wrong, what follows the name is part of it.
    memset(text, 0x41, sizeof text);
    size_t length = random_path(text, ROOM - 1, relative, &target->plain);
    target->name = (UNICODE_STRING){ (USHORT)(length * 2), (USHORT)(length * 2), text };
    target->object.Length = sizeof target->object;
    target->object.RootDirectory = relative ? random_root() : NULL;
    target->object.ObjectName = &target->name;
    target->object.Attributes = OBJ_CASE_INSENSITIVE;
    target->given = &target->object;
    if (relative)
        target->plain = 0;
    // At most two things wrong at once: the first that the kernel sees hides the others.
    for (int i = below(3); i > 0; i--)
    {
        is_bad = 1;
        switch (below(10))
        {
            case 0: target->name.Length = (USHORT)(target->name.Length + 1 - 2 * below(2)); break;
            case 1: target->name.Length = (USHORT)below(0x10000); break;
            case 2:
                target->name.MaximumLength = (USHORT)below(0x10000);
                is_bad = 0;
                break;
            case 3: target->object.Length = one_in(2) ? below(64) : (ULONG)next_random(); break;
            case 4:
                target->object.Attributes = one_in(2) ? 1u << below(16) : 0;
                is_bad = 0;
                break;
            case 5: target->object.SecurityDescriptor = bad_pointer(); break;
            case 6: target->object.SecurityQualityOfService = bad_pointer(); break;
            case 7: target->object.RootDirectory = random_root(); break;
            default: break;
        }
    }
    // Where the parts stand, from the inside out. Wine holds a lock while it looks a relative name up, for ever where the name faults.
    if (one_in(4) && target->name.Length && target->name.Length <= 4000)
    {
        void *odd = odd_pointer(text, target->name.Length, &good);
        if (good || !on_wine || !target->object.RootDirectory)
            target->name.Buffer = odd;
    }
    if (one_in(4))
        target->object.ObjectName = one_in(4) ? bad_pointer() : &target->name;
    if (one_in(6))
        target->given = one_in(2) ? bad_pointer() : &target->object;
    if (is_bad)
        target->plain = 0;
    // An absolute name beside a handle Windows refuses; Wine's queries of attributes take no notice of the handle.
    target->malformed = (target->object.RootDirectory && length && text[0] == L'\\') || target->object.Length != sizeof target->object
        || (target->name.Length & 1) || ((ULONG_PTR)target->name.Buffer & 1);
    if (details)
        printf("root %p attributes %p(%lu %lx sd %p sqos %p) name %p(%u/%u at %p) ", target->object.RootDirectory, (void *)target->given,
            target->object.Length, target->object.Attributes, target->object.SecurityDescriptor, target->object.SecurityQualityOfService,
            (void *)target->object.ObjectName, target->name.Length, target->name.MaximumLength, (void *)target->name.Buffer),
            put_text(text, length < 300 ? length : 300), printf(" ");
}

// What was opened, and that it can be closed once and no more.
static void put_opened(HANDLE file)
{
    struct
    {
        LARGE_INTEGER allocated, size;
        ULONG links;
        BOOLEAN deleted, folder;
    } standard;
    IO_STATUS_BLOCK io;
    NTSTATUS status = NtQueryInformationFile(file, &io, &standard, sizeof standard, (FILE_INFORMATION_CLASS)5);
    printf("  opened %08lx", status);
    if (!status && standard.folder)
        printf(" folder");
    else if (!status)
        printf(" size %lld", standard.size.QuadPart);
    printf(" closed %08lx\n", NtClose(file));
    calls += 2;
}

void fuzz_open(void)
{
    TARGET target;
    make_target(&target);
    HANDLE file = NULL, *where = &file;
    IO_STATUS_BLOCK io = { 0 }, *block = &io;
    int create = one_in(2);
    // Only what can't make, empty or delete anything, but where the name is there already. FILE_DELETE_ON_CLOSE is refused where the access
    // hasn't the right to delete.
    static const ULONG harmless[] = { 1, 1, 1, 1, 6, 7, 0xffffffff }, existing[] = { 1, 1, 2, 3 };
    ULONG disposition = target.plain ? existing[below(4)] : harmless[below(7)];
    ULONG access = one_in(3) ? (ULONG)next_random() & 0x01ff01ff & ~0x10000u : 0x120089;
    ULONG share = one_in(6) ? (ULONG)next_random() & 15 : 7;
    ULONG options = one_in(3) ? (ULONG)next_random() & 0x00ffffff & ~0x2000u : one_in(3) ? 0x60 : one_in(3) ? 0x21 : 0x20;
    LARGE_INTEGER size = { .QuadPart = 0 };
    void *allocation = one_in(10) ? bad_pointer() : one_in(4) ? &size : NULL;
    if (one_in(10))
        where = odd_output(sizeof file);
    if (one_in(10))
        block = odd_output(sizeof io);
    // A status block over the handle leaves a part of its value, which is another handle's.
    if ((char *)block < (char *)where + sizeof file && (char *)where < (char *)block + sizeof io)
        block = &io;
    if (details)
        printf("%s access %lx share %lx disposition %lu options %lx handle %p io %p allocation %p: ",
            create ? "NtCreateFile" : "NtOpenFile", access, share, disposition, options, (void *)where, (void *)block, allocation),
            fflush(stdout);
    if (!is_wanted(target.malformed))
    {
        printf("\n");
        return;
    }
    NTSTATUS status = create ? NtCreateFile(where, access, target.given, block, allocation, 0x80, share, disposition, options,
                          one_in(12) ? bad_pointer() : NULL, one_in(12) ? below(64) : 0)
                             : NtOpenFile(where, access, target.given, block, share, options);
    put_result(create ? "NtCreateFile" : "NtOpenFile", status, NULL);
    if (status >= 0)
    {
        memcpy(&file, where, sizeof file);
        put_opened(file);
    }
    // Where the status block faults, Wine has opened the file already, and leaves it open.
    else if (where == &file && file && status != (NTSTATUS)0xc0000005)
        printf("  the handle was written\n");
}

void fuzz_attributes(void)
{
    TARGET target;
    make_target(&target);
    NETWORK_OPEN_INFORMATION information;
    memset(&information, 0xcc, sizeof information);
    int full = one_in(2), delete = one_in(10);
    // Nothing is to be deleted.
    if (delete &&target.plain)
        delete = 0;
    // Wine 8 takes no notice of the handle in these two functions.
    if (on_wine && target.given == &target.object)
        target.object.RootDirectory = NULL;
    void *where = &information;
    if (one_in(6))
        where = odd_output(full ? sizeof(NETWORK_OPEN_INFORMATION) : sizeof(BASIC_INFORMATION));
    if (details)
        printf("%s to %p: ", full ? "NtQueryFullAttributesFile" : "NtQueryAttributesFile", where), fflush(stdout);
    if (!is_wanted(target.malformed))
    {
        printf("\n");
        return;
    }
    NTSTATUS status = full ? NtQueryFullAttributesFile(target.given, where) : NtQueryAttributesFile(target.given, where);
    put_result(full ? "NtQueryFullAttributesFile" : "NtQueryAttributesFile", status, NULL);
    if (status >= 0 && full && where == &information && !(information.FileAttributes & FILE_ATTRIBUTE_DIRECTORY))
        printf("  attributes %lx size %lld written %lld\n", information.FileAttributes, information.EndOfFile.QuadPart,
            information.LastWriteTime.QuadPart);
    // Of what isn't there.
    if (delete &&!target.malformed && status == (NTSTATUS)0xc0000034)
        put_result("NtDeleteFile", NtDeleteFile(target.given), NULL);
}
