// Ends a test program that crashes at once, with the exception's code and a message about the place, without waiting for a debugger.
#pragma once
#include "native.h"

static volatile LONG crash_is_told;

// Calls nothing that the VFS hooks: a hook may be what crashed.
static inline LONG WINAPI end_at_crash(EXCEPTION_POINTERS *pointers)
{
    const EXCEPTION_RECORD *record = pointers->ExceptionRecord;
    if (!InterlockedExchange(&crash_is_told, 1))
    {
        char text[200];
        DWORD written;
        int length = snprintf(text, sizeof text, "crash %08lX at %p", record->ExceptionCode, record->ExceptionAddress);
        if (record->ExceptionCode == STATUS_ACCESS_VIOLATION)
            length += snprintf(text + length, sizeof text - (size_t)length, ", %s %p",
                record->ExceptionInformation[0] == 8  ? "running"
                    : record->ExceptionInformation[0] ? "writing"
                                                      : "reading",
                (void *)record->ExceptionInformation[1]);
        text[length++] = '\n';
        WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, (DWORD)length, &written, NULL);
    }
    TerminateProcess(GetCurrentProcess(), record->ExceptionCode);
    return EXCEPTION_EXECUTE_HANDLER;
}

static inline void end_at_once_when_crashing(void)
{
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    SetUnhandledExceptionFilter(end_at_crash);
}
