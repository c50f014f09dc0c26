// Lists and queries through the functions of newer systems (newer_ntdll.dll), and prints what it sees.
//
//   newer DLL watch FOLDER NAME     NAME: a file in FOLDER that a mod supplies
//   newer DLL|- FOLDER PATH...      DLL: reloaded_vfs.dll, started as a loader starts it; -: without
#include "late.h"
#include "enforcing.h"

typedef NTSTATUS(NTAPI *LIST)(HANDLE, HANDLE, void *, void *, IO_STATUS_BLOCK *, void *, ULONG, ULONG, ULONG, UNICODE_STRING *);
typedef NTSTATUS(NTAPI *BY_NAME)(OBJECT_ATTRIBUTES *, IO_STATUS_BLOCK *, void *, ULONG, ULONG);

static void print_records(const unsigned char *buffer)
{
    for (;;)
    {
        // FILE_ID_BOTH_DIR_INFORMATION: EndOfFile at 40, attributes at 56, name's length at 60, name at 104.
        printf("  %.*ls size %lld attributes %lx\n", (int)(*(ULONG *)(buffer + 60) / 2), (wchar_t *)(buffer + 104),
            *(long long *)(buffer + 40), *(ULONG *)(buffer + 56));
        if (!*(ULONG *)buffer)
            return;
        buffer += *(ULONG *)buffer;
    }
}

static void list(LIST query, const wchar_t *path, ULONG flags, ULONG length, const wchar_t *pattern)
{
    static unsigned char __attribute__((aligned(8))) buffer[8192];
    HANDLE folder = CreateFileW(path, FILE_LIST_DIRECTORY | SYNCHRONIZE, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    UNICODE_STRING name = { (USHORT)(wcslen(pattern) * 2), (USHORT)(wcslen(pattern) * 2), (wchar_t *)pattern };
    printf("list flags %lu length %lu pattern %ls\n", flags, length, pattern);
    for (int i = 0; i < 100; i++)
    {
        IO_STATUS_BLOCK io = { 0 };
        NTSTATUS status = query(folder, NULL, NULL, NULL, &io, buffer, length, 37, i == 0 ? flags : flags & ~1u, *pattern ? &name : NULL);
        printf(" status %08lx information %llu\n", (unsigned long)status, (unsigned long long)io.Information);
        if (status)
            break;
        print_records(buffer);
    }
    CloseHandle(folder);
}

static void by_name(BY_NAME query, const wchar_t *path)
{
    wchar_t full[1024] = L"\\??\\";
    GetFullPathNameW(path, 1000, full + 4, NULL);
    UNICODE_STRING name = { (USHORT)(wcslen(full) * 2), (USHORT)(wcslen(full) * 2), full };
    OBJECT_ATTRIBUTES attributes = { .Length = sizeof attributes, .ObjectName = &name, .Attributes = OBJ_CASE_INSENSITIVE };
    IO_STATUS_BLOCK io = { 0 };
    struct
    {
        long long values[7];
        ULONG attributes, tag, links, access;
    } stat;
    NTSTATUS status = query(&attributes, &io, &stat, sizeof stat, 68);
    printf("by name %ls status %08lx", path, (unsigned long)status);
    if (!status)
        printf(" size %lld written %lld attributes %lx", stat.values[6], stat.attributes & 0x10 ? 0 : stat.values[3], stat.attributes);
    printf("\n");
}

int watch(HMODULE newer, const wchar_t *folder, const wchar_t *name);

int wmain(int argc, wchar_t **argv)
{
    HMODULE newer = load_newer_ntdll();
    LIST query = (LIST)(void *)GetProcAddress(newer, "NtQueryDirectoryFileEx");
    BY_NAME stat = (BY_NAME)(void *)GetProcAddress(newer, "NtQueryInformationByName");
    const wchar_t *last_name = (void *)GetProcAddress(newer, "last_name");
    if (argc < 3 || !query || !stat || !last_name)
        return 2;
    // A call for changes waits for them, as on Windows.
    if (argc == 5 && !wcscmp(argv[2], L"watch"))
        SetEnvironmentVariableW(L"RVFS_NOTIFY_WAITS", L"1");
    if (wcscmp(argv[1], L"-") && !start_late(argv[1]))
        return 3;
    if (argc == 5 && !wcscmp(argv[2], L"watch"))
        return watch(newer, argv[3], argv[4]);
    for (ULONG flags = 0; flags < 4; flags++)
        list(query, argv[2], flags, 8192, L"");
    list(query, argv[2], 1, 300, L"");
    list(query, argv[2], 0, 8192, L"*.txt");
    list(query, argv[2], 0, 8192, L"nothing*");
    for (int i = 3; i < argc; i++)
    {
        by_name(stat, argv[i]);
        fprintf(stderr, "%ls <- %ls\n", argv[i], last_name);
    }
    return 0;
}
