// Commands that change files: create, overwrite, append, delete, rename, copy, and through folders.
#include "probe.h"

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

static void put_result(const char *what, BOOL ok)
{
    DWORD error = GetLastError();
    if (ok)
        printf("%s: ok\n", what);
    else
        printf("%s: error %lu\n", what, error);
}

static void write_text(const wchar_t *path, const wchar_t *text, DWORD access, DWORD disposition)
{
    SetLastError(0);
    HANDLE file = CreateFileW(path, access, SHARE_ALL, NULL, disposition, FILE_ATTRIBUTE_NORMAL, NULL);
    DWORD error = GetLastError();
    if (file == INVALID_HANDLE_VALUE)
    {
        printf("CreateFileW: error %lu\n", error);
        return;
    }
    // ERROR_ALREADY_EXISTS is what tells a program that the file was there.
    printf("CreateFileW: ok, last error %lu\n", error);
    char bytes[1000];
    int size = snprintf(bytes, sizeof bytes, "%ls", text);
    DWORD written;
    if (size && !WriteFile(file, bytes, (DWORD)size, &written, NULL))
        put_result("WriteFile", FALSE);
    CloseHandle(file);
}

static void create_always(int n, wchar_t **a)
{
    (void)n;
    write_text(a[0], a[1], GENERIC_WRITE, CREATE_ALWAYS);
}
static void create_new(int n, wchar_t **a)
{
    (void)n;
    write_text(a[0], a[1], GENERIC_WRITE, CREATE_NEW);
}
static void open_always(int n, wchar_t **a)
{
    (void)n;
    write_text(a[0], a[1], GENERIC_WRITE, OPEN_ALWAYS);
}
static void truncate_existing(int n, wchar_t **a)
{
    (void)n;
    write_text(a[0], a[1], GENERIC_WRITE, TRUNCATE_EXISTING);
}
static void append(int n, wchar_t **a)
{
    (void)n;
    write_text(a[0], a[1], FILE_APPEND_DATA, OPEN_EXISTING);
}
static void delete_file(int n, wchar_t **a)
{
    (void)n;
    put_result("DeleteFileW", DeleteFileW(a[0]));
}
static void make_folder(int n, wchar_t **a)
{
    (void)n;
    put_result("CreateDirectoryW", CreateDirectoryW(a[0], NULL));
}
static void remove_folder(int n, wchar_t **a)
{
    (void)n;
    put_result("RemoveDirectoryW", RemoveDirectoryW(a[0]));
}
static void copy(int n, wchar_t **a)
{
    (void)n;
    put_result("CopyFileW", CopyFileW(a[0], a[1], FALSE));
}
static void rename_file(int n, wchar_t **a)
{
    (void)n;
    put_result("MoveFileExW", MoveFileExW(a[0], a[1], MOVEFILE_REPLACE_EXISTING));
}

static void delete_on_close(int n, wchar_t **a)
{
    (void)n;
    HANDLE file = CreateFileW(a[0], DELETE, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_DELETE_ON_CLOSE, NULL);
    put_result("CreateFileW", file != INVALID_HANDLE_VALUE);
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
}

static void move_file(int n, wchar_t **a)
{
    (void)n;
    put_result("MoveFileExW", MoveFileExW(a[0], a[1], 0));
}
static void replace_file(int n, wchar_t **a) { put_result("ReplaceFileW", ReplaceFileW(a[0], a[1], n > 2 ? a[2] : NULL, 0, NULL, NULL)); }
static void hard_link(int n, wchar_t **a)
{
    (void)n;
    put_result("CreateHardLinkW", CreateHardLinkW(a[0], a[1], NULL));
}

static HANDLE open_for_delete(const wchar_t *path)
{
    HANDLE file =
        CreateFileW(path, DELETE | SYNCHRONIZE | FILE_READ_ATTRIBUTES, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE)
        put_result("CreateFileW", FALSE);
    return file;
}

