// Serves block cloning below every hook that comes later, as ReFS does, on a volume that can't: copies the ranges, and takes only calls
// that keep to the documented rules (Microsoft Learn, "Block Cloning"; [MS-FSCC] 2.3.7 and 2.3.8). It lies beside the program as
// enforcing.dll.
//
// RVFS_TEST_ENFORCE: the file that gets a line for each call, FILE OFFSET LENGTH or the rule that was broken; "refuse " in front of it: the
// volume says that it can, and refuses every call.
//
// A file is sparse here, has sums or other streams, where its name ends in sparse.bin, sums.bin, streams.bin.
#include "stub_hook.h"

#define INVALID_PARAMETER ((NTSTATUS)0xC000000D)
#define INVALID_DEVICE_REQUEST ((NTSTATUS)0xC0000010)
#define BUFFER_OVERFLOW ((NTSTATUS)0x80000005)
#define NOT_SUPPORTED ((NTSTATUS)0xC00000BB)
#define GIGABYTES_4 ((LONGLONG)1 << 32)

enum
{
    FS_SIZE = 3,
    FS_ATTRIBUTES = 5,
    FILE_BASIC = 4,
    FILE_STREAMS = 22,
    FILE_ACCESS = 8,
    FILE_ALL = 18,
    FILE_STAT = 68,
    STAT_ATTRIBUTES = 56,
    SECTORS = 128,
    SECTOR = 512,
    CLUSTER = SECTORS * SECTOR,
    REFCOUNTING = 0x08000000,
    SPARSE = 0x200,
    SET_SPARSE = 0x900C4,
    GET_INTEGRITY = 0x9027C,
    SET_INTEGRITY = 0x9C280,
    DUPLICATE_EXTENTS = 0x98344,
    MOST_MARKS = 32
};

typedef struct
{
    HANDLE file;
    LARGE_INTEGER from, to, count;
} DUPLICATE_EXTENTS_DATA_;
typedef struct
{
    WORD algorithm, reserved;
    DWORD flags, chunk, cluster;
} INTEGRITY;

static NTSTATUS(NTAPI *real_control)(HANDLE, HANDLE, void *, void *, IO_STATUS_BLOCK *, ULONG, void *, ULONG, void *, ULONG);
static NTSTATUS(NTAPI *real_volume)(HANDLE, IO_STATUS_BLOCK *, void *, ULONG, int);
static NTSTATUS(NTAPI *real_query)(HANDLE, IO_STATUS_BLOCK *, void *, ULONG, int);

static char log_file[600];
static int refuses;

// What was set of files, by their ids.
static struct
{
    ULONGLONG file;
    int sparse;
    WORD algorithm;
} marks[MOST_MARKS];
static SRWLOCK lock;

static void say(const char *text)
{
    DWORD written;
    HANDLE file = CreateFileA(log_file, FILE_APPEND_DATA, 7, NULL, OPEN_ALWAYS, 0, NULL);
    WriteFile(file, text, (DWORD)strlen(text), &written, NULL);
    CloseHandle(file);
}

static NTSTATUS broken(const char *rule, NTSTATUS status)
{
    char line[200];
    snprintf(line, sizeof line, "broken: %s\n", rule);
    say(line);
    return status;
}

static const wchar_t *name_of(HANDLE file, wchar_t path[MAX_PATH])
{
    DWORD length = GetFinalPathNameByHandleW(file, path, MAX_PATH, 0);
    const wchar_t *name = length && length < MAX_PATH ? wcsrchr(path, L'\\') : NULL;
    return name ? name + 1 : L"";
}

static int is_named(HANDLE file, const wchar_t *ending)
{
    wchar_t path[MAX_PATH];
    const wchar_t *name = name_of(file, path);
    return wcslen(name) >= wcslen(ending) && !_wcsicmp(name + wcslen(name) - wcslen(ending), ending);
}

static ULONGLONG id_of(HANDLE file)
{
    BY_HANDLE_FILE_INFORMATION information = { 0 };
    GetFileInformationByHandle(file, &information);
    return (ULONGLONG)information.nFileIndexHigh << 32 | information.nFileIndexLow;
}

