// Makes calls under rules that Windows enforces (enforcing.dll, RVFS_TEST_ENFORCE), and prints the results.
//
//   enforced DLL|- reparse FOLDER LINK     relative names below the folder and full ones, with OBJ_DONT_REPARSE; LINK: a link in the folder
//   enforced DLL|- lock FOLDER             a thread waits in ReadDirectoryChangesW on a handle for synchronous calls; then the VFS starts
//   enforced DLL|- pending FOLDER          lists through a handle for overlapped calls, by event and by APC
//   enforced DLL|- threads FILE            starts the VFS where other threads can't be stopped; prints FILE's first line
//
// DLL: reloaded_vfs.dll, started as a loader starts it; -: without.
#include "late.h"
#include "enforcing.h"

enum
{
    DONT_REPARSE = 0x1000,
    CLASS_BOTH = 3
};

static void *exported(const char *name)
{
    HMODULE enforcing = GetModuleHandleA("enforcing.dll");
    return enforcing ? (void *)GetProcAddress(enforcing, name) : NULL;
}

static LONG count(const char *name)
{
    volatile LONG *counter = exported(name);
    return counter ? *counter : -1;
}

static HANDLE open_folder(const wchar_t *path, DWORD flags)
{
    return CreateFileW(path, FILE_LIST_DIRECTORY | SYNCHRONIZE, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
}

static void open_one(const char *what, HANDLE root, const wchar_t *text, ULONG options)
{
    OBJECT_PATH path;
    make_object_path(&path, root, text);
    path.attributes.Attributes |= DONT_REPARSE;
    HANDLE file = NULL;
    IO_STATUS_BLOCK io;
    NTSTATUS opened = NtOpenFile(&file, GENERIC_READ | SYNCHRONIZE, &path.attributes, &io, 7, 0x20 | options);
    char content[100] = "";
    DWORD got = 0;
    if (!opened && ReadFile(file, content, sizeof content - 1, &got, NULL))
        CloseHandle(file);
    printf("%s: opened %08lx %s\n", what, (unsigned long)opened, content);
    BASIC_INFORMATION information;
    if (!root)
        printf(" asked %08lx\n", (unsigned long)NtQueryAttributesFile(&path.attributes, &information));
}

static void reparse(const wchar_t *folder, const wchar_t *link)
{
    HANDLE root = open_folder(folder, 0);
    wchar_t full[1024] = L"\\??\\", below[1024];
    GetFullPathNameW(folder, 900, full + 4, NULL);
    open_one("a mod's file", root, L"a.txt", 0);
    open_one("only a mod's", root, L"only.txt", 0);
    open_one("below a folder", root, L"sub\\deep.txt", 0);
    open_one("the game's", root, L"b.txt", 0);
    open_one("missing", root, L"missing.txt", 0);
    open_one("by full name", NULL, wcscat(full, L"\\a.txt"), 0);
    swprintf(below, 1024, L"%ls\\b.txt", link);
    open_one("through a link", root, below, 0);
    open_one("the link", root, link, 0x200000);
    printf("refused: %s\n", count("enforced_reparse") > 0 ? "some" : "none");
}

static volatile LONG changed = -1;

static DWORD WINAPI watch(void *folder)
{
    static DWORD __attribute__((aligned(8))) buffer[1024];
    DWORD bytes = 0;
    InterlockedExchange(&changed, 0);
    if (ReadDirectoryChangesW(folder, buffer, sizeof buffer, FALSE, FILE_NOTIFY_CHANGE_FILE_NAME, &bytes, NULL, NULL))
        InterlockedExchange(&changed, 1);
    return 0;
}

static HANDLE watch_blocked(const wchar_t *folder)
{
    HANDLE handle = open_folder(folder, 0), thread = CreateThread(NULL, 0, watch, handle, 0, NULL);
    while (changed < 0)
        Sleep(1);
    Sleep(200);
    return thread;
}

static void print_names(const unsigned char *records)
{
    for (;; records += *(ULONG *)records)
    {
        // FILE_BOTH_DIR_INFORMATION: the name's length at 60, the name at 94.
        printf(" %.*ls", (int)(*(ULONG *)(records + 60) / 2), (const wchar_t *)(records + 94));
        if (!*(ULONG *)records)
            return;
    }
}

static int apcs;
static void NTAPI on_apc(void *context, IO_STATUS_BLOCK *io, ULONG reserved) { apcs += context == (void *)7 && io && !reserved; }

static void list(const wchar_t *path, int by_event, const wchar_t *pattern)
{
    static unsigned char __attribute__((aligned(8))) buffer[400];
    HANDLE folder = open_folder(path, FILE_FLAG_OVERLAPPED), event = CreateEventW(NULL, TRUE, FALSE, NULL);
    UNICODE_STRING name = { (USHORT)(wcslen(pattern) * 2), (USHORT)(wcslen(pattern) * 2), (wchar_t *)pattern };
    printf("%ls by %s:", path, by_event ? "event" : "APC");
    apcs = 0;
    for (int i = 0; i < 100; i++)
    {
        IO_STATUS_BLOCK io = { { 0x7777 }, 0x7777 };
        memset(buffer, 0xEE, sizeof buffer);
        NTSTATUS status = NtQueryDirectoryFile(folder, by_event ? event : NULL, by_event ? NULL : (PIO_APC_ROUTINE)on_apc,
            by_event ? NULL : (void *)7, &io, buffer, sizeof buffer, CLASS_BOTH, FALSE, i ? NULL : &name, FALSE);
        if ((ULONG)status < 0xC0000000 && by_event && WaitForSingleObject(event, 5000))
            printf(" (no event)");
        if ((ULONG)status < 0xC0000000 && !by_event && SleepEx(5000, TRUE) != WAIT_IO_COMPLETION)
            printf(" (no APC)");
        if (status == STATUS_PENDING)
            status = io.Status;
        if (status)
        {
            printf(" end %08lx\n", (unsigned long)status);
            break;
        }
        print_names(buffer);
    }
    if (!by_event)
        printf("  APCs: %s\n", apcs > 1 ? "all" : "missing");
    CloseHandle(event);
    CloseHandle(folder);
}

static void print_line(const wchar_t *path)
{
    char line[100] = "";
    FILE *file = _wfopen(path, L"r");
    printf("%ls: %s\n", path, file && fgets(line, sizeof line, file) ? line : "can't be read");
}

int wmain(int argc, wchar_t **argv)
{
    if (argc < 4)
        return 2;
    setvbuf(stdout, NULL, _IONBF, 0);
    int starts = wcscmp(argv[1], L"-") != 0, started = 0;
    HANDLE watcher = !wcscmp(argv[2], L"lock") ? watch_blocked(argv[3]) : NULL;
    DWORD before = GetTickCount();
    if (starts)
        started = start_late(argv[1]);
    if (starts && !watcher)
        fprintf(stderr, "started %d in %lu ms\n", started, GetTickCount() - before);
    if (!wcscmp(argv[2], L"reparse") && argc > 4)
        reparse(argv[3], argv[4]);
    else if (!wcscmp(argv[2], L"pending"))
    {
        for (int by_event = 0; by_event < 2; by_event++)
        {
            list(argv[3], by_event, L"*");
            list(argv[3], by_event, L"*.txt");
            list(argv[3], by_event, L"nothing*");
        }
        fprintf(stderr, "put off: %ld\n", count("enforced_pending"));
        void (*settle)(void) = (void (*)(void))exported("enforced_settle");
        if (settle)
            settle();
    }
    else if (!wcscmp(argv[2], L"threads"))
    {
        print_line(argv[3]);
        fprintf(stderr, "refused: %ld\n", count("enforced_threads"));
    }
    else if (watcher)
    {
        wchar_t path[1024];
        printf("watching: %s\n", changed ? "no" : "yes");
        swprintf(path, 1024, L"%ls\\a.txt", argv[3]);
        print_line(path);
        swprintf(path, 1024, L"%ls\\made.txt", argv[3]);
        CloseHandle(CreateFileW(path, GENERIC_WRITE, 7, NULL, CREATE_ALWAYS, 0, NULL));
        printf("told: %s\n", WaitForSingleObject(watcher, 10000) || changed != 1 ? "no" : "yes");
        fprintf(stderr, "started %d in %lu ms, waited for %ld\n", started, GetTickCount() - before, count("enforced_waits"));
    }
    fflush(stdout);
    return 0;
}
