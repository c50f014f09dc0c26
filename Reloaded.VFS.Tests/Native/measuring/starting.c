// A program that does nothing, for what a start costs.
//
//   starting                   ends at once
//   starting children COUNT    starts COUNT copies that end at once, one after the other, and prints the nanoseconds of each
//   starting describe          prints what rvfs_describe says
//   starting points            prints when its parent was made, when it was made itself, and when its first line ran (FILETIME, UTC)
#include "native.h"

#include <winternl.h>

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

static void print_point(const char *name, FILETIME time)
{
    printf("%s\t%llu\n", name, (unsigned long long)time.dwHighDateTime << 32 | time.dwLowDateTime);
}

static void print_made(const char *name, HANDLE process)
{
    FILETIME made, ended, kernel, user;
    if (process && GetProcessTimes(process, &made, &ended, &kernel, &user))
        print_point(name, made);
}

static void print_points(FILETIME line)
{
    PROCESS_BASIC_INFORMATION information;
    if (!NtQueryInformationProcess(GetCurrentProcess(), ProcessBasicInformation, &information, sizeof information, NULL))
        print_made("parent", OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, (DWORD)information.InheritedFromUniqueProcessId));
    print_made("process", GetCurrentProcess());
    print_point("line", line);
}

int wmain(int count, wchar_t **arguments)
{
    FILETIME line;
    GetSystemTimePreciseAsFileTime(&line);
    if (count > 1 && !wcscmp(arguments[1], L"points"))
    {
        print_points(line);
    }
    else if (count > 2 && !wcscmp(arguments[1], L"children"))
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
