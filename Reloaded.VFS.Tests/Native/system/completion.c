// Lists a folder that is open for overlapped calls, through each function for it, and prints what is reported: status block, event, the
// file object's own signal, APC, packets of a completion port.
//
//   completion DLL|- FOLDER      DLL: reloaded_vfs.dll, started as a loader starts it; -: without, the functions being newer_ntdll.dll's
#include "late.h"

typedef NTSTATUS(NTAPI *LIST)(HANDLE, HANDLE, void *, void *, IO_STATUS_BLOCK *, void *, ULONG, int, BOOLEAN, UNICODE_STRING *, BOOLEAN);
typedef NTSTATUS(NTAPI *LIST_EX)(HANDLE, HANDLE, void *, void *, IO_STATUS_BLOCK *, void *, ULONG, ULONG, ULONG, UNICODE_STRING *);
NTSTATUS NTAPI NtSetInformationFile(HANDLE, IO_STATUS_BLOCK *, void *, ULONG, FILE_INFORMATION_CLASS);
NTSTATUS NTAPI NtRemoveIoCompletion(HANDLE, void **, void **, IO_STATUS_BLOCK *, LARGE_INTEGER *);
NTSTATUS NTAPI NtQueryObject(HANDLE, OBJECT_INFORMATION_CLASS, void *, ULONG, ULONG *);

static struct
{
    HANDLE port;
    void *key;
    ULONG modes;
    LONG signalled;
} * oracle; // newer_ntdll.dll's
static LIST list;
static LIST_EX list_ex;
static int use_ex;
static unsigned char __attribute__((aligned(8))) buffer[4096];
static IO_STATUS_BLOCK io;
static int apcs;

static void NTAPI on_apc(void *context, IO_STATUS_BLOCK *block, ULONG reserved)
{
    apcs++;
    printf("  apc context %p block %s status %08lx information %llu reserved %lu\n", context, block == &io ? "the call's" : "another",
        (unsigned long)block->Status, (unsigned long long)block->Information, reserved);
}

// A file system's control call, as the I/O manager documents it: what the VFS has done on a handle counts as the file object's signal.
static NTSTATUS NTAPI control(HANDLE file, HANDLE event, void *apc, void *context, IO_STATUS_BLOCK *block, ULONG code, void *in,
    ULONG in_length, void *out, ULONG out_length)
{
    (void)file, (void)in, (void)out;
    if (code != 0x90028 /* FSCTL_IS_VOLUME_MOUNTED */)
        return (NTSTATUS)0xC00000BB; // another driver's
    if (event || apc || context || in_length || out_length)
        printf("  a control call that isn't harmless\n");
    block->Status = 0;
    block->Information = 0;
    oracle->signalled = !(oracle->modes & 2);
    return 0;
}

static void replace(void *function, void *by)
{
    unsigned char jump[14] = { 0xff, 0x25 };
    DWORD old;
    memcpy(jump + 6, &by, 8);
    VirtualProtect(function, sizeof jump, PAGE_EXECUTE_READWRITE, &old);
    memcpy(function, jump, sizeof jump);
    VirtualProtect(function, sizeof jump, old, &old);
}

static HANDLE open_for_overlapped(const wchar_t *path)
{
    oracle->port = NULL;
    oracle->modes = 0;
    return CreateFileW(
        path, FILE_LIST_DIRECTORY | SYNCHRONIZE, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED, NULL);
}

static HANDLE bind_port(HANDLE folder, HANDLE port, ULONG_PTR key)
{
    HANDLE bound = CreateIoCompletionPort(folder, port, key, 0);
    printf(" bind: %s\n", bound ? "done" : "refused");
    if (bound)
    {
        oracle->port = bound;
        oracle->key = (void *)key;
    }
    return bound;
}

static void set_modes(HANDLE folder, ULONG modes)
{
    IO_STATUS_BLOCK block;
    printf(" modes %lu: %08lx\n", modes, (unsigned long)NtSetInformationFile(folder, &block, &modes, sizeof modes, 41));
    oracle->modes |= modes;
}

static void print_packets(HANDLE port)
{
    for (;;)
    {
        LARGE_INTEGER now = { 0 };
        void *key, *context;
        IO_STATUS_BLOCK block;
        if (NtRemoveIoCompletion(port, &key, &context, &block, &now))
            return;
        printf("  packet key %p context %p status %08lx information %llu\n", key, context, (unsigned long)block.Status,
            (unsigned long long)block.Information);
    }
}