static void mark(HANDLE handle, int sparse, int algorithm)
{
    ULONGLONG file = id_of(handle);
    AcquireSRWLockExclusive(&lock);
    int at = 0;
    while (at < MOST_MARKS - 1 && marks[at].file && marks[at].file != file)
        at++;
    marks[at].file = file;
    marks[at].sparse = sparse < 0 ? marks[at].sparse : sparse;
    marks[at].algorithm = (WORD)(algorithm < 0 ? marks[at].algorithm : algorithm);
    ReleaseSRWLockExclusive(&lock);
}

static int mark_of(HANDLE file, int sums)
{
    int found = 0;
    ULONGLONG id = id_of(file);
    AcquireSRWLockShared(&lock);
    for (int i = 0; i < MOST_MARKS; i++)
        if (marks[i].file == id)
            found = sums ? marks[i].algorithm : marks[i].sparse;
    ReleaseSRWLockShared(&lock);
    return found || is_named(file, sums ? L"sums.bin" : L"sparse.bin");
}

static int may(HANDLE file, ACCESS_MASK access)
{
    IO_STATUS_BLOCK io;
    ACCESS_MASK granted = 0;
    return !real_query(file, &io, &granted, sizeof granted, FILE_ACCESS) && (granted & access) == access;
}

static LONGLONG to_cluster(HANDLE file)
{
    LARGE_INTEGER size = { 0 };
    GetFileSizeEx(file, &size);
    return (size.QuadPart + CLUSTER - 1) / CLUSTER * CLUSTER;
}

// The range's bytes, as far as the files have them.
static NTSTATUS copy(HANDLE target, const DUPLICATE_EXTENTS_DATA_ *range)
{
    static char buffer[1 << 20];
    LARGE_INTEGER size;
    GetFileSizeEx(range->file, &size);
    for (LONGLONG done = 0, end; done < range->count.QuadPart; done = end)
    {
        LONGLONG at = range->from.QuadPart + done;
        end = min(done + (LONGLONG)sizeof buffer, range->count.QuadPart);
        OVERLAPPED from = { .Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32) };
        LONGLONG put = range->to.QuadPart + done;
        OVERLAPPED to = { .Offset = (DWORD)put, .OffsetHigh = (DWORD)(put >> 32) };
        DWORD bytes = (DWORD)min(end - done, size.QuadPart - at), got;
        if (at >= size.QuadPart)
            break;
        if (!ReadFile(range->file, buffer, bytes, &got, &from) || got != bytes || !WriteFile(target, buffer, bytes, &got, &to))
            return (NTSTATUS)0xC000007F;
    }
    return 0;
}

static NTSTATUS duplicate(HANDLE target, const DUPLICATE_EXTENTS_DATA_ *range, ULONG length)
{
    BY_HANDLE_FILE_INFORMATION one, other;
    wchar_t path[MAX_PATH];
    char line[400];
    if (length < sizeof *range)
        return broken("the structure is whole", (NTSTATUS)0xC0000023);
    if (range->from.QuadPart < 0 || range->to.QuadPart < 0 || range->from.QuadPart % CLUSTER || range->to.QuadPart % CLUSTER)
        return broken("ranges begin at a cluster", INVALID_PARAMETER);
    if (range->count.QuadPart <= 0 || range->count.QuadPart % CLUSTER)
        return broken("ranges end at a cluster", INVALID_PARAMETER);
    if (range->count.QuadPart >= GIGABYTES_4)
        return broken("less than 4 GB", INVALID_PARAMETER);
    if (!may(target, FILE_WRITE_DATA) || !may(range->file, FILE_READ_DATA))
        return broken("access to read and to write", (NTSTATUS)0xC0000022);
    if (range->to.QuadPart + range->count.QuadPart > to_cluster(target))
        return broken("not behind the copy's end", NOT_SUPPORTED);
    if (range->from.QuadPart + range->count.QuadPart > to_cluster(range->file))
        return broken("not behind the file's end", NOT_SUPPORTED);
    if (!GetFileInformationByHandle(target, &one) || !GetFileInformationByHandle(range->file, &other)
        || one.dwVolumeSerialNumber != other.dwVolumeSerialNumber)
        return broken("one volume", INVALID_PARAMETER);
    if (one.nFileIndexLow == other.nFileIndexLow && one.nFileIndexHigh == other.nFileIndexHigh)
        return broken("two files", NOT_SUPPORTED);
    if (mark_of(range->file, 0) != mark_of(target, 0))
        return broken("both sparse, or neither", NOT_SUPPORTED);
    if (mark_of(range->file, 1) != mark_of(target, 1))
        return broken("both with sums, or neither", INVALID_PARAMETER);
    snprintf(line, sizeof line, "%ls %lld %lld\n", name_of(range->file, path), range->from.QuadPart, range->count.QuadPart);
    say(line);
    return copy(target, range);
}

