// A program that does nothing, for what a start costs.
//
//   starting                   ends at once
//   starting children COUNT    starts COUNT copies that end at once, one after the other, and prints the nanoseconds of each
//   starting describe          prints what rvfs_describe says
#include "native.h"

static double now(void)
{
    LARGE_INTEGER frequency, count;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    return (double)count.QuadPart * 1e9 / (double)frequency.QuadPart;
}

static int start_copy(void)
{
    wchar_t line[MAX_PATH + 2] = L"\"";
    GetModuleFileNameW(NULL, line + 1, MAX_PATH);
    wcscat(line, L"\"");
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION process;
    if (!CreateProcessW(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &process))
        return 0;
    DWORD code = 1;
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &code);
    CloseHandle(process.hThread);
    CloseHandle(process.hProcess);
    return code == 0;
}

int wmain(int count, wchar_t **arguments)
{
    if (count > 2 && !wcscmp(arguments[1], L"children"))
    {
        for (int i = _wtoi(arguments[2]); i > 0; i--)
        {
            double began = now();
            if (!start_copy())
                return 2;
            printf("child\t%.0f\n", now() - began);
        }
    }
    else if (count > 1 && !wcscmp(arguments[1], L"describe"))
    {
        static char text[1 << 16];
        HMODULE vfs = GetModuleHandleW(L"reloaded_vfs.dll");
        int (*describe)(char *, unsigned) = vfs ? (void *)GetProcAddress(vfs, "rvfs_describe") : NULL;
        if (!describe || describe(text, sizeof text) <= 0)
            return 3;
        puts(text);
    }
    return 0;
}
