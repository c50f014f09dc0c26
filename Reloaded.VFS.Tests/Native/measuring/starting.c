// A program that does nothing, for what a start costs.
//
//   starting                   ends at once
//   starting children COUNT    starts COUNT copies that end at once, one after the other, and prints the nanoseconds of each
//   starting describe          prints what rvfs_describe says
//   starting points            prints when its parent was made, when it was made itself, and when its first line ran (FILETIME, UTC)
//   starting followed COUNT    starts COUNT copies that print their points and what rvfs_describe says of their start, one after the
//                              other, and prints when it called CreateProcess for each, when that returned, and when the copy had ended
#include "native.h"

#include <winternl.h>

static double now(void)
{
    LARGE_INTEGER frequency, count;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    return (double)count.QuadPart * 1e9 / (double)frequency.QuadPart;
}

static int start_copy(const wchar_t *argument, FILETIME *returned)
{
    wchar_t line[MAX_PATH + 50] = L"\"";
    GetModuleFileNameW(NULL, line + 1, MAX_PATH);
    wcscat(line, L"\" ");
    wcscat(line, argument);
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION process;
    if (!CreateProcessW(NULL, line, NULL, NULL, *argument != 0, 0, NULL, NULL, &startup, &process))
        return 0;
    GetSystemTimePreciseAsFileTime(returned);
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

static int describe(char *text, unsigned size)
{
    HMODULE vfs = GetModuleHandleW(L"reloaded_vfs.dll");
    int (*function)(char *, unsigned) = vfs ? (void *)GetProcAddress(vfs, "rvfs_describe") : NULL;
    return function && function(text, size) > 0;
}

static int start_followed(int count)
{
    while (count-- > 0)
    {
        FILETIME called, returned, ended;
        GetSystemTimePreciseAsFileTime(&called);
        if (!start_copy(L"child", &returned))
            return 2;
        GetSystemTimePreciseAsFileTime(&ended);
        print_point("called", called);
        print_point("returned", returned);
        print_point("ended", ended);
        // The next copy writes to the same file.
        fflush(stdout);
    }
    return 0;
}

int wmain(int count, wchar_t **arguments)
{
    static char text[1 << 16];
    FILETIME line, last;
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
            if (!start_copy(L"", &last))
                return 2;
            printf("child\t%.0f\n", now() - began);
        }
    }
    else if (count > 2 && !wcscmp(arguments[1], L"followed"))
    {
        return start_followed(_wtoi(arguments[2]));
    }
    else if (count > 1 && !wcscmp(arguments[1], L"child"))
    {
        print_made("process", GetCurrentProcess());
        print_point("line", line);
        if (describe(text, sizeof text))
        {
            for (char *c = text; *c; c++)
                *c = *c == '\n' || *c == '\r' ? ' ' : *c;
            printf("described\t%s\n", text);
        }
        fflush(stdout);
        GetSystemTimePreciseAsFileTime(&last);
        print_point("last", last);
    }
    else if (count > 1 && !wcscmp(arguments[1], L"describe"))
    {
        if (!describe(text, sizeof text))
            return 3;
        puts(text);
    }
    return 0;
}
