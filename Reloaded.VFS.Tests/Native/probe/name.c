// The names and volumes that handles and mappings report.
#include "probe.h"
#include <psapi.h>

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

void *NTAPI RtlGetCurrentPeb(void);
NTSTATUS NTAPI NtQueryVirtualMemory(HANDLE, PVOID, int, PVOID, SIZE_T, SIZE_T *);
NTSTATUS NTAPI NtQueryVolumeInformationFile(HANDLE, PIO_STATUS_BLOCK, PVOID, ULONG, FS_INFORMATION_CLASS);

static HANDLE open_any(const wchar_t *path)
{
    HANDLE file = CreateFileW(
        path, FILE_READ_DATA | FILE_READ_ATTRIBUTES | SYNCHRONIZE, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE)
        printf("CreateFileW: error %lu\n", GetLastError());
    return file;
}

static void put_words(const char *label, const wchar_t *text, size_t length)
{
    printf("%s=", label);
    put_text(text, length);
    printf("\n");
}

void put_names(HANDLE file)
{
    static const struct
    {
        const char *label;
        DWORD flags;
    } forms[] = {
        { "dos", 0 },
        { "none", 4 },
        { "nt", 2 },
        { "guid", 1 },
        { "opened", 8 },
        { "opened none", 12 },
    };
    static wchar_t text[40000];
    for (int i = 0; i < 6; i++)
    {
        DWORD length = GetFinalPathNameByHandleW(file, text, 40000, forms[i].flags);
        if (length)
            put_words(forms[i].label, text, length);
        else
            printf("%s: error %lu\n", forms[i].label, GetLastError());
    }
    static union
    {
        UNICODE_STRING name;
        FILE_NAME_INFORMATION file;
        char bytes[80000];
    } buffer;
    ULONG needed = 0;
    NTSTATUS status = NtQueryObject(file, 1, &buffer, sizeof buffer, &needed);
    printf("object status=%08lx needed=%lu length=%u maximum=%u ", status, needed, buffer.name.Length, buffer.name.MaximumLength);
    put_words("name", buffer.name.Buffer, buffer.name.Length / 2);
    static const int classes[] = { 9, 48, 18, 58 };
    for (int i = 0; i < 4; i++)
    {
        IO_STATUS_BLOCK io = { 0 };
        status = NtQueryInformationFile(file, &io, &buffer, sizeof buffer, (FILE_INFORMATION_CLASS)classes[i]);
        printf("class=%d status=%08lx", classes[i], status);
        if (NT_SUCCESS(status))
        {
            FILE_NAME_INFORMATION *name = (void *)(buffer.bytes + (classes[i] == 18 ? 96 : 0));
            printf(" io=%lx information=%llu length=%lu ", io.Status, (unsigned long long)io.Information, name->FileNameLength);
            put_words("name", name->FileName, name->FileNameLength / 2);
        }
        else
            printf("\n");
    }
    if (GetFileInformationByHandleEx(file, FileNameInfo, &buffer, sizeof buffer))
        put_words("FileNameInfo", buffer.file.FileName, buffer.file.FileNameLength / 2);
    else
        printf("FileNameInfo: error %lu\n", GetLastError());
}

static void names(int count, wchar_t **a)
{
    (void)count;
    HANDLE file = open_any(a[0]);
    if (file == INVALID_HANDLE_VALUE)
        return;
    put_names(file);
    CloseHandle(file);
}

// Of a copy of the handle, after the first is closed.
static void duplicate_names(int count, wchar_t **a)
{
    (void)count;
    HANDLE file = open_any(a[0]), copy = NULL;
    if (file == INVALID_HANDLE_VALUE)
        return;
    DuplicateHandle(GetCurrentProcess(), file, GetCurrentProcess(), &copy, 0, FALSE, DUPLICATE_SAME_ACCESS);
    CloseHandle(file);
    put_names(copy);
    CloseHandle(copy);
}

