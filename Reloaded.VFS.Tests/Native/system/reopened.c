// Opens a file for reading, and reopens it for writing by its handle alone.
//
//   reopened FILE    prints what ReOpenFile and the calls below it say, and what FILE has then
#include "native.h"

WINBASEAPI HANDLE WINAPI ReOpenFile(HANDLE, DWORD, DWORD, DWORD);

#ifndef FILE_OPEN
#define FILE_OPEN 1
#define FILE_SYNCHRONOUS_IO_NONALERT 0x20
#endif

static void write_and_close(HANDLE file, const char *text)
{
    DWORD bytes;
    BOOL done = WriteFile(file, text, (DWORD)strlen(text), &bytes, NULL);
    printf(" %s\n", done ? "written" : "not written");
    CloseHandle(file);
}

int wmain(int argc, wchar_t **argv)
{
    if (argc != 2)
        return 1;
    HANDLE file = CreateFileW(argv[1], GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 2;
    // What a handle leads to is asked for once: the second call finds what the first has noted.
    for (int i = 0; i < 2; i++)
    {
        HANDLE again = ReOpenFile(file, GENERIC_WRITE, 7, 0);
        printf("ReOpenFile: %s", again != INVALID_HANDLE_VALUE ? "opened" : "refused");
        write_and_close(again, i ? "second" : "first.");
    }
    UNICODE_STRING empty = { 0, 0, L"" };
    OBJECT_ATTRIBUTES attributes;
    InitializeObjectAttributes(&attributes, &empty, OBJ_CASE_INSENSITIVE, file, NULL);
    IO_STATUS_BLOCK io;
    HANDLE relative = INVALID_HANDLE_VALUE;
    NTSTATUS status = NtCreateFile(
        &relative, GENERIC_WRITE | SYNCHRONIZE, &attributes, &io, NULL, 0, 7, FILE_OPEN, FILE_SYNCHRONOUS_IO_NONALERT, NULL, 0);
    printf("NtCreateFile: %s", status >= 0 ? "opened" : "refused");
    write_and_close(relative, "third");
    UNICODE_STRING stream = { 14, 14, L":stream" };
    attributes.ObjectName = &stream;
    status = NtCreateFile(
        &relative, GENERIC_WRITE | SYNCHRONIZE, &attributes, &io, NULL, 0, 7, 3 /* FILE_OPEN_IF */, FILE_SYNCHRONOUS_IO_NONALERT, NULL, 0);
    if (status >= 0)
        CloseHandle(relative);
    CloseHandle(file);
    char text[64] = { 0 };
    DWORD bytes;
    file = CreateFileW(argv[1], GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
    ReadFile(file, text, sizeof text - 1, &bytes, NULL);
    CloseHandle(file);
    printf("%s\n", text);
    return 0;
}