static NTSTATUS query(
    HANDLE folder, HANDLE event, void *apc, void *context, ULONG length, int class, BOOLEAN restart, const wchar_t *pattern)
{
    UNICODE_STRING name = { 0 };
    if (pattern)
    {
        name.Length = name.MaximumLength = (USHORT)(wcslen(pattern) * 2);
        name.Buffer = (wchar_t *)pattern;
    }
    memset(buffer, 0, sizeof buffer);
    io.Status = 0x11111111;
    io.Information = 0x2222;
    if (event)
        SetEvent(event); // the call clears it
    NTSTATUS status = use_ex
        ? list_ex(folder, event, apc, context, &io, buffer, length, (ULONG) class, restart ? 1 : 0, pattern ? &name : NULL)
        : list(folder, event, apc, context, &io, buffer, length, class, FALSE, pattern ? &name : NULL, restart);
    printf(
        " status %08lx block %08lx information %llu", (unsigned long)status, (unsigned long)io.Status, (unsigned long long)io.Information);
    if (event)
        printf(" event %lu", WaitForSingleObject(event, 0));
    if (status >= 0)
        printf(" first %.*ls", (int)(*(ULONG *)(buffer + 8) / 2), (wchar_t *)(buffer + 12));
    printf("\n");
    return status;
}

static void query_all(HANDLE folder, HANDLE event, void *context, HANDLE port)
{
    for (int i = 0; i < 50; i++)
    {
        NTSTATUS status = query(folder, event, NULL, context, 64, 12, FALSE, NULL);
        print_packets(port);
        if (status && status != (NTSTATUS)0x80000005)
            return;
    }
}

static DWORD WINAPI wait_on_port(void *port)
{
    DWORD bytes;
    ULONG_PTR key;
    OVERLAPPED *overlapped;
    SetLastError(0);
    BOOL is_packet = GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, 500);
    printf("  a thread that waits on the closed port: packet %d, timed out %d\n", is_packet, !is_packet && GetLastError() == WAIT_TIMEOUT);
    return 0;
}

// Handles that lead to the port: another program's would keep it alive when the program closes its own.
static void print_handles(HANDLE port)
{
    struct
    {
        ULONG attributes, access, handles, pointers, other[10];
    } information = { 0 };
    NTSTATUS status = NtQueryObject(port, ObjectBasicInformation, &information, sizeof information, NULL);
    printf("  handles of the port %lu (%08lx)\n", information.handles, (unsigned long)status);
}