// Every size of buffer about the ones that matter: what is written is compared with the whole name.
static void name_sizes(int count, wchar_t **a)
{
    (void)count;
    HANDLE file = open_any(a[0]);
    if (file == INVALID_HANDLE_VALUE)
        return;
    int class = _wtoi(a[1]), header = class == 18 ? 100 : 4;
    static char whole[80000], part[80000];
    IO_STATUS_BLOCK io = { 0 };
    NTSTATUS status = NtQueryInformationFile(file, &io, whole, sizeof whole, (FILE_INFORMATION_CLASS) class);
    printf("whole status=%08lx\n", status);
    ULONG needed = NT_SUCCESS(status) ? header + *(ULONG *)(whole + header - 4) : 0;
    ULONG sizes[] = { 0, 1, 3, 4, 6, 8, 9, 10, 12, 16, 96, 100, 103, 104, 105, 106, 110, needed - 3, needed - 2, needed - 1, needed,
        needed + 1, needed + 2, needed + 100 };
    for (size_t i = 0; needed && i < sizeof sizes / sizeof *sizes; i++)
    {
        memset(part, 0x55, sizeof part);
        io.Status = (NTSTATUS)0x77777777;
        io.Information = 0x7777;
        status = NtQueryInformationFile(file, &io, part, sizes[i], (FILE_INFORMATION_CLASS) class);
        printf("size=%d status=%08lx", sizes[i] > 110 ? (int)(sizes[i] - needed) + 1000 : (int)sizes[i], status);
        if (!NT_ERROR(status))
        {
            size_t room = sizes[i] - (size_t)header, same = 0;
            while (same < room && same < needed - (size_t)header && part[(size_t)header + same] == whole[(size_t)header + same])
                same++;
            printf(" io=%lx information=%lld length=%lld written=%lld beyond=%d", io.Status,
                (long long)io.Information - (io.Information > 110 ? (long long)needed : 0),
                (long long)*(ULONG *)(part + header - 4) + header - needed, (long long)(same > 110 ? same - needed : same),
                part[sizes[i]] != 0x55);
        }
        printf("\n");
    }
    CloseHandle(file);
}

