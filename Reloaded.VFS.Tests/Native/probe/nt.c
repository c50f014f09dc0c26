// Opens, attributes and deletes through ntdll, by path and relative to a folder's handle.
#include "probe.h"

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)
#define OPTIONS_FILE 0x60 // FILE_SYNCHRONOUS_IO_NONALERT | FILE_NON_DIRECTORY_FILE
#define OPTIONS_ANY 0x20

// The last one or two arguments: a path, or a folder to be opened and a name in it.
static int object_at(int count, wchar_t **a, HANDLE *root, OBJECT_PATH *path)
{
    *root = NULL;
    if (count > 1)
    {
        *root = open_folder(a[0]);
        if (*root == INVALID_HANDLE_VALUE)
        {
            printf("open of the folder: error %lu\n", GetLastError());
            return 0;
        }
    }
    if (make_object_path(path, *root, a[count > 1]))
        return 1;
    printf("RtlDosPathNameToNtPathName_U failed\n");
    return 0;
}

static void release(HANDLE root)
{
    if (root)
        NtClose(root);
}

static void put_open(NTSTATUS status, const IO_STATUS_BLOCK *io, HANDLE file)
{
    printf("status=%08lx", status);
    if (NT_SUCCESS(status))
    {
        printf(" information=%llx", (unsigned long long)io->Information);
        BY_HANDLE_FILE_INFORMATION info;
        if (GetFileInformationByHandle(file, &info))
            printf(" attributes=%lx", info.dwFileAttributes);
        printf(" ");
        put_handle_content(file);
        printf("NtClose=%08lx\n", NtClose(file));
    }
    else
        printf(" handle=%s\n", file == (HANDLE)(ULONG_PTR)0xdead ? "untouched" : file ? "other" : "null");
}

static void nt_open(int count, wchar_t **a)
{
    HANDLE root, file = (HANDLE)(ULONG_PTR)0xdead;
    OBJECT_PATH path;
    IO_STATUS_BLOCK io = { 0 };
    if (!object_at(count, a, &root, &path))
        return;
    NTSTATUS status = NtOpenFile(&file, FILE_READ_DATA | FILE_READ_ATTRIBUTES | SYNCHRONIZE, &path.attributes, &io, SHARE_ALL, OPTIONS_ANY);
    put_open(status, &io, file);
    release(root);
}

// ntcreate DISPOSITION OPTIONS(hex) [FOLDER] NAME
static void nt_create(int count, wchar_t **a)
{
    HANDLE root, file = (HANDLE)(ULONG_PTR)0xdead;
    OBJECT_PATH path;
    IO_STATUS_BLOCK io = { 0 };
    if (!object_at(count - 2, a + 2, &root, &path))
        return;
    ULONG disposition = (ULONG)_wtoi(a[0]);
    ACCESS_MASK access = FILE_READ_DATA | FILE_READ_ATTRIBUTES | SYNCHRONIZE | (disposition == 1 ? 0 : FILE_WRITE_DATA);
    NTSTATUS status = NtCreateFile(&file, access, &path.attributes, &io, NULL, FILE_ATTRIBUTE_NORMAL, SHARE_ALL, disposition,
        wcstoul(a[1], NULL, 16) | OPTIONS_ANY, NULL, 0);
    put_open(status, &io, file);
    release(root);
}

// ntopenas ACCESS(hex) OPTIONS(hex) DISPOSITION [FOLDER] NAME: both functions, and NtOpenFile where the disposition is FILE_OPEN. The name
// "-" is none: the folder, or file, itself by its handle.
static void nt_open_as(int count, wchar_t **a)
{
    HANDLE root;
    OBJECT_PATH path;
    int is_nameless = count > 4 && !wcscmp(a[4], L"-");
    if (!object_at(count - 3, a + 3, &root, &path))
        return;
    if (is_nameless)
        path.attributes.ObjectName = NULL;
    ULONG access = wcstoul(a[0], NULL, 16), options = wcstoul(a[1], NULL, 16), disposition = (ULONG)_wtoi(a[2]);
    for (int is_open = 0; is_open <= (disposition == 1); is_open++)
    {
        HANDLE file = (HANDLE)(ULONG_PTR)0xdead;
        IO_STATUS_BLOCK io = { 0 };
        NTSTATUS status = is_open
            ? NtOpenFile(&file, access, &path.attributes, &io, SHARE_ALL, options)
            : NtCreateFile(&file, access, &path.attributes, &io, NULL, FILE_ATTRIBUTE_NORMAL, SHARE_ALL, disposition, options, NULL, 0);
        put_open(status, &io, file);
    }
    release(root);
}

static void put_basic(const BASIC_INFORMATION *info)
{
    printf(" attributes=%lx", info->FileAttributes);
    put_time("written", info->LastWriteTime);
    put_time("created", info->CreationTime);
    put_time("accessed", info->LastAccessTime);
    put_time("changed", info->ChangeTime);
}

static void nt_attributes(int count, wchar_t **a)
{
    HANDLE root;
    OBJECT_PATH path;
    BASIC_INFORMATION info;
    if (!object_at(count, a, &root, &path))
        return;
    NTSTATUS status = NtQueryAttributesFile(&path.attributes, &info);
    printf("status=%08lx", status);
    if (NT_SUCCESS(status))
        put_basic(&info);
    printf("\n");
    release(root);
}

static void nt_full_attributes(int count, wchar_t **a)
{
    HANDLE root;
    OBJECT_PATH path;
    NETWORK_OPEN_INFORMATION info;
    if (!object_at(count, a, &root, &path))
        return;
    NTSTATUS status = NtQueryFullAttributesFile(&path.attributes, &info);
    printf("status=%08lx", status);
    if (NT_SUCCESS(status))
    {
        printf(" attributes=%lx size=%lld allocated=%lld", info.FileAttributes, info.EndOfFile.QuadPart, info.AllocationSize.QuadPart);
        put_time("written", info.LastWriteTime);
        put_time("created", info.CreationTime);
        put_time("accessed", info.LastAccessTime);
        put_time("changed", info.ChangeTime);
    }
    printf("\n");
    release(root);
}

