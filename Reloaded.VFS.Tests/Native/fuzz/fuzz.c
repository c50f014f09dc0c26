// Calls the functions that the VFS hooks with arguments that no program should pass, and prints each status. With the VFS over the mods it
// must print what it prints in the merged folder without it, byte for byte.
//
//   fuzz SEED FIRST COUNT [malformed|details]     rounds FIRST .. FIRST + COUNT - 1 of this seed; malformed: only such calls; details: the
//                                                 arguments too
//
// Where RVFS_TEST_LIBRARY names the DLL it is started by this program.
#include "fuzz.h"
#include "handle_count.h"
#include "late.h"
#include <fcntl.h>
#include <io.h>

wchar_t game[MAX_PATH];
unsigned long long calls;
int on_wine, details;
static int only_malformed, is_malformed;

static uint64_t state;

// SplitMix64: any seed gives a good sequence.
uint64_t next_random(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

int is_wanted(int malformed)
{
    is_malformed = malformed;
    return malformed || !only_malformed;
}

void put_result(const char *function, NTSTATUS status, const IO_STATUS_BLOCK *io)
{
    calls++;
    printf("%s%s %08lx", is_malformed ? "malformed " : "", function, status);
    // What an error leaves in the status block differs between Windows and Wine, and between Wine's versions.
    if (io && status >= 0)
        printf(" %08lx %llu", io->Status, (unsigned long long)io->Information);
    printf("\n");
    is_malformed = 0;
}

int wmain(int count, wchar_t **a)
{
    if (count < 4)
    {
        fprintf(stderr, "usage: fuzz SEED FIRST COUNT [malformed|details]\n");
        return 2;
    }
    _setmode(_fileno(stdout), _O_BINARY);
    static char buffer[1 << 16];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    wchar_t path[MAX_PATH];
    GetModuleFileNameW(NULL, path, MAX_PATH);
    *wcsrchr(path, L'\\') = 0;
    swprintf(game, MAX_PATH, L"\\??\\%ls", path);
    SetCurrentDirectoryW(path);
    on_wine = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != NULL;
    details = count > 4 && !wcscmp(a[4], L"details");
    only_malformed = count > 4 && !wcscmp(a[4], L"malformed");
    uint64_t seed = _wcstoui64(a[1], NULL, 10), first = _wcstoui64(a[2], NULL, 10), rounds = _wcstoui64(a[3], NULL, 10);
    wchar_t library[MAX_PATH];
    make_pages();
    make_watches();
    if (GetEnvironmentVariableW(L"RVFS_TEST_LIBRARY", library, MAX_PATH) && !start_late(library))
        return 3;
    make_roots();
    long handles = 0;
    for (uint64_t round = first; round < first + rounds; round++)
    {
        state = seed * 0xd1342543de82ef95ull + round;
        printf("#%llu ", (unsigned long long)round);
        if (details)
            fflush(stdout);
        switch (below(9))
        {
            case 0:
            case 1:
            case 2: fuzz_open(); break;
            case 3:
            case 4: fuzz_attributes(); break;
            case 5:
            case 6: fuzz_listing(); break;
            case 7: fuzz_watching(); break;
            default: fuzz_handles(); break;
        }
        if (round - first == rounds / 10)
            handles = (long)count_own_handles();
    }
    fprintf(stderr, "%llu calls, handles grown by %ld\n", calls, (long)count_own_handles() - handles);
    printf("end\n");
    fflush(stdout);
    return 0;
}
