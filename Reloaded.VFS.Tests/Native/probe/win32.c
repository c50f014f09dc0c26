// Reading through the documented functions of Windows and of the C library.
#include "probe.h"

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

static int fail(const char *what)
{
    DWORD error = GetLastError();
    printf("%s: error %lu\n", what, error);
    return 0;
}

static LARGE_INTEGER from_filetime(FILETIME time)
{
    LARGE_INTEGER result = { .LowPart = time.dwLowDateTime, .HighPart = (LONG)time.dwHighDateTime };
    return result;
}

static void read_file(int count, wchar_t **a)
{
    (void)count;
    HANDLE file = CreateFileW(a[0], GENERIC_READ, SHARE_ALL, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
    {
        fail("CreateFileW");
        return;
    }
    put_handle_content(file);
    CloseHandle(file);
}

static void read_stdio(int count, wchar_t **a)
{
    (void)count;
    FILE *file = _wfopen(a[0], L"rb");
    if (!file)
    {
        printf("fopen: errno %d\n", errno);
        return;
    }
    static char buffer[1 << 20];
    size_t size = fread(buffer, 1, sizeof buffer, file);
    put_content(buffer, size);
    fclose(file);
}

static void file_information(int count, wchar_t **a)
{
    (void)count;
    BY_HANDLE_FILE_INFORMATION info;
    HANDLE file = CreateFileW(a[0], FILE_READ_ATTRIBUTES, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE)
    {
        fail("CreateFileW");
        return;
    }
    if (!GetFileInformationByHandle(file, &info))
        fail("GetFileInformationByHandle");
    else
    {
        printf("attributes=%lx size=%llu links=%lu", info.dwFileAttributes,
            (unsigned long long)info.nFileSizeHigh << 32 | info.nFileSizeLow, info.nNumberOfLinks);
        put_time("written", from_filetime(info.ftLastWriteTime));
        put_time("created", from_filetime(info.ftCreationTime));
        put_time("accessed", from_filetime(info.ftLastAccessTime));
        printf(" id=%08lx%08lx\n", info.nFileIndexHigh, info.nFileIndexLow);
    }
    CloseHandle(file);
}

static void attributes(int count, wchar_t **a)
{
    (void)count;
    SetLastError(0);
    DWORD value = GetFileAttributesW(a[0]);
    if (value == INVALID_FILE_ATTRIBUTES)
        fail("GetFileAttributesW");
    else
        printf("attributes=%lx\n", value);
}

static void attributes_ex(int count, wchar_t **a)
{
    (void)count;
    WIN32_FILE_ATTRIBUTE_DATA data;
    if (!GetFileAttributesExW(a[0], GetFileExInfoStandard, &data))
    {
        fail("GetFileAttributesExW");
        return;
    }
    printf("attributes=%lx size=%llu", data.dwFileAttributes, (unsigned long long)data.nFileSizeHigh << 32 | data.nFileSizeLow);
    put_time("written", from_filetime(data.ftLastWriteTime));
    put_time("created", from_filetime(data.ftCreationTime));
    put_time("accessed", from_filetime(data.ftLastAccessTime));
    printf("\n");
}

static void put_find_data(const WIN32_FIND_DATAW *data)
{
    printf("attributes=%lx size=%llu", data->dwFileAttributes, (unsigned long long)data->nFileSizeHigh << 32 | data->nFileSizeLow);
    put_time("written", from_filetime(data->ftLastWriteTime));
    put_time("created", from_filetime(data->ftCreationTime));
    put_time("accessed", from_filetime(data->ftLastAccessTime));
    printf(" short=");
    put_text(data->cAlternateFileName, wcslen(data->cAlternateFileName));
    printf(" name=");
    put_text(data->cFileName, wcslen(data->cFileName));
    printf("\n");
}

static void find_all(HANDLE find, WIN32_FIND_DATAW *data)
{
    if (find == INVALID_HANDLE_VALUE)
    {
        fail("FindFirstFile");
        return;
    }
    do
        put_find_data(data);
    while (FindNextFileW(find, data));
    fail("end");
    FindClose(find);
}

static void find(int count, wchar_t **a)
{
    (void)count;
    WIN32_FIND_DATAW data;
    find_all(FindFirstFileW(a[0], &data), &data);
}

// Only the names, folded: for comparisons in which their casing isn't the question.
static void find_names(int count, wchar_t **a)
{
    (void)count;
    WIN32_FIND_DATAW data;
    HANDLE find = FindFirstFileW(a[0], &data);
    if (find == INVALID_HANDLE_VALUE)
    {
        fail("FindFirstFileW");
        return;
    }
    do
    {
        CharUpperW(data.cFileName);
        put_text(data.cFileName, wcslen(data.cFileName));
        printf(" attributes=%lx size=%lu\n", data.dwFileAttributes, data.nFileSizeLow);
    } while (FindNextFileW(find, &data));
    FindClose(find);
}

static void find_ex(int count, wchar_t **a)
{
    (void)count;
    WIN32_FIND_DATAW data;
    memset(&data, 0, sizeof data);
    find_all(
        FindFirstFileExW(a[0], (FINDEX_INFO_LEVELS)_wtoi(a[1]), &data, (FINDEX_SEARCH_OPS)_wtoi(a[2]), NULL, (DWORD)_wtoi(a[3])), &data);
}

// Every folder below, each file's name, size and content.
static void walk(const wchar_t *folder, int depth)
{
    wchar_t pattern[1024];
    WIN32_FIND_DATAW data;
    swprintf(pattern, 1024, L"%ls\\*", folder);
    HANDLE find = FindFirstFileW(pattern, &data);
    if (find == INVALID_HANDLE_VALUE)
    {
        fail("FindFirstFileW");
        return;
    }
    do
    {
        if (!wcscmp(data.cFileName, L".") || !wcscmp(data.cFileName, L".."))
            continue;
        wchar_t path[1024];
        swprintf(path, 1024, L"%ls\\%ls", folder, data.cFileName);
        put_text(path, wcslen(path));
        if (data.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
        {
            printf("\\\n");
            if (depth < 16)
                walk(path, depth + 1);
        }
        else
        {
            printf(" ");
            wchar_t *arguments[] = { path };
            read_file(1, arguments);
        }
    } while (FindNextFileW(find, &data));
    FindClose(find);
}

static void tree(int count, wchar_t **a)
{
    (void)count;
    walk(a[0], 0);
}

// A section's hash without what the base address changes, which the system may choose anew for each process.
static uint64_t hash_section(const char *image, const IMAGE_NT_HEADERS *headers, const IMAGE_SECTION_HEADER *section)
{
    char *copy = malloc(section->SizeOfRawData + sizeof(ULONGLONG));
    memcpy(copy, image + section->VirtualAddress, section->SizeOfRawData);
    const IMAGE_DATA_DIRECTORY *directory = &headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_BASERELOC];
    for (DWORD at = 0; at < directory->Size;)
    {
        const IMAGE_BASE_RELOCATION *block = (const void *)(image + directory->VirtualAddress + at);
        const WORD *entries = (const WORD *)(block + 1);
        for (DWORD i = 0; i < (block->SizeOfBlock - sizeof *block) / sizeof *entries; i++)
        {
            DWORD place = block->VirtualAddress + (entries[i] & 0xfff) - section->VirtualAddress;
            if (entries[i] >> 12 == IMAGE_REL_BASED_DIR64 && place < section->SizeOfRawData)
                memset(copy + place, 0, sizeof(ULONGLONG));
        }
        if (!block->SizeOfBlock)
            break;
        at += block->SizeOfBlock;
    }
    uint64_t hash = fnv(FNV_START, copy, section->SizeOfRawData);
    free(copy);
    return hash;
}

static void map(int count, wchar_t **a)
{
    int image = count > 1 && !wcscmp(a[1], L"image");
    HANDLE file = CreateFileW(a[0], GENERIC_READ | (image ? GENERIC_EXECUTE : 0), SHARE_ALL, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
    {
        fail("CreateFileW");
        return;
    }
    HANDLE section = CreateFileMappingW(file, NULL, PAGE_READONLY | (image ? SEC_IMAGE : 0), 0, 0, NULL);
    void *view = section ? MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0) : NULL;
    if (!section)
        fail("CreateFileMappingW");
    else if (!view)
        fail("MapViewOfFile");
    else if (image)
    {
        IMAGE_NT_HEADERS *headers = (void *)((char *)view + ((IMAGE_DOS_HEADER *)view)->e_lfanew);
        printf("image sections=%u stamp=%lx size=%lx", headers->FileHeader.NumberOfSections, headers->FileHeader.TimeDateStamp,
            headers->OptionalHeader.SizeOfImage);
        // The last section that's readable as it stands on disk: the program's own data.
        IMAGE_SECTION_HEADER *sections = IMAGE_FIRST_SECTION(headers);
        for (int i = 0; i < headers->FileHeader.NumberOfSections; i++)
            if (!memcmp(sections[i].Name, ".rdata", 7))
                printf(" rdata=%016llx", (unsigned long long)hash_section(view, headers, &sections[i]));
        printf("\n");
    }
    else
        put_content(view, GetFileSize(file, NULL));
    if (view)
        UnmapViewOfFile(view);
    if (section)
        CloseHandle(section);
    CloseHandle(file);
}

static void load(int count, wchar_t **a)
{
    char name[100];
    snprintf(name, sizeof name, "%ls", count > 1 ? a[1] : L"answer");
    HMODULE module = LoadLibraryW(a[0]);
    if (!module)
    {
        fail("LoadLibraryW");
        return;
    }
    wchar_t path[1024];
    DWORD length = GetModuleFileNameW(module, path, 1024);
    printf("loaded ");
    put_text(path, length);
    int (*function)(void) = (int (*)(void))(void *)GetProcAddress(module, name);
    if (function)
        printf(" %s=%d\n", name, function());
    else
        fail("GetProcAddress");
    FreeLibrary(module);
}

static void change_directory(int count, wchar_t **a)
{
    (void)count;
    wchar_t path[1024];
    if (!SetCurrentDirectoryW(a[0]))
        fail("SetCurrentDirectoryW");
    DWORD length = GetCurrentDirectoryW(1024, path);
    printf("current=");
    put_text(path, length);
    printf("\n");
}

static void final_path(int count, wchar_t **a)
{
    (void)count;
    wchar_t path[1024];
    HANDLE file = CreateFileW(a[0], FILE_READ_ATTRIBUTES, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE)
    {
        fail("CreateFileW");
        return;
    }
    DWORD length = GetFinalPathNameByHandleW(file, path, 1024, 0);
    if (!length)
        fail("GetFinalPathNameByHandleW");
    else
    {
        put_text(path, length);
        printf("\n");
    }
    CloseHandle(file);
}

const COMMAND win32_commands[] = {
    { L"read", read_file, 1, L"FILE" },
    { L"fopen", read_stdio, 1, L"FILE" },
    { L"info", file_information, 1, L"PATH" },
    { L"attributes", attributes, 1, L"PATH" },
    { L"attributesex", attributes_ex, 1, L"PATH" },
    { L"find", find, 1, L"PATTERN" },
    { L"findnames", find_names, 1, L"PATTERN" },
    { L"findex", find_ex, 4, L"PATTERN LEVEL OPERATION FLAGS" },
    { L"tree", tree, 1, L"FOLDER" },
    { L"map", map, 1, L"FILE [image]" },
    { L"load", load, 1, L"DLL [EXPORT]" },
    { L"chdir", change_directory, 1, L"FOLDER" },
    { L"finalpath", final_path, 1, L"PATH" },
    { 0 },
};
