// Opens a file for reading, and reopens it for writing by its handle alone.
//
//   reopened FILE          prints what ReOpenFile and the calls below it say, and what FILE has then
//   reopened FILE dispose  reopens it for deleting, and deletes it by that handle; says whether there is a FILE then
//   reopened FILE onclose  ... so that it is deleted when that handle is closed
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

static int reopen_to_delete(const wchar_t *name, HANDLE file, int is_on_close)
{
    wchar_t path[MAX_PATH] = L"?";
    HANDLE again = ReOpenFile(file, DELETE | FILE_READ_ATTRIBUTES, 7, is_on_close ? FILE_FLAG_DELETE_ON_CLOSE : 0);
    printf("ReOpenFile: %s", again != INVALID_HANDLE_VALUE ? "opened" : "refused");
    GetFinalPathNameByHandleW(again, path, MAX_PATH, 0);
    wchar_t *end = path + wcslen(path) - wcslen(name);
    FILE_DISPOSITION_INFO disposition = { TRUE };
    BOOL done = is_on_close || SetFileInformationByHandle(again, FileDispositionInfo, &disposition, sizeof disposition);
    CloseHandle(again);
    CloseHandle(file);
    // Below the game's folder, not in that of a mod.
    printf(" %s %s %s\n", !_wcsicmp(end, name) && !wcsstr(path, L"\\mods\\") ? "by its name" : "by another name",
        done ? "deleted" : "not deleted", GetFileAttributesW(name) == INVALID_FILE_ATTRIBUTES ? "gone" : "there");
    return 0;
}

int wmain(int argc, wchar_t **argv)
{
    if (argc < 2)
        return 1;
    HANDLE file = CreateFileW(argv[1], GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 2;
    if (argc == 3)
        return reopen_to_delete(argv[1], file, !wcscmp(argv[2], L"onclose"));
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
