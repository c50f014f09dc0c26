// Pre-existing handles of folders: names relative to them, and listings through them.
#include "probe.h"

static HANDLE held[10];

static HANDLE *slot(const wchar_t *number) { return &held[_wtoi(number) % 10]; }

// hold SLOT FOLDER
static void hold(int count, wchar_t **a)
{
    (void)count;
    *slot(a[0]) = open_folder(a[1]);
    printf("%s\n", *slot(a[0]) == INVALID_HANDLE_VALUE ? "not opened" : "held");
}

// holdid SLOT FOLDER ROOT: by its id, relative to the handle of a folder above it.
static void hold_id(int count, wchar_t **a)
{
    (void)count;
    HANDLE folder = open_folder(a[1]), root = open_folder(a[2]), opened = NULL;
    LARGE_INTEGER id = { 0 };
    IO_STATUS_BLOCK io = { 0 };
    printf("id status=%08lx ", NtQueryInformationFile(folder, &io, &id, sizeof id, (FILE_INFORMATION_CLASS)6));
    CloseHandle(folder);
    UNICODE_STRING name = { sizeof id, sizeof id, (wchar_t *)&id };
    OBJECT_ATTRIBUTES attributes;
    InitializeObjectAttributes(&attributes, &name, 0, root, NULL);
    printf("open status=%08lx\n", NtOpenFile(&opened, FILE_LIST_DIRECTORY | SYNCHRONIZE, &attributes, &io, 7, 0x2021));
    CloseHandle(root);
    *slot(a[0]) = opened;
}