static void nt_delete(int count, wchar_t **a)
{
    HANDLE root;
    OBJECT_PATH path;
    if (!object_at(count, a, &root, &path))
        return;
    printf("status=%08lx\n", NtDeleteFile(&path.attributes));
    release(root);
}

// A handle that has been closed isn't a known folder any more, whatever its value is used for next.
static void stale_handle(int count, wchar_t **a)
{
    (void)count;
    HANDLE folder = open_folder(a[0]);
    printf("NtClose=%08lx", NtClose(folder));
    printf(" again=%08lx\n", NtClose(folder));
    OBJECT_PATH path;
    HANDLE file = NULL;
    IO_STATUS_BLOCK io = { 0 };
    make_object_path(&path, folder, a[1]);
    put_open(NtOpenFile(&file, FILE_READ_DATA | SYNCHRONIZE, &path.attributes, &io, SHARE_ALL, OPTIONS_ANY), &io, file);
}

// Folder, copy of the handle (closing the source or not), then an open relative to the copy.
static void duplicate(int count, wchar_t **a)
{
    ULONG options = DUPLICATE_SAME_ACCESS | (count > 2 && !wcscmp(a[2], L"closesource") ? DUPLICATE_CLOSE_SOURCE : 0);
    HANDLE folder = open_folder(a[0]), copy = NULL;
    if (folder == INVALID_HANDLE_VALUE)
    {
        printf("open of the folder: error %lu\n", GetLastError());
        return;
    }
    NTSTATUS status = NtDuplicateObject(GetCurrentProcess(), folder, GetCurrentProcess(), &copy, 0, 0, options);
    printf("duplicate=%08lx\n", status);
    if (!(options & DUPLICATE_CLOSE_SOURCE))
        printf("close source=%08lx\n", NtClose(folder));
    OBJECT_PATH path;
    HANDLE file = NULL;
    IO_STATUS_BLOCK io = { 0 };
    make_object_path(&path, copy, a[1]);
    put_open(NtOpenFile(&file, FILE_READ_DATA | SYNCHRONIZE, &path.attributes, &io, SHARE_ALL, OPTIONS_ANY), &io, file);
    printf("close copy=%08lx\n", NtClose(copy));
}

// ntshare ACCESS SHARE PATH ACCESS SHARE PATH: the second open while the first is there (hexadecimal), and once more when it's gone.
static void nt_share(int count, wchar_t **a)
{
    (void)count;
    HANDLE files[3] = { 0 };
    for (int i = 0; i < 3; i++)
    {
        wchar_t **open = i ? a + 3 : a;
        OBJECT_PATH path;
        IO_STATUS_BLOCK io = { 0 };
        if (!make_object_path(&path, NULL, open[2]))
            return;
        NTSTATUS status =
            NtOpenFile(&files[i], wcstoul(open[0], NULL, 16) | SYNCHRONIZE, &path.attributes, &io, wcstoul(open[1], NULL, 16), OPTIONS_ANY);
        printf(" open=%08lx", status);
        if (i && files[i])
            NtClose(files[i]);
        if (i == 1 && files[0])
            NtClose(files[0]);
    }
    printf("\n");
}

// FILE_STAT_INFORMATION by name, without an open (ntbyname [FOLDER] NAME).
static void nt_by_name(int count, wchar_t **a)
{
    NTSTATUS(NTAPI * query)(POBJECT_ATTRIBUTES, PIO_STATUS_BLOCK, PVOID, ULONG, ULONG) = (void *)newer_function("NtQueryInformationByName");
    HANDLE root;
    OBJECT_PATH path;
    IO_STATUS_BLOCK io = { 0 };
    struct
    {
        LARGE_INTEGER id, created, accessed, written, changed, allocated, size;
        ULONG attributes, tag, links, access;
    } stat;
    if (!query)
    {
        printf("not in this system\n");
        return;
    }
    if (!object_at(count, a, &root, &path))
        return;
    NTSTATUS status = query(&path.attributes, &io, &stat, sizeof stat, 68);
    printf("status=%08lx", status);
    if (NT_SUCCESS(status))
    {
        printf(" information=%llu attributes=%lx size=%lld links=%lu", (unsigned long long)io.Information, stat.attributes,
            stat.size.QuadPart, stat.attributes & 0x10 ? 0 : stat.links);
        put_time("written", stat.written);
    }
    printf("\n");
    release(root);
}

const COMMAND nt_commands[] = {
    { L"ntbyname", nt_by_name, 1, L"[FOLDER] NAME" },
    { L"ntopen", nt_open, 1, L"[FOLDER] NAME" },
    { L"ntcreate", nt_create, 3, L"DISPOSITION OPTIONS [FOLDER] NAME" },
    { L"ntopenas", nt_open_as, 4, L"ACCESS OPTIONS DISPOSITION [FOLDER] NAME" },
    { L"ntattributes", nt_attributes, 1, L"[FOLDER] NAME" },
    { L"ntfullattributes", nt_full_attributes, 1, L"[FOLDER] NAME" },
    { L"ntdelete", nt_delete, 1, L"[FOLDER] NAME" },
    { L"ntshare", nt_share, 6, L"ACCESS SHARE PATH ACCESS SHARE PATH" },
    { L"stale", stale_handle, 2, L"FOLDER NAME" },
    { L"duplicate", duplicate, 2, L"FOLDER NAME [closesource]" },
    { 0 },
};
