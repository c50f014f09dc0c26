// A game that forbids links by OBJ_DONT_REPARSE, as Go's os.Root and Rust's remove_dir_all do, on a system that obeys as Windows does and
// Wine doesn't: before its first instruction it hooks the entries of ntdll, below the VFS, and refuses what Windows refuses: a name that
// begins with a link (\??\), and one that passes a folder "link".
#include "native.h"
#include "stub_hook.h"

#define OBJ_DONT_REPARSE_BIT 0x1000
#define STATUS_REPARSE_POINT_ENCOUNTERED ((NTSTATUS)0xC000050B)
#define SHARE_ALL 7

static volatile LONG seen, seen_absolute;

static int refuses(const OBJECT_ATTRIBUTES *attributes)
{
    if (!(attributes->Attributes & OBJ_DONT_REPARSE_BIT))
        return 0;
    InterlockedIncrement(&seen);
    const UNICODE_STRING *name = attributes->ObjectName;
    wchar_t text[1024] = L"\\";
    memcpy(text + 1, name->Buffer, name->Length < 2000 ? name->Length : 2000);
    if (!wcsncmp(text + 1, L"\\??\\", 4))
    {
        InterlockedIncrement(&seen_absolute);
        return 1;
    }
    return wcsstr(text, L"\\link\\") != NULL;
}

static NTSTATUS(NTAPI *create_file)(
    PHANDLE, ACCESS_MASK, POBJECT_ATTRIBUTES, PIO_STATUS_BLOCK, PLARGE_INTEGER, ULONG, ULONG, ULONG, ULONG, PVOID, ULONG);
static NTSTATUS(NTAPI *open_file)(PHANDLE, ACCESS_MASK, POBJECT_ATTRIBUTES, PIO_STATUS_BLOCK, ULONG, ULONG);
static NTSTATUS(NTAPI *query_attributes)(POBJECT_ATTRIBUTES, PVOID);
static NTSTATUS(NTAPI *delete_file)(POBJECT_ATTRIBUTES);

static NTSTATUS NTAPI my_create(PHANDLE h, ACCESS_MASK a, POBJECT_ATTRIBUTES o, PIO_STATUS_BLOCK i, PLARGE_INTEGER s, ULONG f, ULONG sh,
    ULONG d, ULONG op, PVOID e, ULONG el)
{
    return refuses(o) ? STATUS_REPARSE_POINT_ENCOUNTERED : create_file(h, a, o, i, s, f, sh, d, op, e, el);
}

static NTSTATUS NTAPI my_open(PHANDLE h, ACCESS_MASK a, POBJECT_ATTRIBUTES o, PIO_STATUS_BLOCK i, ULONG sh, ULONG op)
{
    return refuses(o) ? STATUS_REPARSE_POINT_ENCOUNTERED : open_file(h, a, o, i, sh, op);
}

static NTSTATUS NTAPI my_attributes(POBJECT_ATTRIBUTES o, PVOID b)
{
    return refuses(o) ? STATUS_REPARSE_POINT_ENCOUNTERED : query_attributes(o, b);
}
static NTSTATUS NTAPI my_delete(POBJECT_ATTRIBUTES o) { return refuses(o) ? STATUS_REPARSE_POINT_ENCOUNTERED : delete_file(o); }

static unsigned char *stubs;

// Leads an entry's callers to the replacement, and gives the way to what was there.
static void *put_below(const char *name, void *mine)
{
    unsigned char *entry = (unsigned char *)(void *)GetProcAddress(GetModuleHandleA("ntdll.dll"), name);
    if (!is_stub(entry))
        ExitProcess(77);
    stubs = stubs ? stubs + LED_STUB : near_pages(entry, 4096);
    return lead_stub(entry, stubs, mine);
}

static void NTAPI on_start(PVOID module, DWORD reason, PVOID reserved)
{
    (void)module;
    (void)reserved;
    if (reason != DLL_PROCESS_ATTACH)
        return;
    create_file = put_below("NtCreateFile", (void *)my_create);
    open_file = put_below("NtOpenFile", (void *)my_open);
    query_attributes = put_below("NtQueryAttributesFile", (void *)my_attributes);
    delete_file = put_below("NtDeleteFile", (void *)my_delete);
}

__attribute__((section(".CRT$XLY"), used)) static PIMAGE_TLS_CALLBACK callback = on_start;

