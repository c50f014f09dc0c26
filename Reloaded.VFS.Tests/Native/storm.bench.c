// Time of an open and close, and the call of every export from a DllMain.
#include "storm.h"

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// bench FOLDER COUNT [ROUNDS]: opens and closes FOLDER\f00000 to f<COUNT-1>; prints nanoseconds an open and close, one line a round.
int run_bench(int count, wchar_t **a)
{
    int files = _wtoi(a[1]), rounds = count > 2 ? _wtoi(a[2]) : 1;
    LARGE_INTEGER frequency, begin, end;
    QueryPerformanceFrequency(&frequency);
    wchar_t *names = malloc((size_t)files * 1024 * sizeof *names / 4);
    size_t stride = 256;
    for (int i = 0; i < files; i++)
        swprintf(names + stride * (size_t)i, stride, L"%ls\\f%05d", a[0], i);
    double *times = malloc(sizeof *times * (size_t)rounds);
    for (int round = 0; round < rounds; round++)
    {
        QueryPerformanceCounter(&begin);
        for (int i = 0; i < files; i++)
        {
            HANDLE file = CreateFileW(names + stride * (size_t)i, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
            if (file == INVALID_HANDLE_VALUE)
            {
                report_failure(L"CreateFileW", names + stride * (size_t)i, 0, 1);
                return 1;
            }
            CloseHandle(file);
        }
        QueryPerformanceCounter(&end);
        operations += files;
        times[round] = (double)(end.QuadPart - begin.QuadPart) * 1e9 / (double)frequency.QuadPart / files;
        printf("round %.1f\n", times[round]);
    }
    qsort(times, (size_t)rounds, sizeof *times, compare);
    printf("median %.1f minimum %.1f\n", times[rounds / 2], times[0]);
    return 0;
}

// dllmain DLL [DLL...]: loads each (see dllmain_caller.c), then looks whether files are as the manifest says.
int run_dllmain(int count, wchar_t **a)
{
    for (int i = 0; i < count; i++)
    {
        if (!LoadLibraryW(a[i]))
            report_failure(L"LoadLibraryW", a[i], 0, 1);
    }
    for (int i = 0; i < manifest.count; i++)
        check_entry(&manifest.entries[i], 3);
    return 0;
}
