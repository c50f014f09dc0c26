// Weighs the DLL in a program of its own: what the process takes before a start and after it, and how long its first opens take.
//
//   weight DLL FILE...
#include "native.h"
#include "late.h"

#include <psapi.h>

static double now(void)
{
    LARGE_INTEGER frequency, count;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    return (double)count.QuadPart * 1e9 / (double)frequency.QuadPart;
}

// Addresses that aren't free, and of these images, mapped files and private memory; then bytes in memory.
static void print_weight(const char *when)
{
    MEMORY_BASIC_INFORMATION region;
    unsigned long long taken = 0, images = 0, mapped = 0;
    for (char *at = NULL; VirtualQuery(at, &region, sizeof region) == sizeof region; at = (char *)region.BaseAddress + region.RegionSize)
    {
        taken += region.State == MEM_FREE ? 0 : region.RegionSize;
        images += region.Type == MEM_IMAGE ? region.RegionSize : 0;
        mapped += region.Type == MEM_MAPPED ? region.RegionSize : 0;
    }
    PROCESS_MEMORY_COUNTERS memory = { .cb = sizeof memory };
    K32GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory);
    printf("%s\t%llu\t%llu\t%llu\t%llu\t%llu\n", when, taken, images, mapped, taken - images - mapped,
        (unsigned long long)memory.WorkingSetSize);
}

static void describe(const wchar_t *library)
{
    static char text[1 << 16];
    HMODULE vfs = GetModuleHandleW(library);
    int (*ask)(char *, unsigned) = vfs ? (int (*)(char *, unsigned))(void *)GetProcAddress(vfs, "rvfs_describe") : NULL;
    if (ask && ask(text, sizeof text) > 0)
        printf("describe\n%s\ndescribed\n", text);
}

// The nanoseconds of the first attributes, open, listing and close of a name.
static void print_calls(const wchar_t *name)
{
    wchar_t pattern[MAX_PATH + 2];
    double began = now();
    DWORD attributes = GetFileAttributesW(name);
    double asked = now();
    HANDLE file = CreateFileW(name, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    double opened = now();
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
    double closed = now();
    WIN32_FIND_DATAW found;
    wcscpy(pattern, name);
    wchar_t *end = wcsrchr(pattern, L'\\');
    wcscpy(end ? end + 1 : pattern, L"*");
    double listing = now();
    HANDLE find = FindFirstFileW(pattern, &found);
    if (find != INVALID_HANDLE_VALUE)
        FindClose(find);
    double listed = now();
    printf("calls\t%s\t%.0f\t%.0f\t%.0f\t%.0f\n", attributes == INVALID_FILE_ATTRIBUTES ? "missing" : "there", asked - began,
        opened - asked, closed - opened, listed - listing);
}

int wmain(int count, wchar_t **arguments)
{
    if (count < 2)
        return 2;
    // What a game with a window has anyway, and CoreCLR imports.
    LoadLibraryW(L"user32.dll");
    LoadLibraryW(L"oleaut32.dll");
    print_weight("before");
    double began = now();
    int started = start_late(arguments[1]);
    printf("started\t%.0f\n", now() - began);
    print_weight("after");
    for (int round = 0; started && round < 2; round++)
        for (int i = 2; i < count; i++)
            print_calls(arguments[i]);
    describe(arguments[1]);
    return started ? 0 : 3;
}
