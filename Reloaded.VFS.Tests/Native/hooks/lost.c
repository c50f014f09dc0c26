// Starts a copy of itself through a CreateProcessInternalW that stands in for the system's and fails as often as it is told.
//
//   lost ERROR TIMES    prints whether the copy was made, the error otherwise, and how often the stand-in was called
//   lost                what is started: ends with 7
#include "native.h"

typedef BOOL(WINAPI *CREATE)(HANDLE, const wchar_t *, wchar_t *, SECURITY_ATTRIBUTES *, SECURITY_ATTRIBUTES *, BOOL, DWORD, void *,
    const wchar_t *, STARTUPINFOW *, PROCESS_INFORMATION *, HANDLE *);

static volatile DWORD error;
static volatile int times, calls;

__declspec(dllexport) BOOL WINAPI CreateProcessInternalW(HANDLE token, const wchar_t *application, wchar_t *line,
    SECURITY_ATTRIBUTES *process, SECURITY_ATTRIBUTES *thread, BOOL inherit, DWORD flags, void *environment, const wchar_t *directory,
    STARTUPINFOW *startup, PROCESS_INFORMATION *information, HANDLE *new_token)
{
    calls++;
    if (times-- > 0)
    {
        SetLastError(error);
        return FALSE;
    }
    CREATE create = (CREATE)(void *)GetProcAddress(GetModuleHandleW(L"kernelbase.dll"), "CreateProcessInternalW");
    return create(token, application, line, process, thread, inherit, flags, environment, directory, startup, information, new_token);
}

int wmain(int count, wchar_t **arguments)
{
    if (count != 3)
        return 7;
    wchar_t program[MAX_PATH];
    GetModuleFileNameW(NULL, program, MAX_PATH);
    error = (DWORD)_wtoi(arguments[1]);
    times = _wtoi(arguments[2]);
    // By its address: the compiler might otherwise put the function's body here.
    CREATE create = (CREATE)(void *)GetProcAddress(GetModuleHandleW(NULL), "CreateProcessInternalW");
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION made;
    BOOL done = create(NULL, program, NULL, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &made, NULL);
    DWORD outcome = GetLastError();
    if (done)
    {
        WaitForSingleObject(made.hProcess, INFINITE);
        GetExitCodeProcess(made.hProcess, &outcome);
    }
    printf("%s %lu, %d calls\n", done ? "ended with" : "error", outcome, calls);
    return 0;
}
