// A program in a chain of programs that start each other: prints what it sees, then starts the next.
//
//   chain [NEXT ...]     prints its name, its path below the first one's folder, the content of Data\a.txt by name and through a handle
//                        that its parent opened; then runs NEXT with the rest and waits. In its own name: "patch" writes into that file;
//                        "updat" opens it to write to it, does not, and ends without closing it; "off" turns redirecting off and looks
//                        again, "onoff" and on once more. A NEXT behind "8.3:" is run by its short name, one behind "path:" by its
//                        whole path, which isn't searched for, one behind "there:" likewise, in its own folder, one behind "bare:" by
//                        its whole path in a command line without quotes around it
#include "native.h"
#include <winternl.h>

static wchar_t root[MAX_PATH];

static void put_file(const char *label, HANDLE file)
{
    char text[100] = "";
    DWORD got = 0;
    if (file == INVALID_HANDLE_VALUE || !file)
        printf(" %s=(error %lu)", label, GetLastError());
    else
    {
        ReadFile(file, text, sizeof text - 1, &got, NULL);
        CloseHandle(file);
        printf(" %s=%s", label, text);
    }
}

static void read_through_parents_handle(void)
{
    wchar_t number[32];
    if (!GetEnvironmentVariableW(L"CHAIN_HANDLE", number, 32))
        return;
    wchar_t name[] = L"a.txt";
    UNICODE_STRING text = { 10, 10, name };
    OBJECT_ATTRIBUTES attributes;
    IO_STATUS_BLOCK io;
    HANDLE file = NULL;
    InitializeObjectAttributes(&attributes, &text, OBJ_CASE_INSENSITIVE, (HANDLE)(ULONG_PTR)wcstoull(number, NULL, 10), NULL);
    NTSTATUS status = NtOpenFile(&file, FILE_READ_DATA | SYNCHRONIZE, &attributes, &io, 7, 0x60);
    if (NT_SUCCESS(status))
        put_file("inherited", file);
    else
        printf(" inherited=(status %08lx)", status);
}

int wmain(int argc, wchar_t **argv)
{
    wchar_t path[MAX_PATH], name[MAX_PATH];
    GetModuleFileNameW(NULL, path, MAX_PATH);
    if (!GetEnvironmentVariableW(L"CHAIN_ROOT", root, MAX_PATH))
    {
        wcscpy(root, path);
        *wcsrchr(root, L'\\') = 0;
        SetEnvironmentVariableW(L"CHAIN_ROOT", root);
    }
    wcscpy(name, wcsrchr(path, L'\\') + 1);
    printf("%ls path=%ls", name, _wcsnicmp(path, root, wcslen(root)) ? path : path + wcslen(root) + 1);
    wchar_t file[MAX_PATH];
    swprintf(file, MAX_PATH, L"%ls\\Data\\a.txt", root);
    if (wcsstr(name, L"patch"))
    {
        HANDLE written = CreateFileW(file, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
        DWORD count;
        WriteFile(written, "patched", 7, &count, NULL);
        CloseHandle(written);
    }
    if (wcsstr(name, L"updat"))
        CreateFileW(file, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
    put_file("a", CreateFileW(file, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL));
    read_through_parents_handle();
    if (wcsstr(name, L"off"))
    {
        HMODULE vfs = GetModuleHandleW(L"reloaded_vfs.dll");
        int (*disable)(void) = (int (*)(void))(void *)GetProcAddress(vfs, "rvfs_disable"),
            (*enable)(void) = (int (*)(void))(void *)GetProcAddress(vfs, "rvfs_enable");
        printf(" disable %d", disable ? disable() : -1);
        put_file("a", CreateFileW(file, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL));
        if (wcsstr(name, L"onoff"))
        {
            printf(" enable %d", enable ? enable() : -1);
            put_file("a", CreateFileW(file, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL));
        }
    }
    printf("\n");
    fflush(stdout);
    if (argc < 2)
        return 7;

    // The next one gets a handle that was open before it began.
    SECURITY_ATTRIBUTES inheritable = { sizeof inheritable, NULL, TRUE };
    wchar_t folder[MAX_PATH], number[32], line[4096] = L"";
    swprintf(folder, MAX_PATH, L"%ls\\Data", root);
    HANDLE data = CreateFileW(folder, FILE_LIST_DIRECTORY | SYNCHRONIZE, 7, &inheritable, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    swprintf(number, 32, L"%llu", (unsigned long long)(ULONG_PTR)data);
    SetEnvironmentVariableW(L"CHAIN_HANDLE", number);
    wchar_t shorter[MAX_PATH];
    if (!wcsncmp(argv[1], L"8.3:", 4))
    {
        swprintf(file, MAX_PATH, L"%ls\\%ls", root, argv[1] + 4);
        if (!GetShortPathNameW(file, shorter, MAX_PATH) || !wcschr(shorter, L'~'))
            printf("no short name: %ls, error %lu\n", shorter, GetLastError());
        argv[1] = shorter;
    }
    wchar_t *application = NULL, *own = NULL;
    int is_bare = !wcsncmp(argv[1], L"bare:", 5);
    if (is_bare)
    {
        swprintf(file, MAX_PATH, L"%ls\\%ls", root, argv[1] + 5);
        argv[1] = file;
    }
    if (!wcsncmp(argv[1], L"path:", 5) || !wcsncmp(argv[1], L"there:", 6))
    {
        own = argv[1][0] == L't' ? folder : NULL;
        argv[1] = wcschr(argv[1], L':') + 1;
        swprintf(file, MAX_PATH, L"%ls\\%ls", root, argv[1]);
        wcscpy(folder, file);
        *wcsrchr(folder, L'\\') = 0;
        application = file;
    }
    for (int i = 1; i < argc; i++)
    {
        const wchar_t *quote = i == 1 && is_bare ? L"" : L"\"";
        wcscat(line, i > 1 ? L" " : L"");
        wcscat(line, quote);
        wcscat(line, argv[i]);
        wcscat(line, quote);
    }
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION next;
    if (!create_process(application, line, TRUE, 0, own, &startup, &next))
    {
        printf("CreateProcessW %ls: error %lu\n", line, GetLastError());
        return 8;
    }
    WaitForSingleObject(next.hProcess, INFINITE);
    DWORD code = 0;
    GetExitCodeProcess(next.hProcess, &code);
    return (int)code;
}
