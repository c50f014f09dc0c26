// Checks that hooked functions preserve the errors of earlier calls, as the system's own do, whether they succeed or fail.
#include "probe.h"
#include <intrin.h>

NTSTATUS NTAPI NtQueryVirtualMemory(HANDLE, PVOID, int, PVOID, SIZE_T, SIZE_T *);
NTSTATUS NTAPI NtDeleteFile(POBJECT_ATTRIBUTES);
NTSTATUS NTAPI NtNotifyChangeDirectoryFile(HANDLE, HANDLE, PVOID, PVOID, PIO_STATUS_BLOCK, PVOID, ULONG, ULONG, BOOLEAN);
NTSTATUS NTAPI NtDuplicateObject(HANDLE, HANDLE, HANDLE, PHANDLE, ACCESS_MASK, ULONG, ULONG);
NTSTATUS NTAPI NtCancelIoFile(HANDLE, PIO_STATUS_BLOCK);
NTSTATUS NTAPI NtCancelIoFileEx(HANDLE, PIO_STATUS_BLOCK, PIO_STATUS_BLOCK);
NTSTATUS NTAPI NtQueryAttributesFile(POBJECT_ATTRIBUTES, PVOID);

#ifdef _WIN64
static DWORD last_status(void) { return __readgsdword(0x1250); }
static void set_last_status(DWORD status) { __writegsdword(0x1250, status); }
#else
static DWORD last_status(void) { return __readfsdword(0xBF4); }
static void set_last_status(DWORD status) { __writefsdword(0xBF4, status); }
#endif

enum
{
    ERROR_MARK = 0x1234,
    STATUS_MARK = 0x4321
};

// The call's status, and whether both marks are still there.
#define CHECK(what, call)                                                                                                                  \
    do                                                                                                                                     \
    {                                                                                                                                      \
        SetLastError(ERROR_MARK);                                                                                                          \
        set_last_status(STATUS_MARK);                                                                                                      \
        NTSTATUS status_ = (call);                                                                                                         \
        DWORD error_ = GetLastError(), last_ = last_status();                                                                              \
        if (error_ != ERROR_MARK || last_ != STATUS_MARK)                                                                                  \
            printf("%s changes the errors: %lx %lx\n", what, error_, last_);                                                               \
        checks++;                                                                                                                          \
        (void)(status_ < 0 ? failures++ : successes++);                                                                                    \
    } while (0)

static OBJECT_ATTRIBUTES *attributes_of(const wchar_t *path)
{
    static wchar_t text[4][1000];
    static UNICODE_STRING names[4];
    static OBJECT_ATTRIBUTES attributes[4];
    static int next;
    wchar_t full[MAX_PATH];
    int i = next++ % 4;
    GetFullPathNameW(path, MAX_PATH, full, NULL);
    swprintf(text[i], 1000, L"\\??\\%ls", full);
    names[i].Buffer = text[i];
    names[i].Length = names[i].MaximumLength = (USHORT)(wcslen(text[i]) * 2);
    InitializeObjectAttributes(&attributes[i], &names[i], OBJ_CASE_INSENSITIVE, NULL, NULL);
    return &attributes[i];
}