static void run(const wchar_t *path)
{
    HANDLE event = CreateEventW(NULL, TRUE, FALSE, NULL);

    printf("no port\n");
    HANDLE folder = open_for_overlapped(path);
    query(folder, NULL, NULL, (void *)0x11, 4096, 12, FALSE, NULL);
    printf("  the handle can be waited for: %lu\n", WaitForSingleObject(folder, 1000));
    query(folder, event, NULL, (void *)0x12, 4096, 12, TRUE, NULL);
    query(folder, NULL, on_apc, (void *)0x13, 4096, 12, TRUE, NULL);
    apcs = 0;
    SleepEx(0, TRUE);
    printf("  apcs %d\n", apcs);
    CloseHandle(folder);

    printf("every query's packet\n");
    folder = open_for_overlapped(path);
    HANDLE port = bind_port(folder, NULL, 0x77);
    query_all(folder, NULL, (void *)0x21, port);
    printf("a second port\n");
    bind_port(folder, port, 0x78);
    printf("without a context\n");
    query(folder, NULL, NULL, NULL, 4096, 12, TRUE, NULL);
    print_packets(port);
    printf("with an event\n");
    query(folder, event, NULL, (void *)0x22, 4096, 12, TRUE, NULL);
    print_packets(port);
    printf("with an APC\n");
    query(folder, NULL, on_apc, (void *)0x23, 4096, 12, TRUE, NULL);
    SleepEx(0, TRUE);
    print_packets(port);
    printf("errors and warnings\n");
    query(folder, NULL, NULL, (void *)0x24, 4, 12, TRUE, NULL);
    query(folder, NULL, NULL, (void *)0x25, 4096, 12, TRUE, NULL);
    query(folder, NULL, NULL, (void *)0x26, 4096, 12, FALSE, NULL);
    print_packets(port);
    printf("through a duplicate\n");
    HANDLE copy;
    DuplicateHandle(GetCurrentProcess(), folder, GetCurrentProcess(), &copy, 0, FALSE, DUPLICATE_SAME_ACCESS);
    CloseHandle(folder);
    query(copy, NULL, NULL, (void *)0x28, 4096, 12, TRUE, NULL);
    print_packets(port);
    print_handles(port);
    printf("success isn't told\n");
    set_modes(copy, 1);
    query(copy, NULL, NULL, (void *)0x29, 4096, 12, TRUE, NULL);
    query(copy, NULL, NULL, (void *)0x2a, 4096, 12, FALSE, NULL);
    print_packets(port);
    CloseHandle(copy);

    printf("no match\n");
    folder = open_for_overlapped(path);
    bind_port(folder, port, 0x79);
    query(folder, NULL, NULL, (void *)0x31, 4096, 12, FALSE, L"nothing*");
    print_packets(port);
    CloseHandle(folder);

    printf("opened anew, not bound\n");
    folder = open_for_overlapped(path);
    query(folder, NULL, NULL, (void *)0x41, 4096, 12, FALSE, NULL);
    print_packets(port);

    printf("the port under another handle\n");
    bind_port(folder, port, 0x7a);
    DuplicateHandle(GetCurrentProcess(), port, GetCurrentProcess(), &copy, 0, FALSE, DUPLICATE_SAME_ACCESS);
    CloseHandle(port);
    oracle->port = copy;
    query(folder, NULL, NULL, (void *)0x51, 4096, 12, TRUE, NULL);
    print_packets(copy);

    printf("a port that is closed\n");
    HANDLE thread = CreateThread(NULL, 0, wait_on_port, copy, 0, NULL);
    Sleep(100);
    CloseHandle(copy); // wakes the thread on Windows and on newer Wines
    WaitForSingleObject(thread, 10000);
    CloseHandle(thread);
    HANDLE others[8];
    for (int i = 0; i < 8; i++)
        others[i] = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 0); // one of them under the closed one's value
    oracle->port = NULL;
    query(folder, NULL, NULL, (void *)0x61, 4096, 12, TRUE, NULL);
    for (int i = 0; i < 8; i++)
    {
        print_packets(others[i]);
        CloseHandle(others[i]);
    }
    CloseHandle(folder);

    printf("the handle's own signal, while a notification pends\n");
    folder = open_for_overlapped(path);
    static OVERLAPPED pending;
    static unsigned char changes[512];
    memset(&pending, 0, sizeof pending);
    if (!ReadDirectoryChangesW(folder, changes, sizeof changes, FALSE, FILE_NOTIFY_CHANGE_FILE_NAME, NULL, &pending, NULL))
        printf("  no notification: %lu\n", GetLastError());
    oracle->signalled = 0;
    query(folder, NULL, NULL, NULL, 64, 12, FALSE, NULL);
    printf("  signalled %d\n", oracle->signalled || !WaitForSingleObject(folder, 0));
    query(folder, NULL, NULL, NULL, 64, 12, FALSE, NULL);
    printf("  signalled %d\n", oracle->signalled || !WaitForSingleObject(folder, 0));
    CancelIo(folder);
    CloseHandle(folder);
    CloseHandle(event);
}

int wmain(int argc, wchar_t **argv)
{
    HMODULE newer = load_newer_ntdll(), ntdll = GetModuleHandleW(L"ntdll.dll");
    oracle = (void *)GetProcAddress(newer, "file_object");
    list_ex = (LIST_EX)(void *)GetProcAddress(newer, "NtQueryDirectoryFileEx");
    list = (LIST)(void *)GetProcAddress(newer, "list_and_report");
    if (argc < 3 || !oracle || !list || !list_ex)
        return 2;
    if (wcscmp(argv[1], L"-"))
    {
        if (!start_late(argv[1]))
            return 3;
        list = (LIST)(void *)GetProcAddress(ntdll, "NtQueryDirectoryFile");
        replace((void *)GetProcAddress(ntdll, "NtFsControlFile"), (void *)control);
    }
    printf("NtQueryDirectoryFile\n");
    run(argv[2]);
    printf("NtQueryDirectoryFileEx\n");
    use_ex = 1;
    run(argv[2]);
    return 0;
}
