// Handles that stay open across other commands: eight slots, each with a handle and perhaps a view.
#include "probe.h"

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

typedef struct
{
    HANDLE file;
    char *view;
    SIZE_T size; // of the view
} KEPT;

static KEPT kept[8];

static KEPT *slot(const wchar_t *number) { return &kept[_wtoi(number) % 8]; }

// The slot, where it has a handle.
static KEPT *used(const wchar_t *number)
{
    KEPT *found = slot(number);
    if (!found->file)
        printf("nothing is kept\n");
    return found->file ? found : NULL;
}

static void put_result(const char *what, BOOL ok)
{
    DWORD error = GetLastError();
    if (ok)
        printf("%s: ok\n", what);
    else
        printf("%s: error %lu\n", what, error);
}

static int leads_to_folder(const KEPT *one)
{
    BY_HANDLE_FILE_INFORMATION file;
    return GetFileInformationByHandle(one->file, &file) && (file.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

static NTSTATUS set(HANDLE file, void *information, ULONG size, int class)
{
    IO_STATUS_BLOCK io = { 0 };
    return NtSetInformationFile(file, &io, information, size, (FILE_INFORMATION_CLASS) class);
}

static void drop(KEPT *one)
{
    if (one->view)
        UnmapViewOfFile(one->view);
    if (one->file)
        CloseHandle(one->file);
    memset(one, 0, sizeof *one);
}

// keep SLOT PATH ACCESS(hex) SHARE DISPOSITION FLAGS(hex): CreateFile. What the slot had is closed before.
static void keep(int n, wchar_t **a)
{
    (void)n;
    KEPT *one = slot(a[0]);
    drop(one);
    SetLastError(0);
    HANDLE file = CreateFileW(a[1], wcstoul(a[2], NULL, 16), (DWORD)_wtoi(a[3]), NULL, (DWORD)_wtoi(a[4]),
        wcstoul(a[5], NULL, 16) | FILE_FLAG_BACKUP_SEMANTICS, NULL);
    DWORD error = GetLastError();
    if (file == INVALID_HANDLE_VALUE)
        printf("CreateFileW: error %lu\n", error);
    else
        printf("CreateFileW: ok, last error %lu\n", error);
    one->file = file == INVALID_HANDLE_VALUE ? NULL : file;
}

static void kept_close(int n, wchar_t **a)
{
    (void)n;
    KEPT *one = used(a[0]);
    if (!one)
        return;
    HANDLE file = one->file;
    one->file = NULL;
    put_result("CloseHandle", CloseHandle(file));
    drop(one);
}

// keptcopy SLOT FROM: a duplicate.
static void kept_copy(int n, wchar_t **a)
{
    (void)n;
    KEPT *from = used(a[1]), *to = slot(a[0]);
    if (!from || from == to)
        return;
    drop(to);
    put_result("DuplicateHandle",
        DuplicateHandle(GetCurrentProcess(), from->file, GetCurrentProcess(), &to->file, 0, FALSE, DUPLICATE_SAME_ACCESS));
}

static void kept_read(int n, wchar_t **a)
{
    (void)n;
    KEPT *one = used(a[0]);
    if (!one)
        return;
    SetFilePointer(one->file, 0, NULL, FILE_BEGIN);
    put_handle_content(one->file);
}

// keptwrite SLOT OFFSET TEXT: from the end where the offset is below zero.
static void kept_write(int n, wchar_t **a)
{
    (void)n;
    KEPT *one = used(a[0]);
    if (!one)
        return;
    char bytes[1000];
    int size = snprintf(bytes, sizeof bytes, "%ls", a[2]), offset = _wtoi(a[1]);
    DWORD written;
    SetFilePointer(one->file, offset < 0 ? 0 : offset, NULL, offset < 0 ? FILE_END : FILE_BEGIN);
    put_result("WriteFile", WriteFile(one->file, bytes, (DWORD)size, &written, NULL));
}

static void kept_size(int n, wchar_t **a)
{
    (void)n;
    KEPT *one = used(a[0]);
    if (!one)
        return;
    if (leads_to_folder(one))
    {
        printf("a folder\n");
        return;
    }
    SetFilePointer(one->file, _wtoi(a[1]), NULL, FILE_BEGIN);
    put_result("SetEndOfFile", SetEndOfFile(one->file));
}

// keptmap SLOT [copy]: a view of the whole file, which stays as long as the handle.
static void kept_map(int n, wchar_t **a)
{
    KEPT *one = used(a[0]);
    if (!one)
        return;
    if (one->view)
        UnmapViewOfFile(one->view);
    int copies = n > 1;
    HANDLE section = CreateFileMappingW(one->file, NULL, copies ? PAGE_WRITECOPY : PAGE_READWRITE, 0, 0, NULL);
    one->view = section ? MapViewOfFile(section, copies ? FILE_MAP_COPY : FILE_MAP_WRITE, 0, 0, 0) : NULL;
    put_result("MapViewOfFile", one->view != NULL);
    one->size = one->view ? GetFileSize(one->file, NULL) : 0;
    if (section)
        CloseHandle(section);
}

// keptpoke SLOT OFFSET TEXT: into the view, as far as it goes.
static void kept_poke(int n, wchar_t **a)
{
    (void)n;
    KEPT *one = used(a[0]);
    if (!one || !one->view)
        return;
    char bytes[1000];
    SIZE_T size = (SIZE_T)snprintf(bytes, sizeof bytes, "%ls", a[2]), offset = (SIZE_T)_wtoi(a[1]);
    if (offset < one->size)
        memcpy(one->view + offset, bytes, min(size, one->size - offset));
    put_result("FlushViewOfFile", FlushViewOfFile(one->view, 0));
}

// keptinfo SLOT: what the handle says of its file.
static void kept_info(int n, wchar_t **a)
{
    (void)n;
    KEPT *one = used(a[0]);
    BY_HANDLE_FILE_INFORMATION information;
    if (!one)
        return;
    if (!GetFileInformationByHandle(one->file, &information))
    {
        put_result("GetFileInformationByHandle", FALSE);
        return;
    }
    LARGE_INTEGER written = { .LowPart = information.ftLastWriteTime.dwLowDateTime,
        .HighPart = (LONG)information.ftLastWriteTime.dwHighDateTime };
    printf("attributes=%lx", information.dwFileAttributes);
    if (information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) // its time is that of what is in it
    {
        printf("\n");
        return;
    }
    put_time("written", written);
    printf(" size=%llu links=%lu\n", (unsigned long long)information.nFileSizeHigh << 32 | information.nFileSizeLow,
        information.nNumberOfLinks);
}

static void kept_names(int n, wchar_t **a)
{
    (void)n;
    KEPT *one = used(a[0]);
    if (one)
        put_names(one->file);
}

// keptrename SLOT CLASS FLAGS NAME: the name as it stands; of a file.
static void kept_rename(int n, wchar_t **a)
{
    (void)n;
    struct
    {
        ULONG flags;
        HANDLE root;
        ULONG length;
        wchar_t name[1000];
    } information = { .flags = (ULONG)_wtoi(a[2]), .length = (ULONG)(wcslen(a[3]) * 2) };
    KEPT *one = used(a[0]);
    if (!one)
        return;
    if (leads_to_folder(one))
    {
        printf("a folder\n");
        return;
    }
    wcscpy(information.name, a[3]);
    printf("status=%08lx\n",
        set(one->file, &information, (ULONG)((char *)information.name - (char *)&information) + information.length + 2, _wtoi(a[1])));
}

// keptdispose SLOT CLASS FLAGS
static void kept_dispose(int n, wchar_t **a)
{
    (void)n;
    KEPT *one = used(a[0]);
    int class = _wtoi(a[1]);
    ULONG flags = (ULONG)_wtoi(a[2]);
    if (one)
        printf("status=%08lx\n", set(one->file, &flags, class == 13 ? 1 : 4, class));
}

// keptbasic SLOT SECONDS ATTRIBUTES(hex): the time of last change, in seconds after 2001-01-01, and attributes; 0 leaves what is there.
static void kept_basic(int n, wchar_t **a)
{
    (void)n;
    KEPT *one = used(a[0]);
    FILE_BASIC_INFORMATION information = { .FileAttributes = wcstoul(a[2], NULL, 16) };
    ULONGLONG seconds = _wcstoui64(a[1], NULL, 10);
    if (seconds)
        information.LastWriteTime.QuadPart = (LONGLONG)(126227808000000000ull + seconds * 10000000);
    if (one)
        printf("status=%08lx\n", set(one->file, &information, sizeof information, 4));
}

// createdelete FILE TEXT DISPOSITION: made, or opened, with FILE_FLAG_DELETE_ON_CLOSE, written to, looked at by name, closed.
static void create_delete(int n, wchar_t **a)
{
    (void)n;
    HANDLE file = CreateFileW(
        a[0], GENERIC_WRITE | DELETE, SHARE_ALL, NULL, (DWORD)_wtoi(a[2]), FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    DWORD error = GetLastError(), written;
    if (file == INVALID_HANDLE_VALUE)
    {
        printf("CreateFileW: error %lu\n", error);
        return;
    }
    printf("CreateFileW: ok, last error %lu\n", error);
    char bytes[1000];
    int size = snprintf(bytes, sizeof bytes, "%ls", a[1]);
    put_result("WriteFile", WriteFile(file, bytes, (DWORD)size, &written, NULL));
    printf("attributes %s\n", GetFileAttributesW(a[0]) == INVALID_FILE_ATTRIBUTES ? "none" : "there");
    put_result("CloseHandle", CloseHandle(file));
}

// closekept: every slot, in its order.
static void close_kept(int n, wchar_t **a)
{
    (void)n, (void)a;
    for (int i = 0; i < 8; i++)
        drop(&kept[i]);
}

const COMMAND kept_commands[] = {
    { L"keep", keep, 6, L"SLOT PATH ACCESS SHARE DISPOSITION FLAGS" },
    { L"keptclose", kept_close, 1, L"SLOT" },
    { L"keptcopy", kept_copy, 2, L"SLOT FROM" },
    { L"keptread", kept_read, 1, L"SLOT" },
    { L"keptwrite", kept_write, 3, L"SLOT OFFSET TEXT" },
    { L"keptsize", kept_size, 2, L"SLOT BYTES" },
    { L"keptmap", kept_map, 1, L"SLOT [copy]" },
    { L"keptpoke", kept_poke, 3, L"SLOT OFFSET TEXT" },
    { L"keptinfo", kept_info, 1, L"SLOT" },
    { L"keptnames", kept_names, 1, L"SLOT" },
    { L"keptrename", kept_rename, 4, L"SLOT CLASS FLAGS NAME" },
    { L"keptdispose", kept_dispose, 3, L"SLOT CLASS FLAGS" },
    { L"keptbasic", kept_basic, 3, L"SLOT SECONDS ATTRIBUTES" },
    { L"closekept", close_kept, 0, L"" },
    { L"createdelete", create_delete, 3, L"FILE TEXT DISPOSITION" },
    { 0 },
};
