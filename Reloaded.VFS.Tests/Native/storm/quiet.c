// Checks, call by call, that the runtime in the DLL allocates nothing while the file system is used.
#include "storm.h"

static long long read_number(const char *name)
{
    static char text[1 << 16];
    if (vfs.describe(text, sizeof text) <= 0)
        return -1;
    const char *at = strstr(text, name);
    return at ? strtoll(at + strlen(name) + 2, NULL, 10) : -1;
}

// A name outside every target that the gate lets in, since it compares five bits of a character.
static const wchar_t *name_past_the_gate(void)
{
    static wchar_t name[MAX_PATH + 8];
    DWORD length = GetCurrentDirectoryW(MAX_PATH, name);
    name[length - 1] ^= 0x40;
    wcscpy(name + length, L"\\none");
    return name;
}

// Names with an 8.3 name in them: of files that have one, the whole path of one, and one that nothing has. And a name of which Wine may
// take a part only.
static wchar_t short_names[16][MAX_PATH];
static int short_count, found_count;

static void add_short_name(const wchar_t *name)
{
    if (wcschr(name, L'~') && short_count < 14)
        wcscpy(short_names[short_count++], name);
}

static void find_short_names(void)
{
    wchar_t name[MAX_PATH];
    for (int i = 0; i < manifest.count; i++)
    {
        WIN32_FIND_DATAW found;
        HANDLE search = manifest.entries[i].is_folder ? INVALID_HANDLE_VALUE : FindFirstFileW(manifest.entries[i].path, &found);
        if (search == INVALID_HANDLE_VALUE)
            continue;
        FindClose(search);
        wcscpy(name, manifest.entries[i].path);
        wcscpy(wcsrchr(name, L'\\') + 1, found.cAlternateFileName);
        if (found.cAlternateFileName[0])
            add_short_name(name);
    }
    if (GetShortPathNameW(manifest.entries[0].path, name, MAX_PATH))
        add_short_name(name);
    found_count = short_count;
    wcscpy(short_names[short_count++], L"Data\\NONE~1.TXT");
    wcscpy(short_names[short_count], L"Data\\");
    wmemset(short_names[short_count++] + 5, L'n', 120);
}

static void open_short_names(void)
{
    for (int i = 0; i < short_count; i++)
    {
        WIN32_FILE_ATTRIBUTE_DATA data;
        int is_found = GetFileAttributesExW(short_names[i], GetFileExInfoStandard, &data) != 0;
        HANDLE file = CreateFileW(short_names[i], GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
        if (is_found != (i < found_count) || (file != INVALID_HANDLE_VALUE) != is_found)
            report_failure(L"8.3 name", short_names[i], (uint64_t)is_found, i < found_count);
        CloseHandle(file);
    }
}

static void open_all(int rounds)
{
    const wchar_t *outside = name_past_the_gate();
    for (int round = 0; round < rounds; round++)
    {
        for (int i = 0; i < manifest.count; i++)
        {
            // Opens of three kinds, queries, and closes; listings are worked by others, and allocate what they fetch.
            if (!manifest.entries[i].is_folder)
                check_entry(&manifest.entries[i], (unsigned)(round % 3 == 2 ? 3 : round % 3 == 1 ? 2 : 0));
            WIN32_FILE_ATTRIBUTE_DATA data;
            GetFileAttributesExW(L"Data\\none", GetFileExInfoStandard, &data);
            GetFileAttributesExW(outside, GetFileExInfoStandard, &data);
        }
        open_short_names();
    }
}

// quiet ROUNDS: prints what ROUNDS over all files of the manifest allocated and how often a lock was waited for, less what asking costs.
int run_quiet(int count, wchar_t **a)
{
    (void)count;
    if (!vfs.describe)
        return 2;
    find_short_names();
    open_all(3);
    // Asking allocates too, and the same each time once it has been asked.
    for (int i = 0; i < 4; i++)
        read_number("\"threadAllocatedBytes\"");
    long long first = read_number("\"threadAllocatedBytes\""), second = read_number("\"threadAllocatedBytes\"");
    long long locks = read_number("\"lockContentions\""), third = read_number("\"threadAllocatedBytes\"");
    open_all(_wtoi(a[0]));
    long long fourth = read_number("\"threadAllocatedBytes\"");
    printf("asking %lld, working %lld, lock contentions %lld, 8.3 names %d\n", second - first, fourth - third - (second - first),
        read_number("\"lockContentions\"") - locks, found_count);
    return failures != 0;
}