// errors FILE FOLDER: a file and a folder that a mod has, or game and mod; both are gone afterwards.
static void errors(int n, wchar_t **a)
{
    (void)n;
    static BYTE buffer[1 << 14];
    int checks = 0, successes = 0, failures = 0;
    IO_STATUS_BLOCK io, other;
    HANDLE file = NULL, folder = NULL, copy = NULL, made = NULL;
    wchar_t inner[MAX_PATH], missing[MAX_PATH];
    swprintf(inner, MAX_PATH, L"%ls\\made", a[1]);
    swprintf(missing, MAX_PATH, L"%ls\\missing\\missing", a[1]);
    OBJECT_ATTRIBUTES *present = attributes_of(a[0]), *around = attributes_of(a[1]), *nothing = attributes_of(missing),
                      *fresh = attributes_of(inner);
    CHECK("NtQueryAttributesFile", NtQueryAttributesFile(present, buffer));
    CHECK("NtQueryAttributesFile", NtQueryAttributesFile(nothing, buffer));
    CHECK("NtQueryFullAttributesFile", NtQueryFullAttributesFile(present, buffer));
    CHECK("NtQueryFullAttributesFile", NtQueryFullAttributesFile(nothing, buffer));
    NTSTATUS(NTAPI * by_name)(POBJECT_ATTRIBUTES, PIO_STATUS_BLOCK, PVOID, ULONG, int) = (void *)newer_function("NtQueryInformationByName");
    if (by_name)
    {
        CHECK("NtQueryInformationByName", by_name(present, &io, buffer, sizeof buffer, 68));
        CHECK("NtQueryInformationByName", by_name(nothing, &io, buffer, sizeof buffer, 68));
    }
    CHECK("NtOpenFile", NtOpenFile(&folder, FILE_LIST_DIRECTORY | DELETE | SYNCHRONIZE, around, &io, 7, 0x21));
    CHECK("NtOpenFile", NtOpenFile(&copy, FILE_LIST_DIRECTORY | SYNCHRONIZE, nothing, &io, 7, 0x21));
    CHECK("NtQueryDirectoryFile",
        NtQueryDirectoryFile(folder, NULL, NULL, NULL, &io, buffer, sizeof buffer, (FILE_INFORMATION_CLASS)1, FALSE, NULL, TRUE));
    CHECK("NtQueryDirectoryFile",
        NtQueryDirectoryFile(folder, NULL, NULL, NULL, &io, buffer, sizeof buffer, (FILE_INFORMATION_CLASS)1, FALSE, NULL, FALSE));
    NTSTATUS(NTAPI * list)
    (HANDLE, HANDLE, PVOID, PVOID, PIO_STATUS_BLOCK, PVOID, ULONG, int, ULONG, PUNICODE_STRING) =
        (void *)newer_function("NtQueryDirectoryFileEx");
    if (list)
    {
        CHECK("NtQueryDirectoryFileEx", list(folder, NULL, NULL, NULL, &io, buffer, sizeof buffer, 1, 1, NULL));
        CHECK("NtQueryDirectoryFileEx", list(folder, NULL, NULL, NULL, &io, buffer, sizeof buffer, 1, 0, NULL));
    }
    // Made in the game's own folder; then deleted.
    CHECK("NtCreateFile that makes a file",
        NtCreateFile(&made, GENERIC_WRITE | DELETE | SYNCHRONIZE, fresh, &io, NULL, 0, 7, 2, 0x60, NULL, 0));
    BYTE yes = 1;
    CHECK("NtSetInformationFile", NtSetInformationFile(made, &io, &yes, 1, (FILE_INFORMATION_CLASS)13));
    CHECK("NtClose", NtClose(made));
    CHECK("NtDeleteFile", NtDeleteFile(fresh));
    CHECK("NtSetInformationFile of a folder that isn't empty", NtSetInformationFile(folder, &io, &yes, 1, (FILE_INFORMATION_CLASS)13));
    CHECK("NtCreateFile", NtCreateFile(&file, GENERIC_READ | DELETE | SYNCHRONIZE, present, &io, NULL, 0, 7, 1, 0x60, NULL, 0));
    CHECK("NtCreateFile of what isn't there", NtCreateFile(&copy, GENERIC_READ | SYNCHRONIZE, nothing, &io, NULL, 0, 7, 1, 0x60, NULL, 0));
    CHECK("NtQueryInformationFile", NtQueryInformationFile(file, &io, buffer, sizeof buffer, (FILE_INFORMATION_CLASS)9));
    CHECK("NtQueryInformationFile into too little", NtQueryInformationFile(file, &io, buffer, 4, (FILE_INFORMATION_CLASS)9));
    ULONG needed;
    CHECK("NtQueryObject", NtQueryObject(file, 1, buffer, sizeof buffer, &needed));
    CHECK("NtQueryObject into too little", NtQueryObject(file, 1, buffer, 20, &needed));
    CHECK("NtQueryVolumeInformationFile", NtQueryVolumeInformationFile(file, &io, buffer, sizeof buffer, 1));
    CHECK("NtQueryVolumeInformationFile into too little", NtQueryVolumeInformationFile(file, &io, buffer, 4, 1));
    HANDLE section = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
    void *view = section ? MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0) : NULL;
    SIZE_T got;
    CHECK("NtQueryVirtualMemory", NtQueryVirtualMemory(GetCurrentProcess(), view, 2, buffer, sizeof buffer, &got));
    CHECK("NtQueryVirtualMemory into too little", NtQueryVirtualMemory(GetCurrentProcess(), view, 2, buffer, 20, &got));
    if (view)
        UnmapViewOfFile(view);
    if (section)
        CloseHandle(section);
    CHECK("NtDuplicateObject", NtDuplicateObject(GetCurrentProcess(), file, GetCurrentProcess(), &copy, 0, 0, 2));
    CHECK("NtClose", NtClose(copy));
    CHECK("NtDuplicateObject", NtDuplicateObject(GetCurrentProcess(), (HANDLE)0x7ffc, GetCurrentProcess(), &copy, 0, 0, 2));
    HANDLE watched = NULL, event = CreateEventW(NULL, TRUE, FALSE, NULL);
    CHECK("NtOpenFile", NtOpenFile(&watched, FILE_LIST_DIRECTORY, around, &io, 7, 1));
    CHECK("NtNotifyChangeDirectoryFile", NtNotifyChangeDirectoryFile(watched, event, NULL, NULL, &io, buffer, 1000, 1, FALSE));
    CHECK("NtNotifyChangeDirectoryFile", NtNotifyChangeDirectoryFile(watched, event, NULL, NULL, &other, buffer, 1000, 0, FALSE));
    CHECK("NtCancelIoFileEx", NtCancelIoFileEx(watched, &io, &other));
    CHECK("NtCancelIoFile", NtCancelIoFile(watched, &other));
    CHECK("NtClose of a watched folder", NtClose(watched));
    CloseHandle(event);
    // A folder in place of a mod's deleted file: the call waits until it is known.
    CHECK("NtSetInformationFile", NtSetInformationFile(file, &io, &yes, 1, (FILE_INFORMATION_CLASS)13));
    CHECK("NtClose", NtClose(file));
    CHECK("NtCreateFile that makes a folder",
        NtCreateFile(&made, FILE_LIST_DIRECTORY | SYNCHRONIZE, present, &io, NULL, 0, 7, 2, 0x21, NULL, 0));
    CHECK("NtClose", NtClose(made));
    CHECK("NtDeleteFile of a folder", NtDeleteFile(present));
    CHECK("NtSetInformationFile of a folder", NtSetInformationFile(folder, &io, &yes, 1, (FILE_INFORMATION_CLASS)13));
    CHECK("NtClose of a folder that is deleted", NtClose(folder));
    printf(
        "%d calls, %s succeeded, %s failed\n", checks, successes > 20 ? "more than 20" : "fewer", failures > 8 ? "more than 8" : "fewer");
}

const COMMAND error_commands[] = {
    { L"errors", errors, 2, L"FILE FOLDER" },
    { 0 },
};
