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
    }
}

// quiet ROUNDS: prints what ROUNDS over all files of the manifest allocated and how often a lock was waited for, less what asking costs.
int run_quiet(int count, wchar_t **a)
{
    (void)count;
    if (!vfs.describe)
        return 2;
    open_all(3);
    // Asking allocates too, and the same each time once it has been asked.
    for (int i = 0; i < 4; i++)
        read_number("\"allocatedBytes\"");
    long long first = read_number("\"allocatedBytes\""), second = read_number("\"allocatedBytes\"");
    long long locks = read_number("\"lockContentions\""), third = read_number("\"allocatedBytes\"");
    open_all(_wtoi(a[0]));
    long long fourth = read_number("\"allocatedBytes\"");
    printf("asking %lld, working %lld, lock contentions %lld\n", second - first, fourth - third - (second - first),
        read_number("\"lockContentions\"") - locks);
    return 0;
}
