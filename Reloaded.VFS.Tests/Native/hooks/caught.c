// Passes invalid pointers to CreateProcess, as a program may that catches the exceptions.
//
//   caught FILE    prints for each pointer whether there was an exception that could be caught, and then what FILE begins with
#include "native.h"

static CONTEXT before;
static volatile LONG expects, caught;

// Behind the runtime's own handler, as a __try block would be: puts the thread back to before the call.
static LONG WINAPI on_exception(EXCEPTION_POINTERS *pointers)
{
    if (!expects || pointers->ExceptionRecord->ExceptionCode != STATUS_ACCESS_VIOLATION)
        return EXCEPTION_CONTINUE_SEARCH;
    expects = 0;
    caught = 1;
    DWORD flags = pointers->ContextRecord->ContextFlags;
    *pointers->ContextRecord = before;
    pointers->ContextRecord->ContextFlags = flags;
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void try_one(const char *name, const wchar_t *application, wchar_t *line, void *environment, const wchar_t *directory,
    STARTUPINFOW *startup, PROCESS_INFORMATION *information, SECURITY_ATTRIBUTES *security)
{
    static volatile int is_back;
    is_back = 0;
    caught = 0;
    RtlCaptureContext(&before);
    if (!is_back)
    {
        is_back = 1;
        expects = 1;
        CreateProcessW(application, line, security, NULL, FALSE, CREATE_UNICODE_ENVIRONMENT, environment, directory, startup, information);
        expects = 0;
    }
    printf("%s: %s\n", name, caught ? "caught" : "an answer");
    fflush(stdout);
}

int wmain(int argc, wchar_t **argv)
{
    if (argc != 2)
        return 1;
    AddVectoredExceptionHandler(0, on_exception);
    void *nowhere = (void *)(uintptr_t)0x10000000000;
    static wchar_t line[] = L"nothing.exe";
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION made;
    for (int i = 0; i < 2; i++)
    {
        try_one("application", nowhere, NULL, NULL, NULL, &startup, &made, NULL);
        try_one("line", NULL, nowhere, NULL, NULL, &startup, &made, NULL);
        try_one("directory", NULL, line, NULL, nowhere, &startup, &made, NULL);
        try_one("startup", NULL, line, NULL, NULL, nowhere, &made, NULL);
    }
    HANDLE file = CreateFileW(argv[1], GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
    char text[16] = { 0 };
    DWORD bytes = 0;
    ReadFile(file, text, 3, &bytes, NULL);
    CloseHandle(file);
    printf("%s\n", text);
    return 0;
}