// holdfile SLOT FILE
static void hold_file(int count, wchar_t **a)
{
    (void)count;
    *slot(a[0]) = CreateFileW(a[1], GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
    printf("%s\n", *slot(a[0]) == INVALID_HANDLE_VALUE ? "not opened" : "held");
}

// holdcopy SLOT FROM [closesource]
static void hold_copy(int count, wchar_t **a)
{
    DWORD options = DUPLICATE_SAME_ACCESS | (count > 2 ? DUPLICATE_CLOSE_SOURCE : 0);
    printf("%d\n", DuplicateHandle(GetCurrentProcess(), *slot(a[1]), GetCurrentProcess(), slot(a[0]), 0, TRUE, options));
}

// holdinherited SLOT: what the program was started with.
static void hold_inherited(int count, wchar_t **a)
{
    (void)count;
    wchar_t number[32] = L"0";
    GetEnvironmentVariableW(L"PROBE_HANDLE", number, 32);
    *slot(a[0]) = (HANDLE)(ULONG_PTR)wcstoull(number, NULL, 10);
    printf("%s\n", *slot(a[0]) ? "held" : "no handle");
}

// inherit SLOT SCRIPT: this program once more, with that handle.
static void inherit(int count, wchar_t **a)
{
    (void)count;
    wchar_t program[MAX_PATH], line[2 * MAX_PATH + 20], number[32];
    GetModuleFileNameW(NULL, program, MAX_PATH);
    swprintf(line, 2 * MAX_PATH + 20, L"\"%ls\" script \"%ls\"", program, a[1]);
    SetHandleInformation(*slot(a[0]), HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    swprintf(number, 32, L"%llu", (unsigned long long)(ULONG_PTR)*slot(a[0]));
    SetEnvironmentVariableW(L"PROBE_HANDLE", number);
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;
    fflush(stdout);
    if (!create_process(program, line, TRUE, 0, NULL, &startup, &child))
    {
        printf("CreateProcessW: error %lu\n", GetLastError());
        return;
    }
    WaitForSingleObject(child.hProcess, 60000);
    DWORD code = 0;
    GetExitCodeProcess(child.hProcess, &code);
    printf("ended with %lu\n", code);
}

// receive SLOT PROGRAM put|take FOLDER: another program opens the folder;
// it puts a handle of it into this one, or this one takes a copy of its handle.
static void receive(int count, wchar_t **a)
{
    (void)count;
    wchar_t line[3 * MAX_PATH];
    HANDLE from, to;
    SECURITY_ATTRIBUTES inherited = { .nLength = sizeof inherited, .bInheritHandle = TRUE };
    PROCESS_INFORMATION giver;
    char text[64] = "";
    DWORD got = 0;
    CreatePipe(&from, &to, &inherited, 0);
    STARTUPINFOW startup = { .cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES, .hStdOutput = to, .hStdError = to };
    swprintf(line, 3 * MAX_PATH, L"\"%ls\" give %lu %ls \"%ls\"", a[1], GetCurrentProcessId(), a[2], a[3]);
    *slot(a[0]) = NULL;
    BOOL started = create_process(a[1], line, TRUE, 0, NULL, &startup, &giver);
    CloseHandle(to);
    if (!started)
    {
        printf("CreateProcessW: error %lu\n", GetLastError());
        return;
    }
    ReadFile(from, text, sizeof text - 1, &got, NULL);
    HANDLE value = (HANDLE)(ULONG_PTR)strtoull(text, NULL, 10);
    if (wcscmp(a[2], L"take"))
        *slot(a[0]) = value;
    else if (!DuplicateHandle(giver.hProcess, value, GetCurrentProcess(), slot(a[0]), 0, FALSE, DUPLICATE_SAME_ACCESS))
        printf("DuplicateHandle: error %lu\n", GetLastError());
    TerminateProcess(giver.hProcess, 0);
    WaitForSingleObject(giver.hProcess, 10000);
    CloseHandle(giver.hProcess);
    CloseHandle(giver.hThread);
    CloseHandle(from);
    printf("%s\n", *slot(a[0]) ? "held" : "no handle");
}

// give PROCESS put|take FOLDER: the other side of it. Waits for its end, so that its own handle stays open.
int give(wchar_t **a)
{
    HANDLE folder = open_folder(a[2]), value = NULL;
    if (wcscmp(a[1], L"take"))
    {
        HANDLE process = OpenProcess(PROCESS_DUP_HANDLE, FALSE, wcstoul(a[0], NULL, 10));
        DuplicateHandle(GetCurrentProcess(), folder, process, &value, 0, FALSE, DUPLICATE_SAME_ACCESS);
    }
    else if (folder != INVALID_HANDLE_VALUE)
        value = folder;
    printf("%llu\n", (unsigned long long)(ULONG_PTR)value);
    fflush(stdout);
    Sleep(60000);
    return 0;
}

// heldread SLOT NAME
static void held_read(int count, wchar_t **a)
{
    (void)count;
    OBJECT_PATH path;
    HANDLE file = NULL;
    IO_STATUS_BLOCK io = { 0 };
    make_object_path(&path, *slot(a[0]), a[1]);
    NTSTATUS status = NtOpenFile(&file, FILE_READ_DATA | FILE_READ_ATTRIBUTES | SYNCHRONIZE, &path.attributes, &io, 7, 0x20);
    printf("status=%08lx ", status);
    if (NT_SUCCESS(status))
    {
        put_handle_content(file);
        CloseHandle(file);
    }
    else
        printf("\n");
}

// heldlist SLOT [PATTERN]: from the start, names and sizes.
static void held_list(int count, wchar_t **a)
{
    static unsigned char __attribute__((aligned(8))) buffer[4096];
    UNICODE_STRING mask = { 0 };
    if (count > 1)
        mask = (UNICODE_STRING){ (USHORT)(wcslen(a[1]) * 2), (USHORT)(wcslen(a[1]) * 2), a[1] };
    for (int i = 0; i < 100; i++)
    {
        IO_STATUS_BLOCK io = { 0 };
        NTSTATUS status = NtQueryDirectoryFile(
            *slot(a[0]), NULL, NULL, NULL, &io, buffer, sizeof buffer, 1, FALSE, i == 0 && count > 1 ? &mask : NULL, i == 0);
        printf(" status=%08lx\n", status);
        if (status)
            return;
        // FILE_DIRECTORY_INFORMATION: EndOfFile at 40, attributes at 56, name's length at 60, name at 64.
        for (unsigned char *record = buffer;; record += *(ULONG *)record)
        {
            printf("  attributes=%lx size=%lld name=", *(ULONG *)(record + 56), *(long long *)(record + 40));
            put_text((wchar_t *)(record + 64), *(ULONG *)(record + 60) / 2);
            printf("\n");
            if (!*(ULONG *)record)
                break;
        }
    }
}

// heldids SLOT: opens by its id, relative to the slot, what a listing names; prints what doesn't open, and how many names there are.
static void held_ids(int count, wchar_t **a)
{
    (void)count;
    // FILE_ID_BOTH_DIR_INFORMATION: name's length at 60, FileId at 96, name at 104.
    static unsigned char __attribute__((aligned(8))) record[4096];
    IO_STATUS_BLOCK io = { 0 };
    int i = 0;
    for (; !NtQueryDirectoryFile(*slot(a[0]), NULL, NULL, NULL, &io, record, sizeof record, 37, TRUE, NULL, i == 0); i++)
    {
        HANDLE opened = NULL;
        UNICODE_STRING id = { 8, 8, (wchar_t *)(record + 96) };
        OBJECT_ATTRIBUTES attributes;
        InitializeObjectAttributes(&attributes, &id, 0, *slot(a[0]), NULL);
        NTSTATUS status = NtOpenFile(&opened, FILE_READ_ATTRIBUTES | SYNCHRONIZE, &attributes, &io, 7, 0x2020);
        if (NT_SUCCESS(status))
        {
            CloseHandle(opened);
            continue;
        }
        printf("  status=%08lx name=", status);
        put_text((wchar_t *)(record + 104), *(ULONG *)(record + 60) / 2);
        printf("\n");
    }
    printf("  %d names\n", i);
}

static void held_name(int count, wchar_t **a)
{
    (void)count;
    wchar_t path[1024];
    put_text(path, GetFinalPathNameByHandleW(*slot(a[0]), path, 1024, 0));
    printf("\n");
}

static void release(int count, wchar_t **a)
{
    (void)count;
    printf("%d\n", CloseHandle(*slot(a[0])));
}

// The VFS as a loader starts it; nothing in the merged folder.
int start_vfs(void)
{
    wchar_t path[MAX_PATH];
    return !GetEnvironmentVariableW(L"RVFS_TEST_LIBRARY", path, MAX_PATH) || start_late(path);
}

static void put_started(int count, wchar_t **a)
{
    (void)count, (void)a;
    printf("%s\n", start_vfs() ? "started" : "not started");
}

// From now on memory is found above 2 GB alone, if this is a 32-bit program that can use it: all that is free below is reserved.
static void take_low_addresses(int count, wchar_t **a)
{
    (void)count, (void)a;
#if !defined(_WIN64)
    const uintptr_t end = 0x80000000u, step = 0x10000;
    MEMORY_BASIC_INFORMATION region;
    for (uintptr_t at = step; at < end && VirtualQuery((void *)at, &region, sizeof region);
         at = (uintptr_t)region.BaseAddress + region.RegionSize)
    {
        uintptr_t first = ((uintptr_t)region.BaseAddress + step - 1) & ~(step - 1),
                  last = (uintptr_t)region.BaseAddress + region.RegionSize;
        last = last < end ? last : end;
        if (region.State == MEM_FREE && first < last)
            VirtualAlloc((void *)first, last - first, MEM_RESERVE, PAGE_NOACCESS);
    }
#endif
    void *found = VirtualAlloc(NULL, 1, MEM_RESERVE, PAGE_NOACCESS);
    printf("above 2 GB: %d\n", (uintptr_t)found >= 0x80000000u);
}

// As a loader does. Without the VFS nothing: the folder's content is there already.
static void add_folder(int count, wchar_t **a)
{
    (void)count;
    HMODULE vfs = GetModuleHandleW(L"reloaded_vfs.dll");
    int (*add)(const wchar_t *, const wchar_t *, void *) =
        vfs ? (int (*)(const wchar_t *, const wchar_t *, void *))(void *)GetProcAddress(vfs, "rvfs_add_folder") : NULL;
    wchar_t source[MAX_PATH], target[MAX_PATH];
    GetFullPathNameW(a[0], MAX_PATH, source, NULL);
    GetFullPathNameW(a[1], MAX_PATH, target, NULL);
    int status = add ? add(source, target, NULL) : vfs ? -1 : 0;
    printf("added %d\n", status);
}

const COMMAND handle_commands[] = {
    { L"hold", hold, 2, L"SLOT FOLDER" },
    { L"holdid", hold_id, 3, L"SLOT FOLDER ROOT" },
    { L"holdfile", hold_file, 2, L"SLOT FILE" },
    { L"holdcopy", hold_copy, 2, L"SLOT FROM [closesource]" },
    { L"holdinherited", hold_inherited, 1, L"SLOT" },
    { L"inherit", inherit, 2, L"SLOT SCRIPT" },
    { L"receive", receive, 4, L"SLOT PROGRAM put|take FOLDER" },
    { L"heldread", held_read, 2, L"SLOT NAME" },
    { L"heldlist", held_list, 1, L"SLOT [PATTERN]" },
    { L"heldids", held_ids, 1, L"SLOT" },
    { L"heldname", held_name, 1, L"SLOT" },
    { L"release", release, 1, L"SLOT" },
    { L"startvfs", put_started, 0, L"" },
    { L"takelow", take_low_addresses, 0, L"" },
    { L"addfolder", add_folder, 2, L"SOURCE TARGET" },
    { 0 },
};
