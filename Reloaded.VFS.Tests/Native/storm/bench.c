// Times an open and close, and calls every export from a DllMain.
#include "storm.h"

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static int measure_round(const wchar_t *names, size_t stride, int files, double *nanoseconds)
{
    LARGE_INTEGER frequency, begin, end;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&begin);
    for (int i = 0; i < files; i++)
    {
        HANDLE file = CreateFileW(names + stride * (size_t)i, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
        if (file == INVALID_HANDLE_VALUE)
        {
            report_failure(L"CreateFileW", names + stride * (size_t)i, 0, 1);
            return 0;
        }
        CloseHandle(file);
    }
    QueryPerformanceCounter(&end);
    operations += files;
    *nanoseconds = (double)(end.QuadPart - begin.QuadPart) * 1e9 / (double)frequency.QuadPart / files;
    return 1;
}

// bench COUNT ROUNDS FOLDER...: opens and closes FOLDER\f00000 to f<COUNT-1>. The first round only warms up; then prints, for each folder,
// the nanoseconds of one open and close.
int run_bench(int count, wchar_t **a)
{
    int files = _wtoi(a[0]), rounds = _wtoi(a[1]);
    size_t stride = 256;
    wchar_t *names = malloc((size_t)files * stride * sizeof *names);
    double *times = malloc(sizeof *times * (size_t)(rounds + 1));
    for (int folder = 2; folder < count; folder++)
    {
        for (int i = 0; i < files; i++)
            swprintf(names + stride * (size_t)i, stride, L"%ls\\f%05d", a[folder], i);
        for (int round = 0; round <= rounds; round++)
            if (!measure_round(names, stride, files, &times[round]))
                return 1;
        qsort(times + 1, (size_t)rounds, sizeof *times, compare);
        printf("bench\t%ls\t%.1f\t%.1f\n", wcsrchr(a[folder], L'\\') + 1, times[1 + rounds / 2], times[1]);
    }
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
