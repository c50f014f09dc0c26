// Compiled against Windows' own headers and linked with Windows' own import libraries, without a C library (WindowsSdkTests): what it sees
// of the file system is what every other test program sees.
//
//   linked     prints what Data\a.txt has, by CreateFileW and by NtOpenFile; ends with 7
#define WIN32_NO_STATUS
#include <windows.h>
#undef WIN32_NO_STATUS
#include <winternl.h>
#include <ntstatus.h>

static void put(const void *text, DWORD length)
{
    DWORD written;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, length, &written, NULL);
}

static void put_file(const char *label, DWORD length, HANDLE file)
{
    char text[32];
    DWORD got = 0;
    put(label, length);
    if (ReadFile(file, text, sizeof text, &got, NULL))
        put(text, got);
    put("\n", 1);
    CloseHandle(file);
}

void start(void)
{
    static const WCHAR file[] = L"Data\\a.txt";
    static WCHAR path[512] = L"\\??\\";
    enum
    {
        PREFIX = 4
    };
    HANDLE opened = INVALID_HANDLE_VALUE;
    DWORD length = PREFIX + GetModuleFileNameW(NULL, path + PREFIX, 400);
    while (path[length - 1] != L'\\')
        length--;
    for (DWORD i = 0; (path[length] = file[i]) != 0; i++)
        length++;
    HANDLE by_name = CreateFileW(path + PREFIX, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    UNICODE_STRING name = { (USHORT)(length * sizeof(WCHAR)), sizeof path, path };
    OBJECT_ATTRIBUTES attributes;
    IO_STATUS_BLOCK status;
    InitializeObjectAttributes(&attributes, &name, OBJ_CASE_INSENSITIVE, NULL, NULL);
    if (NtOpenFile(&opened, GENERIC_READ | SYNCHRONIZE, &attributes, &status, FILE_SHARE_READ, 0x20) != STATUS_SUCCESS)
        opened = INVALID_HANDLE_VALUE;
    put_file("by name: ", 9, by_name);
    put_file("by NtOpenFile: ", 15, opened);
    ExitProcess(7);
}