// ntrename CLASS FLAGS FILE NAME [FOLDER]: the name as it stands, or relative to a folder's handle.
static void nt_rename(int n, wchar_t **a)
{
    struct
    {
        ULONG flags;
        HANDLE root;
        ULONG length;
        wchar_t name[1000];
    } info;
    IO_STATUS_BLOCK io = { 0 };
    HANDLE file = open_for_delete(a[2]);
    if (file == INVALID_HANDLE_VALUE)
        return;
    memset(&info, 0, sizeof info);
    info.flags = (ULONG)_wtoi(a[1]);
    info.root = n > 4 ? open_folder(a[4]) : NULL;
    info.length = (ULONG)(wcslen(a[3]) * 2);
    wcscpy(info.name, a[3]);
    ULONG size = (ULONG)((char *)info.name - (char *)&info) + info.length;
    printf("status=%08lx\n",
        NtSetInformationFile(file, &io, &info, size < sizeof info ? size + 2 : size, (FILE_INFORMATION_CLASS)_wtoi(a[0])));
    if (info.root)
        CloseHandle(info.root);
    CloseHandle(file);
}

// ntdispose CLASS FLAGS PATH: marks for deletion through a handle.
static void nt_dispose(int n, wchar_t **a)
{
    (void)n;
    IO_STATUS_BLOCK io = { 0 };
    HANDLE file = open_for_delete(a[2]);
    if (file == INVALID_HANDLE_VALUE)
        return;
    int class = _wtoi(a[0]);
    ULONG flags = (ULONG)_wtoi(a[1]);
    printf("status=%08lx\n", NtSetInformationFile(file, &io, &flags, class == 13 ? 1 : 4, (FILE_INFORMATION_CLASS) class));
    CloseHandle(file);
}

// The attributes that a program may choose: read-only, hidden, system, archive (hexadecimal).
static void set_attributes(int n, wchar_t **a)
{
    (void)n;
    put_result("SetFileAttributesW", SetFileAttributesW(a[0], wcstoul(a[1], NULL, 16)));
}

// settime PATH SECONDS: the time of last change, in seconds after 2001-01-01.
static void set_time(int n, wchar_t **a)
{
    (void)n;
    HANDLE file = CreateFileW(a[0], FILE_WRITE_ATTRIBUTES, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE)
    {
        put_result("CreateFileW", FALSE);
        return;
    }
    ULONGLONG value = 126227808000000000ull + _wcstoui64(a[1], NULL, 10) * 10000000;
    FILETIME time = { (DWORD)value, (DWORD)(value >> 32) };
    put_result("SetFileTime", SetFileTime(file, NULL, NULL, &time));
    CloseHandle(file);
}

// lasttime PATH: the time of last change by the path, by a listing and by a handle, in seconds after 2001-01-01; "recent" after 2020.
static void last_time(int n, wchar_t **a)
{
    (void)n;
    WIN32_FILE_ATTRIBUTE_DATA data = { 0 };
    WIN32_FIND_DATAW found = { 0 };
    BY_HANDLE_FILE_INFORMATION information = { 0 };
    HANDLE file = CreateFileW(a[0], FILE_READ_ATTRIBUTES, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL),
           find = FindFirstFileW(a[0], &found);
    GetFileAttributesExW(a[0], GetFileExInfoStandard, &data);
    GetFileInformationByHandle(file, &information);
    CloseHandle(file);
    if (find != INVALID_HANDLE_VALUE)
        FindClose(find);
    FILETIME times[3] = { data.ftLastWriteTime, found.ftLastWriteTime, information.ftLastWriteTime };
    for (int i = 0; i < 3; i++)
    {
        ULONGLONG value = (ULONGLONG)times[i].dwHighDateTime << 32 | times[i].dwLowDateTime;
        const ULONGLONG year2001 = 126227808000000000ull, year2020 = 132223104000000000ull;
        if (value > year2020)
            printf("recent ");
        else
            printf("%lld ", ((long long)value - (long long)year2001) / 10000000);
    }
    printf("\n");
}