static void object_sizes(int count, wchar_t **a)
{
    (void)count;
    HANDLE file = open_any(a[0]);
    if (file == INVALID_HANDLE_VALUE)
        return;
    static union
    {
        UNICODE_STRING name;
        char bytes[80000];
    } whole, part;
    ULONG needed = 0;
    NtQueryObject(file, 1, &whole, sizeof whole, &needed);
    ULONG sizes[] = { 0, 1, 8, 15, 16, 17, 18, 20, needed - 4, needed - 3, needed - 2, needed - 1, needed, needed + 1, needed + 50 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    {
        memset(&part, 0x55, sizeof part);
        ULONG got = 0x7777;
        NTSTATUS status = NtQueryObject(file, 1, &part, sizes[i], i % 2 ? &got : NULL);
        printf("size=%d status=%08lx", sizes[i] > 20 ? (int)(sizes[i] - needed) + 1000 : (int)sizes[i], status);
        if (i % 2)
            printf(" needed=%d", (int)(got - needed));
        if (NT_SUCCESS(status))
            printf(" same=%d behind=%d",
                part.name.Length == whole.name.Length && part.name.Buffer == (wchar_t *)(part.bytes + 16)
                    && !memcmp(part.bytes + 16, whole.bytes + 16, whole.name.Length + 2u),
                part.bytes[sizes[i]] != 0x55);
        printf("\n");
    }
    printf("null buffer: %08lx\n", NtQueryObject(file, 1, NULL, 0, &needed));
    CloseHandle(file);
}

static void mapped_name(int count, wchar_t **a)
{
    int image = count > 1 && !wcscmp(a[1], L"image");
    HANDLE file = CreateFileW(a[0], GENERIC_READ | (image ? GENERIC_EXECUTE : 0), SHARE_ALL, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
    {
        printf("CreateFileW: error %lu\n", GetLastError());
        return;
    }
    HANDLE section = CreateFileMappingW(file, NULL, PAGE_READONLY | (image ? SEC_IMAGE : 0), 0, 0, NULL);
    void *view = section ? MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0) : NULL;
    CloseHandle(file);
    if (!view)
    {
        printf("no view: error %lu\n", GetLastError());
        return;
    }
    wchar_t text[2000];
    DWORD length = K32GetMappedFileNameW(GetCurrentProcess(), view, text, 2000);
    if (length)
        put_words("mapped", text, length);
    else
        printf("mapped: error %lu\n", GetLastError());
    static union
    {
        UNICODE_STRING name;
        char bytes[80000];
    } buffer;
    SIZE_T needed = 0, got;
    NTSTATUS status = NtQueryVirtualMemory(GetCurrentProcess(), view, 2, &buffer, sizeof buffer, &needed);
    printf("status=%08lx length=%u\n", status, buffer.name.Length);
    SIZE_T sizes[] = { 0, 8, 15, 16, 17, 20, needed - 2, needed - 1, needed, needed + 1 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    {
        got = 0;
        status = NtQueryVirtualMemory(GetCurrentProcess(), view, 2, &buffer, sizes[i], &got);
        printf("size=%d status=%08lx needed=%d\n", sizes[i] > 20 ? (int)(sizes[i] - needed) + 1000 : (int)sizes[i], status,
            got ? (int)(got - needed) : 1);
    }
    UnmapViewOfFile(view);
    CloseHandle(section);
}

// Whether a file's volume is that of the folder that it's seen in.
static void volume(int count, wchar_t **a)
{
    (void)count;
    HANDLE file = open_any(a[0]), root = open_any(a[1]);
    if (file == INVALID_HANDLE_VALUE || root == INVALID_HANDLE_VALUE)
        return;
    static const int classes[] = { 1, 3, 5, 7 };
    for (int i = 0; i < 4; i++)
    {
        char left[1000] = { 0 }, right[1000] = { 0 };
        IO_STATUS_BLOCK io = { 0 };
        NTSTATUS a_status = NtQueryVolumeInformationFile(file, &io, left, sizeof left, (FS_INFORMATION_CLASS)classes[i]);
        NTSTATUS b_status = NtQueryVolumeInformationFile(root, &io, right, sizeof right, (FS_INFORMATION_CLASS)classes[i]);
        // Free space changes while others write.
        int same = classes[i] == 3 || classes[i] == 7 ? !memcmp(left, right, 8) : !memcmp(left, right, sizeof left);
        printf("class=%d status=%08lx %08lx same=%d\n", classes[i], a_status, b_status, same);
    }
    BY_HANDLE_FILE_INFORMATION x, y;
    if (GetFileInformationByHandle(file, &x) && GetFileInformationByHandle(root, &y))
        printf("serial same=%d\n", x.dwVolumeSerialNumber == y.dwVolumeSerialNumber);
    CloseHandle(file);
    CloseHandle(root);
}

// A file by its 8.3 name, every name on the way too.
static void read_short(int count, wchar_t **a)
{
    (void)count;
    wchar_t path[1024];
    DWORD length = GetShortPathNameW(a[0], path, 1024);
    if (!length || length >= 1024)
    {
        printf("GetShortPathNameW: error %lu\n", GetLastError());
        return;
    }
    printf("differs=%d ", _wcsicmp(path, a[0]) != 0);
    HANDLE file = CreateFileW(path, GENERIC_READ, SHARE_ALL, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
    {
        printf("CreateFileW: error %lu\n", GetLastError());
        return;
    }
    put_handle_content(file);
    CloseHandle(file);
}

static uint64_t hash_of(const wchar_t *path)
{
    char text[4096];
    DWORD bytes = 0;
    HANDLE file = CreateFileW(path, GENERIC_READ, SHARE_ALL, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 0;
    ReadFile(file, text, sizeof text, &bytes, NULL);
    CloseHandle(file);
    return fnv(FNV_START, text, bytes);
}

// The path with the 8.3 names of those levels whose bit is set.
static void mix(wchar_t *mixed, const wchar_t *path, const wchar_t *brief, unsigned levels)
{
    for (unsigned level = 1; *path || *brief; level <<= 1)
    {
        const wchar_t *from = levels & level ? brief : path;
        size_t length = wcscspn(from, L"\\");
        memcpy(mixed, from, length * sizeof(wchar_t));
        mixed += length;
        path += wcscspn(path, L"\\");
        brief += wcscspn(brief, L"\\");
        if (*path && *brief)
        {
            *mixed++ = *path++;
            brief++;
        }
    }
    *mixed = 0;
}

// Reads a file by paths of which one name is short, all but one, and every second: all are the file.
static void read_mixed(int count, wchar_t **a)
{
    (void)count;
    wchar_t path[1024], brief[1024], mixed[2048];
    uint64_t content = hash_of(a[0]);
    if (!GetFullPathNameW(a[0], 1024, path, NULL) || !GetShortPathNameW(path, brief, 1024))
    {
        printf("GetShortPathNameW: error %lu\n", GetLastError());
        return;
    }
    unsigned tried = 0, wrong = 0, most = 1;
    for (const wchar_t *at = path; *at; at++)
        most <<= *at == L'\\';
    for (unsigned level = 1; level <= most; level <<= 1)
    {
        const unsigned ways[] = { level, ~level, 0x55555555, 0xaaaaaaaa };
        for (int i = 0; i < 4; i++)
        {
            mix(mixed, path, brief, ways[i]);
            tried += _wcsicmp(mixed, path) != 0;
            wrong += !content || hash_of(mixed) != content;
        }
    }
    printf("mixed names: %s, %s\n", tried ? "tried" : "none", wrong ? "wrong" : "all the file");
}

static void nt_read(HANDLE root, wchar_t *name)
{
    HANDLE file = NULL;
    UNICODE_STRING text = { (USHORT)(wcslen(name) * 2), (USHORT)(wcslen(name) * 2), name };
    OBJECT_ATTRIBUTES attributes;
    IO_STATUS_BLOCK io = { 0 };
    InitializeObjectAttributes(&attributes, &text, OBJ_CASE_INSENSITIVE, root, NULL);
    NTSTATUS status = NtOpenFile(&file, FILE_READ_DATA | FILE_READ_ATTRIBUTES | SYNCHRONIZE, &attributes, &io, SHARE_ALL, 0x60);
    printf("status=%08lx", status);
    if (NT_SUCCESS(status))
    {
        printf(" ");
        put_handle_content(file);
        CloseHandle(file);
    }
    else
        printf("\n");
}

// A file by an NT name as it stands.
static void read_raw(int count, wchar_t **a)
{
    (void)count;
    nt_read(NULL, a[0]);
}

// Relative to the handle of the current directory that the process has itself.
static void read_from_current(int count, wchar_t **a)
{
    (void)count;
    // PEB.ProcessParameters, RTL_USER_PROCESS_PARAMETERS.CurrentDirectory.Handle
    char *parameters = *(char **)((char *)RtlGetCurrentPeb() + (sizeof(void *) == 8 ? 0x20 : 0x10));
    nt_read(*(HANDLE *)(parameters + (sizeof(void *) == 8 ? 0x48 : 0x2C)), a[0]);
}

// Relative to a copy of a folder's handle, after the first is closed.
static void read_from_copy(int count, wchar_t **a)
{
    (void)count;
    HANDLE folder = open_folder(a[0]), copy = NULL;
    DuplicateHandle(GetCurrentProcess(), folder, GetCurrentProcess(), &copy, 0, FALSE, DUPLICATE_SAME_ACCESS);
    CloseHandle(folder);
    nt_read(copy, a[1]);
    CloseHandle(copy);
}

// The number stands for a handle that the process was started with: a folder's.
static void read_from_inherited(int count, wchar_t **a)
{
    (void)count;
    static wchar_t number[32];
    if (!GetEnvironmentVariableW(L"PROBE_HANDLE", number, 32))
    {
        printf("no handle\n");
        return;
    }
    nt_read((HANDLE)(ULONG_PTR)wcstoull(number, NULL, 10), a[0]);
}

static LARGE_INTEGER kept_id;

// keepid FILE: for openid, which comes when the file may not be seen any more.
static void keep_id(int count, wchar_t **a)
{
    (void)count;
    HANDLE file = open_any(a[0]);
    IO_STATUS_BLOCK io = { 0 };
    if (file == INVALID_HANDLE_VALUE)
        return;
    printf("id status=%08lx\n", NtQueryInformationFile(file, &io, &kept_id, sizeof kept_id, (FILE_INFORMATION_CLASS)6));
    CloseHandle(file);
}

// openid FOLDER [TEXT]: the file of keepid by its id, relative to the handle of its folder; TEXT is appended to it.
static void open_id(int count, wchar_t **a)
{
    HANDLE root = open_any(a[0]), opened = NULL;
    if (root == INVALID_HANDLE_VALUE)
        return;
    IO_STATUS_BLOCK io = { 0 };
    UNICODE_STRING name = { sizeof kept_id, sizeof kept_id, (wchar_t *)&kept_id };
    OBJECT_ATTRIBUTES attributes;
    InitializeObjectAttributes(&attributes, &name, 0, root, NULL);
    ACCESS_MASK access = FILE_READ_DATA | FILE_READ_ATTRIBUTES | SYNCHRONIZE | (count > 1 ? FILE_APPEND_DATA : 0);
    NTSTATUS status = NtOpenFile(&opened, access, &attributes, &io, SHARE_ALL, 0x2020);
    printf("open status=%08lx", status);
    if (NT_SUCCESS(status))
    {
        char text[100];
        DWORD written = 0;
        if (count > 1)
        {
            WriteFile(opened, text, (DWORD)snprintf(text, sizeof text, "%ls", a[1]), &written, NULL);
            SetFilePointer(opened, 0, NULL, FILE_BEGIN);
        }
        printf(" ");
        put_handle_content(opened);
        CloseHandle(opened);
    }
    else
        printf("\n");
    CloseHandle(root);
}

// byid FILE FOLDER
static void by_id(int count, wchar_t **a)
{
    (void)count;
    keep_id(1, a);
    open_id(1, a + 1);
}

const COMMAND name_commands[] = {
    { L"names", names, 1, L"PATH" },
    { L"dupnames", duplicate_names, 1, L"PATH" },
    { L"namesizes", name_sizes, 2, L"PATH CLASS" },
    { L"objectsizes", object_sizes, 1, L"PATH" },
    { L"mappedname", mapped_name, 1, L"FILE [image]" },
    { L"readshort", read_short, 1, L"FILE" },
    { L"readmixed", read_mixed, 1, L"FILE" },
    { L"readraw", read_raw, 1, L"NTNAME" },
    { L"readfromcwd", read_from_current, 1, L"NAME" },
    { L"readfromcopy", read_from_copy, 2, L"FOLDER NAME" },
    { L"readinherited", read_from_inherited, 1, L"NAME" },
    { L"keepid", keep_id, 1, L"FILE" },
    { L"openid", open_id, 1, L"FOLDER [TEXT]" },
    { L"byid", by_id, 2, L"FILE FOLDER" },
    { L"volume", volume, 2, L"PATH FOLDER" },
    { 0 },
};
