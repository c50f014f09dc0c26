// Prints the process's memory use at the program's first line.
#include "storm.h"
#include <psapi.h>
#include <tlhelp32.h>

static int count_threads(void)
{
    HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
    THREADENTRY32 entry = { .dwSize = sizeof entry };
    int threads = 0;
    for (BOOL more = Thread32First(snapshot, &entry); more; more = Thread32Next(snapshot, &entry))
        threads += entry.th32OwnerProcessID == GetCurrentProcessId();
    CloseHandle(snapshot);
    return threads;
}

// Regions that can be written and run at once, those of them that are in images, and the size of the others.
static void print_writable_code(void)
{
    MEMORY_BASIC_INFORMATION region;
    int regions = 0, in_images = 0;
    size_t bytes = 0;
    for (char *at = NULL; VirtualQuery(at, &region, sizeof region) == sizeof region; at = (char *)region.BaseAddress + region.RegionSize)
    {
        if (region.State != MEM_COMMIT || !(region.Protect & (PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY)))
            continue;
        regions++;
        in_images += region.Type == MEM_IMAGE;
        bytes += region.Type == MEM_IMAGE ? 0 : region.RegionSize;
    }
    printf("writable code %d, in images %d, %zu bytes elsewhere\n", regions, in_images, bytes);
}

// footprint: milliseconds since the process was made, private bytes, working set, threads; and what the DLL says of itself.
int run_footprint(int count, wchar_t **a)
{
    (void)count;
    (void)a;
    FILETIME made, exited, kernel, user, now;
    GetProcessTimes(GetCurrentProcess(), &made, &exited, &kernel, &user);
    GetSystemTimePreciseAsFileTime(&now);
    long long age =
        (((long long)now.dwHighDateTime << 32) + now.dwLowDateTime) - (((long long)made.dwHighDateTime << 32) + made.dwLowDateTime);
    PROCESS_MEMORY_COUNTERS_EX memory = { .cb = sizeof memory };
    K32GetProcessMemoryInfo(GetCurrentProcess(), (PROCESS_MEMORY_COUNTERS *)&memory, sizeof memory);
    printf("footprint\t%.1f\t%llu\t%llu\t%d\n", (double)age / 1e4, (unsigned long long)memory.PrivateUsage,
        (unsigned long long)memory.WorkingSetSize, count_threads());
    print_writable_code();
    if (vfs.describe)
    {
        static char text[1 << 16];
        if (vfs.describe(text, sizeof text) > 0)
            printf("describe %s\n", text);
    }
    return 0;
}