static NTSTATUS NTAPI served_control(HANDLE file, HANDLE event, void *apc, void *context, IO_STATUS_BLOCK *io, ULONG code, void *input,
    ULONG input_length, void *output, ULONG output_length)
{
    INTEGRITY *integrity = code == SET_INTEGRITY ? input : output;
    switch (code)
    {
        case DUPLICATE_EXTENTS:
            if (!refuses)
                return duplicate(file, input, input_length);
            say("refused\n");
            return INVALID_DEVICE_REQUEST;
        case SET_SPARSE: mark(file, 1, -1); return 0;
        case GET_INTEGRITY:
            if (output_length < sizeof *integrity)
                return broken("room for the sums", INVALID_PARAMETER);
            *integrity = (INTEGRITY){ .algorithm = mark_of(file, 1) ? 2 : 0, .cluster = CLUSTER };
            return 0;
        case SET_INTEGRITY:
            if (input_length != 8 || !may(file, FILE_READ_DATA | FILE_WRITE_DATA) || integrity->algorithm != 2)
                return broken("sums as the file has them", INVALID_PARAMETER);
            mark(file, -1, integrity->algorithm);
            return 0;
        default: return real_control(file, event, apc, context, io, code, input, input_length, output, output_length);
    }
}

static NTSTATUS NTAPI served_volume(HANDLE file, IO_STATUS_BLOCK *io, void *buffer, ULONG length, int class)
{
    NTSTATUS status = real_volume(file, io, buffer, length, class);
    if (class == FS_ATTRIBUTES && !status)
        ((ULONG *)buffer)[0] |= REFCOUNTING;
    if (class == FS_SIZE && !status)
        ((ULONG *)buffer)[4] = SECTORS, ((ULONG *)buffer)[5] = SECTOR;
    return status;
}

static NTSTATUS NTAPI served_query(HANDLE file, IO_STATUS_BLOCK *io, void *buffer, ULONG length, int class)
{
    NTSTATUS status = real_query(file, io, buffer, length, class);
    // All information begins with the basic one; the name at its end may have no room.
    if ((class == FILE_BASIC || class == FILE_ALL) && (!status || status == BUFFER_OVERFLOW) && is_named(file, L"sparse.bin"))
        ((BASIC_INFORMATION *)buffer)->FileAttributes |= SPARSE;
    // GetFileInformationByHandle of Wine 10 asks so.
    if (class == FILE_STAT && !status && is_named(file, L"sparse.bin"))
        *(ULONG *)((char *)buffer + STAT_ATTRIBUTES) |= SPARSE;
    if (class == FILE_STREAMS && is_named(file, L"streams.bin"))
        return BUFFER_OVERFLOW;
    return status;
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    if (reason != DLL_PROCESS_ATTACH || !GetEnvironmentVariableA("RVFS_TEST_ENFORCE", log_file, sizeof log_file))
        return TRUE;
    static const char refuse[] = "refuse ";
    refuses = !strncmp(log_file, refuse, sizeof refuse - 1);
    if (refuses)
        memmove(log_file, log_file + sizeof refuse - 1, strlen(log_file) - sizeof refuse + 2);
    static const struct
    {
        const char *name;
        void *by, *real;
    } functions[] = {
        { "NtFsControlFile", (void *)served_control, &real_control },
        { "NtQueryVolumeInformationFile", (void *)served_volume, &real_volume },
        { "NtQueryInformationFile", (void *)served_query, &real_query },
    };
    HMODULE ntdll = GetModuleHandleA("ntdll.dll");
    unsigned char *code = near_pages(ntdll, 0x1000);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++, code += LED_STUB)
    {
        unsigned char *entry = (unsigned char *)(void *)GetProcAddress(ntdll, functions[i].name);
        if (!is_stub(entry))
            ExitProcess(77);
        // The way to the original first: another thread may call at once.
        *(void **)functions[i].real = code;
        lead_stub(entry, code, functions[i].by);
    }
    return TRUE;
}
