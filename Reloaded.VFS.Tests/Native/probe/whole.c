// Changes of whole folders, as by programs that copy if a rename is refused, and listings of whole trees.
#include "probe.h"

static DWORD attributes_of(const wchar_t *path) { return GetFileAttributesW(path); }

int is_folder(const wchar_t *path)
{
    DWORD attributes = attributes_of(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

static int is_special(const wchar_t *name) { return !wcscmp(name, L".") || !wcscmp(name, L".."); }

// The whole path, without the prefix that the path may have been given with.
static void get_full(const wchar_t *path, wchar_t full[2048])
{
    int has_prefix = !wcsncmp(path, L"\\\\?\\", 4) || !wcsncmp(path, L"\\\\.\\", 4);
    GetFullPathNameW(has_prefix ? path + 4 : path, 2048, full, NULL);
}

// Whether one path is another, or below it, in any letter case.
static int is_below(const wchar_t *path, const wchar_t *folder)
{
    wchar_t below[2048], above[2048];
    get_full(path, below);
    get_full(folder, above);
    size_t length = wcslen(above);
    return wcslen(below) >= length && CompareStringOrdinal(below, (int)length, above, (int)length, TRUE) == CSTR_EQUAL
        && (!below[length] || below[length] == L'\\');
}

static int is_dotted(const wchar_t *path)
{
    const wchar_t *slash = wcsrchr(path, L'/'), *name = wcsrchr(path, L'\\');
    name = slash > name ? slash : name;
    return *(name ? name + 1 : path) == L'.';
}

// Under Wine every dotted name is hidden, by its name alone: a folder that is renamed doesn't take that along, so neither does a copy.
static void copy_attributes(const wchar_t *from, const wchar_t *to)
{
    DWORD has = attributes_of(to), differs = has ^ attributes_of(from);
    int is_wine = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != NULL;
    if (is_wine && (is_dotted(from) || is_dotted(to)))
        differs &= ~(DWORD)FILE_ATTRIBUTE_HIDDEN;
    if (differs)
        SetFileAttributesW(to, has ^ differs);
}

static int copy_folder(const wchar_t *from, const wchar_t *to)
{
    wchar_t pattern[2048], below[2048], other[2048];
    WIN32_FIND_DATAW found;
    if (!CreateDirectoryW(to, NULL))
    {
        printf("error %lu\n", GetLastError());
        return 0;
    }
    swprintf(pattern, 2048, L"%ls\\*", from);
    HANDLE search = FindFirstFileW(pattern, &found);
    for (BOOL more = search != INVALID_HANDLE_VALUE; more; more = FindNextFileW(search, &found))
    {
        if (is_special(found.cFileName))
            continue;
        swprintf(below, 2048, L"%ls\\%ls", from, found.cFileName);
        swprintf(other, 2048, L"%ls\\%ls", to, found.cFileName);
        if (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
            copy_folder(below, other);
        else if (!CopyFileW(below, other, TRUE))
            printf("copy: error %lu\n", GetLastError());
    }
    FindClose(search);
    copy_attributes(from, to);
    return 1;
}

static void remove_folder(const wchar_t *folder)
{
    wchar_t pattern[2048], below[2048];
    WIN32_FIND_DATAW found;
    swprintf(pattern, 2048, L"%ls\\*", folder);
    HANDLE search = FindFirstFileW(pattern, &found);
    for (BOOL more = search != INVALID_HANDLE_VALUE; more; more = FindNextFileW(search, &found))
    {
        swprintf(below, 2048, L"%ls\\%ls", folder, found.cFileName);
        if (is_special(found.cFileName))
            continue;
        if (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
        {
            remove_folder(below);
            continue;
        }
        if (found.dwFileAttributes & FILE_ATTRIBUTE_READONLY)
            SetFileAttributesW(below, FILE_ATTRIBUTE_NORMAL);
        if (!DeleteFileW(below))
            printf("delete: error %lu\n", GetLastError());
    }
    FindClose(search);
    SetFileAttributesW(folder, FILE_ATTRIBUTE_NORMAL);
    if (!RemoveDirectoryW(folder))
        printf("remove: error %lu\n", GetLastError());
}

// moveall FROM TO FLAGS(hex): MoveFileEx. A folder that isn't renamed since it lies on several devices is copied and removed; none is
// moved into itself, or onto what is there.
static void move_all(int count, wchar_t **a)
{
    (void)count;
    int folder = is_folder(a[0]);
    if (folder && (is_below(a[1], a[0]) || attributes_of(a[1]) != INVALID_FILE_ATTRIBUTES))
    {
        printf("not moved\n");
        return;
    }
    DWORD flags = wcstoul(a[2], NULL, 16);
    if (MoveFileExW(a[0], a[1], folder ? flags & ~(DWORD)MOVEFILE_COPY_ALLOWED : flags))
    {
        printf("moved\n");
        return;
    }
    DWORD error = GetLastError();
    if (!folder || error != ERROR_NOT_SAME_DEVICE)
        printf("error %lu\n", error);
    else if (copy_folder(a[0], a[1]))
    {
        remove_folder(a[0]);
        printf("moved\n");
    }
}

static void walk(const wchar_t *folder, int depth)
{
    wchar_t pattern[2048], path[2048];
    WIN32_FIND_DATAW data;
    swprintf(pattern, 2048, L"%ls\\*", folder);
    HANDLE find = FindFirstFileW(pattern, &data);
    if (find == INVALID_HANDLE_VALUE)
    {
        printf("FindFirstFileW: error %lu\n", GetLastError());
        return;
    }
    do
    {
        if (is_special(data.cFileName))
            continue;
        swprintf(path, 2048, L"%ls\\%ls", folder, data.cFileName);
        put_text(path, wcslen(path));
        LARGE_INTEGER written = { .LowPart = data.ftLastWriteTime.dwLowDateTime, .HighPart = (LONG)data.ftLastWriteTime.dwHighDateTime };
        printf(" attributes=%lx", data.dwFileAttributes);
        put_time("written", written);
        if (data.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
        {
            printf("\n");
            if (depth < 16)
                walk(path, depth + 1);
            continue;
        }
        HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
        if (file == INVALID_HANDLE_VALUE)
        {
            printf(" CreateFileW: error %lu\n", GetLastError());
            continue;
        }
        printf(" ");
        put_handle_content(file);
        CloseHandle(file);
    } while (FindNextFileW(find, &data));
    FindClose(find);
}

// treeall FOLDER: every name in it with attributes, time of last change, and content.
static void tree_all(int count, wchar_t **a)
{
    (void)count;
    walk(a[0], 0);
}

const COMMAND whole_commands[] = {
    { L"moveall", move_all, 3, L"FROM TO FLAGS" },
    { L"treeall", tree_all, 1, L"FOLDER" },
    { 0 },
};