// setsize FILE BYTES: cuts or lengthens.
static void set_size(int n, wchar_t **a)
{
    (void)n;
    HANDLE file = CreateFileW(a[0], GENERIC_WRITE, SHARE_ALL, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
    {
        put_result("CreateFileW", FALSE);
        return;
    }
    SetFilePointer(file, _wtoi(a[1]), NULL, FILE_BEGIN);
    put_result("SetEndOfFile", SetEndOfFile(file));
    CloseHandle(file);
}

// mapwrite FILE OFFSET TEXT [closed|copy|grow]: through a view of the file. closed: file and section are closed before the view is written;
// copy: the view is this process's own copy, the file stays; grow: the section is one text longer than the file.
static void map_write(int n, wchar_t **a)
{
    const wchar_t *way = n > 3 ? a[3] : L"";
    int copies = !wcscmp(way, L"copy");
    HANDLE file = CreateFileW(a[0], GENERIC_READ | (copies ? 0 : GENERIC_WRITE), SHARE_ALL, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
    {
        put_result("CreateFileW", FALSE);
        return;
    }
    char bytes[1000];
    DWORD size = (DWORD)snprintf(bytes, sizeof bytes, "%ls", a[2]), whole = wcscmp(way, L"grow") ? 0 : GetFileSize(file, NULL) + size;
    HANDLE section = CreateFileMappingW(file, NULL, copies ? PAGE_WRITECOPY : PAGE_READWRITE, 0, whole, NULL);
    char *view = section ? MapViewOfFile(section, copies ? FILE_MAP_COPY : FILE_MAP_WRITE, 0, 0, 0) : NULL;
    put_result("MapViewOfFile", view != NULL);
    int early = !wcscmp(way, L"closed");
    if (early)
        CloseHandle(section), CloseHandle(file);
    if (view)
    {
        memcpy(view + _wtoi(a[1]), bytes, size);
        put_result("FlushViewOfFile", FlushViewOfFile(view, 0));
        UnmapViewOfFile(view);
    }
    if (!early)
        CloseHandle(section), CloseHandle(file);
}

const COMMAND write_commands[] = {
    { L"setattributes", set_attributes, 2, L"PATH ATTRIBUTES" },
    { L"settime", set_time, 2, L"PATH SECONDS" },
    { L"lasttime", last_time, 1, L"PATH" },
    { L"setsize", set_size, 2, L"FILE BYTES" },
    { L"mapwrite", map_write, 3, L"FILE OFFSET TEXT [closed|copy|grow]" },
    { L"create", create_always, 2, L"FILE TEXT" },
    { L"createnew", create_new, 2, L"FILE TEXT" },
    { L"openalways", open_always, 2, L"FILE TEXT" },
    { L"truncate", truncate_existing, 2, L"FILE TEXT" },
    { L"append", append, 2, L"FILE TEXT" },
    { L"delete", delete_file, 1, L"FILE" },
    { L"deleteonclose", delete_on_close, 1, L"FILE" },
    { L"mkdir", make_folder, 1, L"FOLDER" },
    { L"rmdir", remove_folder, 1, L"FOLDER" },
    { L"copy", copy, 2, L"FROM TO" },
    { L"rename", rename_file, 2, L"FROM TO" },
    { L"move", move_file, 2, L"FROM TO" },
    { L"replace", replace_file, 2, L"REPLACED REPLACEMENT [BACKUP]" },
    { L"link", hard_link, 2, L"NEW EXISTING" },
    { L"ntrename", nt_rename, 4, L"CLASS FLAGS FILE NAME [FOLDER]" },
    { L"ntdispose", nt_dispose, 3, L"CLASS FLAGS PATH" },
    { 0 },
};