static OBJECT_ATTRIBUTES name_of(UNICODE_STRING *text, HANDLE root, const wchar_t *name)
{
    OBJECT_ATTRIBUTES attributes;
    text->Length = text->MaximumLength = (USHORT)(wcslen(name) * 2);
    text->Buffer = (wchar_t *)name;
    InitializeObjectAttributes(&attributes, text, OBJ_CASE_INSENSITIVE | OBJ_DONT_REPARSE_BIT, root, NULL);
    return attributes;
}

static HANDLE open_below(HANDLE root, const wchar_t *name, ULONG options, NTSTATUS *status)
{
    UNICODE_STRING text;
    OBJECT_ATTRIBUTES attributes = name_of(&text, root, name);
    IO_STATUS_BLOCK io;
    HANDLE handle = NULL;
    *status = NtOpenFile(&handle, FILE_READ_DATA | FILE_READ_ATTRIBUTES | SYNCHRONIZE, &attributes, &io, SHARE_ALL, options | 0x20);
    return NT_SUCCESS(*status) ? handle : NULL;
}

static void put_read(const char *what, HANDLE root, const wchar_t *name)
{
    char content[100] = "";
    DWORD got = 0;
    NTSTATUS status;
    HANDLE file = open_below(root, name, 0x40, &status);
    if (file)
    {
        ReadFile(file, content, sizeof content - 1, &got, NULL);
        CloseHandle(file);
    }
    printf("%s: %08lx %s\n", what, status, content);
}

static void put_all(const char *what, HANDLE root, const wchar_t *name, const wchar_t *made)
{
    char line[100];
    UNICODE_STRING text;
    BASIC_INFORMATION basic;
    IO_STATUS_BLOCK io;
    HANDLE handle = NULL;
    snprintf(line, sizeof line, "%s open", what);
    put_read(line, root, name);
    OBJECT_ATTRIBUTES attributes = name_of(&text, root, name);
    // Wine takes no notice of the handle there, so that the current folder, the game's, has to stand for it,
    // and nor does the VFS of the bit.
    if (!wcsstr(name, L"link"))
        printf("%s attributes: %08lx\n", what, NtQueryAttributesFile(&attributes, &basic));
    attributes = name_of(&text, root, made);
    NTSTATUS status =
        NtCreateFile(&handle, FILE_WRITE_DATA | SYNCHRONIZE, &attributes, &io, NULL, 0x80, SHARE_ALL, 2 /* FILE_CREATE */, 0x60, NULL, 0);
    printf("%s create: %08lx\n", what, status);
    if (NT_SUCCESS(status))
        CloseHandle(handle);
    printf("%s delete: %08lx\n", what, NtDeleteFile(&attributes));
}

int wmain(void)
{
    wchar_t root[MAX_PATH], path[2 * MAX_PATH];
    GetModuleFileNameW(NULL, root, MAX_PATH);
    *wcsrchr(root, L'\\') = 0;
    HANDLE game = CreateFileW(root, FILE_LIST_DIRECTORY | SYNCHRONIZE, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    put_all("a mod's", game, L"Data\\a.txt", L"Data\\made.txt");
    put_all("a mod's in a folder of mods", game, L"ModFolder\\inner\\x.txt", L"ModFolder\\inner\\made.txt");
    put_all("the game's", game, L"Data\\own.txt", L"made.txt");
    put_all("behind the game's link", game, L"link\\own.txt", L"link\\made.txt");
    put_all("missing", game, L"Data\\missing.txt", L"nowhere\\made.txt");
    put_read("a mod's behind the game's link", game, L"link\\mods.txt");

    NTSTATUS status;
    HANDLE folder = open_below(game, L"ModFolder", 1, &status);
    printf("a mod's folder: %08lx\n", status);
    put_read("below it", folder, L"y.txt");
    HANDLE same = open_below(folder, L"", 1, &status);
    printf("the folder itself: %08lx\n", status);
    put_read("below that", same, L"inner\\x.txt");
    folder = open_below(game, L"Data", 1, &status);
    put_read("below the game's folder", folder, L"a.txt");

    swprintf(path, 2 * MAX_PATH, L"\\??\\%ls\\Data\\a.txt", root);
    put_read("absolute", NULL, path);
    printf("absolute names with the bit: %ld of the %s\n", seen_absolute, seen > 20 ? "calls" : "calls, too few");
    return 0;
}
