// Enforces, below every hook that is installed later, rules that Windows enforces and Wine doesn't. RVFS_TEST_ENFORCE names them:
//
//   reparse      OBJ_DONT_REPARSE with a link in the name, \??\C: included: STATUS_REPARSE_POINT_ENCOUNTERED (ntdef.h; Microsoft Learn,
//                "OBJECT_ATTRIBUTES structure"). A drive's letter is a link of the object manager.
//   lock         A call on a handle for synchronous calls waits while another thread is inside a call on it: the file object's lock. A
//                watch on such a handle returns when there is something to tell. By handle: a duplicate has no part in it.
//   pending      A listing through a handle for overlapped calls, with an event or an APC, is done later: STATUS_PENDING.
//   cancel       A file whose name ends in "cancelled.txt" isn't opened to be read alone: STATUS_CANCELLED, as where a filter driver or a
//                network takes a call back. A copy ends in an exception that is neither of input and output nor of access (.NET).
//   stuck        The marker "stuck.rvfshide" isn't made: STATUS_DISK_FULL; and nothing is renamed to "stuck": STATUS_SHARING_VIOLATION.
//   suspend, getcontext, setcontext    The call for another thread is refused: STATUS_ACCESS_DENIED.
//
// enforced_reparse and its like count what was refused, waited for or put off.
#include "stub_hook.h"

__declspec(dllexport) volatile LONG enforced_reparse, enforced_waits, enforced_pending, enforced_threads;

typedef struct
{
    ULONG flags;
    HANDLE root;
    ULONG bytes;
    wchar_t name[1];
} RENAMING; // FILE_RENAME_INFORMATION

enum
{
    FILE_RENAME = 10,
    FILE_MODE = 16,
    DONT_REPARSE = 0x1000,
    SYNCHRONOUS = 0x30,
    OPEN_REPARSE_POINT = 0x200000
};
#define REPARSE_POINT_ENCOUNTERED ((NTSTATUS)0xC000050B)
#define ACCESS_DENIED ((NTSTATUS)0xC0000022)
#define CANCELLED ((NTSTATUS)0xC0000120)
#define DISK_FULL ((NTSTATUS)0xC000007F)
#define SHARING_VIOLATION ((NTSTATUS)0xC0000043)

typedef PIO_APC_ROUTINE APC;
NTSTATUS NTAPI NtQueueApcThread(HANDLE, void *, void *, void *, void *);

#define REAL(name, ...) static NTSTATUS(NTAPI *real_##name)(__VA_ARGS__)
REAL(NtCreateFile, HANDLE *, ACCESS_MASK, OBJECT_ATTRIBUTES *, IO_STATUS_BLOCK *, LARGE_INTEGER *, ULONG, ULONG, ULONG, ULONG, void *,
    ULONG);
REAL(NtOpenFile, HANDLE *, ACCESS_MASK, OBJECT_ATTRIBUTES *, IO_STATUS_BLOCK *, ULONG, ULONG);
REAL(NtQueryAttributesFile, OBJECT_ATTRIBUTES *, void *);
REAL(NtQueryFullAttributesFile, OBJECT_ATTRIBUTES *, void *);
REAL(NtDeleteFile, OBJECT_ATTRIBUTES *);
REAL(NtQueryInformationFile, HANDLE, IO_STATUS_BLOCK *, void *, ULONG, int);
REAL(NtSetInformationFile, HANDLE, IO_STATUS_BLOCK *, void *, ULONG, int);
REAL(NtQueryVolumeInformationFile, HANDLE, IO_STATUS_BLOCK *, void *, ULONG, int);
REAL(NtQueryObject, HANDLE, int, void *, ULONG, ULONG *);
REAL(NtQueryDirectoryFile, HANDLE, HANDLE, APC, void *, IO_STATUS_BLOCK *, void *, ULONG, int, BOOLEAN, UNICODE_STRING *, BOOLEAN);
REAL(NtNotifyChangeDirectoryFile, HANDLE, HANDLE, APC, void *, IO_STATUS_BLOCK *, void *, ULONG, ULONG, BOOLEAN);
REAL(NtSuspendThread, HANDLE, ULONG *);
REAL(NtGetContextThread, HANDLE, CONTEXT *);
REAL(NtSetContextThread, HANDLE, const CONTEXT *);

// ---- reparse ----

// Whether a part of the name leads elsewhere, as far as can be asked: below a handle, and the object manager's own links. `last`: the last
// part too (a call that opens the link itself may have one there). By full names: Wine tells of a link only so.
static int has_link(const OBJECT_ATTRIBUTES *attributes, int last)
{
    static const wchar_t *const links[] = { L"\\??\\", L"\\DosDevices\\", L"\\GLOBAL??\\", L"\\SystemRoot\\" };
    const UNICODE_STRING *name = attributes->ObjectName;
    for (size_t i = 0; !attributes->RootDirectory && i < sizeof links / sizeof *links; i++)
        if (name->Length / 2 > wcslen(links[i]) && !_wcsnicmp(name->Buffer, links[i], wcslen(links[i])))
            return 1;
    struct
    {
        UNICODE_STRING name;
        wchar_t text[2048];
    } root;
    if (!attributes->RootDirectory || name->Length > 2000 || real_NtQueryObject(attributes->RootDirectory, 1, &root, sizeof root / 2, NULL))
        return 0;
    UNICODE_STRING full = { 0, sizeof root.text, root.name.Buffer };
    wchar_t *below = full.Buffer + root.name.Length / 2;
    *below++ = L'\\';
    memcpy(below, name->Buffer, name->Length);
    for (USHORT end = 1; end <= name->Length / 2; end++)
    {
        BASIC_INFORMATION found;
        OBJECT_ATTRIBUTES part = { .Length = sizeof part, .ObjectName = &full, .Attributes = OBJ_CASE_INSENSITIVE };
        full.Length = (USHORT)((below + end - full.Buffer) * 2);
        if ((end < name->Length / 2 ? below[end] == L'\\' : last) && !real_NtQueryAttributesFile(&part, &found)
            && found.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT)
            return 1;
    }
    return 0;
}

static int is_refused(const OBJECT_ATTRIBUTES *attributes, ULONG options)
{
    if (!attributes || !(attributes->Attributes & DONT_REPARSE) || !attributes->ObjectName
        || !has_link(attributes, !(options & OPEN_REPARSE_POINT)))
        return 0;
    InterlockedIncrement(&enforced_reparse);
    return 1;
}

static int cancels, sticks;

static int ends_with(const wchar_t *text, size_t bytes, const wchar_t *ending)
{
    size_t length = wcslen(ending);
    return bytes / 2 >= length && !_wcsnicmp(text + bytes / 2 - length, ending, length);
}

static int is_named(const OBJECT_ATTRIBUTES *attributes, const wchar_t *ending)
{
    const UNICODE_STRING *name = attributes ? attributes->ObjectName : NULL;
    return name && ends_with(name->Buffer, name->Length, ending);
}

static int is_cancelled(const OBJECT_ATTRIBUTES *attributes, ACCESS_MASK access)
{
    const ACCESS_MASK reading = GENERIC_READ | FILE_READ_DATA, others = GENERIC_WRITE | FILE_WRITE_DATA | FILE_APPEND_DATA | DELETE;
    return cancels && (access & reading) && !(access & others) && is_named(attributes, L"cancelled.txt");
}

static NTSTATUS NTAPI enforced_NtCreateFile(HANDLE *file, ACCESS_MASK access, OBJECT_ATTRIBUTES *attributes, IO_STATUS_BLOCK *io,
    LARGE_INTEGER *size, ULONG flags, ULONG share, ULONG disposition, ULONG options, void *ea, ULONG ea_length)
{
    return is_refused(attributes, options) ? REPARSE_POINT_ENCOUNTERED
        : is_cancelled(attributes, access) ? CANCELLED
        : sticks && disposition != FILE_OPEN && is_named(attributes, L"\\stuck.rvfshide")
        ? DISK_FULL
        : real_NtCreateFile(file, access, attributes, io, size, flags, share, disposition, options, ea, ea_length);
}

static NTSTATUS NTAPI enforced_NtOpenFile(
    HANDLE *file, ACCESS_MASK access, OBJECT_ATTRIBUTES *attributes, IO_STATUS_BLOCK *io, ULONG share, ULONG options)
{
    return is_refused(attributes, options) ? REPARSE_POINT_ENCOUNTERED : real_NtOpenFile(file, access, attributes, io, share, options);
}

static NTSTATUS NTAPI enforced_NtQueryAttributesFile(OBJECT_ATTRIBUTES *attributes, void *information)
{
    return is_refused(attributes, OPEN_REPARSE_POINT) ? REPARSE_POINT_ENCOUNTERED : real_NtQueryAttributesFile(attributes, information);
}

static NTSTATUS NTAPI enforced_NtQueryFullAttributesFile(OBJECT_ATTRIBUTES *attributes, void *information)
{
    return is_refused(attributes, OPEN_REPARSE_POINT) ? REPARSE_POINT_ENCOUNTERED : real_NtQueryFullAttributesFile(attributes, information);
}

static NTSTATUS NTAPI enforced_NtDeleteFile(OBJECT_ATTRIBUTES *attributes)
{
    return is_refused(attributes, OPEN_REPARSE_POINT) ? REPARSE_POINT_ENCOUNTERED : real_NtDeleteFile(attributes);
}

// ---- lock ----

enum
{
    MOST_BUSY = 64
};
static struct
{
    HANDLE handle;
    DWORD thread;
} busy[MOST_BUSY]; // under the lock
static SRWLOCK busy_lock;
static int locks;

static int is_synchronous(HANDLE file)
{
    IO_STATUS_BLOCK io;
    ULONG mode = 0;
    return !real_NtQueryInformationFile(file, &io, &mode, sizeof mode, FILE_MODE) && mode & SYNCHRONOUS;
}

// Waits until no other thread is inside a call on the handle.
static void wait_for(HANDLE file)
{
    for (int waits = 0; locks;)
    {
        int held = 0;
        AcquireSRWLockShared(&busy_lock);
        for (int i = 0; i < MOST_BUSY; i++)
            held |= busy[i].handle == file && busy[i].thread != GetCurrentThreadId();
        ReleaseSRWLockShared(&busy_lock);
        if (!held)
            return;
        if (!waits++)
            InterlockedIncrement(&enforced_waits);
        Sleep(1);
    }
}

static void set_busy(HANDLE from, HANDLE to)
{
    AcquireSRWLockExclusive(&busy_lock);
    for (int i = 0; i < MOST_BUSY; i++)
    {
        if (busy[i].handle != from || (from && busy[i].thread != GetCurrentThreadId()))
            continue;
        busy[i].handle = to;
        busy[i].thread = to ? GetCurrentThreadId() : 0;
        break;
    }
    ReleaseSRWLockExclusive(&busy_lock);
}

static NTSTATUS NTAPI enforced_NtNotifyChangeDirectoryFile(
    HANDLE file, HANDLE event, APC apc, void *context, IO_STATUS_BLOCK *io, void *buffer, ULONG length, ULONG filter, BOOLEAN tree)
{
    if (!is_synchronous(file))
        return real_NtNotifyChangeDirectoryFile(file, event, apc, context, io, buffer, length, filter, tree);
    wait_for(file);
    set_busy(NULL, file);
    HANDLE done = event ? event : CreateEventW(NULL, TRUE, FALSE, NULL);
    NTSTATUS status = real_NtNotifyChangeDirectoryFile(file, done, apc, context, io, buffer, length, filter, tree);
    if (status == STATUS_PENDING)
    {
        WaitForSingleObject(done, INFINITE);
        status = io->Status;
    }
    if (!event)
        CloseHandle(done);
    set_busy(file, NULL);
    return status;
}

static NTSTATUS NTAPI enforced_NtQueryInformationFile(HANDLE file, IO_STATUS_BLOCK *io, void *buffer, ULONG length, int class)
{
    wait_for(file);
    return real_NtQueryInformationFile(file, io, buffer, length, class);
}

static NTSTATUS NTAPI enforced_NtSetInformationFile(HANDLE file, IO_STATUS_BLOCK *io, void *buffer, ULONG length, int class)
{
    wait_for(file);
    const RENAMING *renaming = buffer;
    if (sticks && class == FILE_RENAME && ends_with(renaming->name, renaming->bytes, L"\\stuck"))
        return SHARING_VIOLATION;
    return real_NtSetInformationFile(file, io, buffer, length, class);
}

static NTSTATUS NTAPI enforced_NtQueryVolumeInformationFile(HANDLE file, IO_STATUS_BLOCK *io, void *buffer, ULONG length, int class)
{
    wait_for(file);
    return real_NtQueryVolumeInformationFile(file, io, buffer, length, class);
}

static NTSTATUS NTAPI enforced_NtQueryObject(HANDLE object, int class, void *buffer, ULONG length, ULONG *needed)
{
    if (class == 1) // the name, which the file system is asked for
        wait_for(object);
    return real_NtQueryObject(object, class, buffer, length, needed);
}

// ---- pending ----

enum
{
    PENDS_MILLISECONDS = 20
};
static int pends;
static HANDLE lister; // the thread of the last listing that was put off

// Waits until the last listing that was put off is over. To be called before the program ends: one whose thread ended meanwhile crashed.
__declspec(dllexport) void enforced_settle(void)
{
    HANDLE last = InterlockedExchangePointer(&lister, NULL);
    if (last)
    {
        WaitForSingleObject(last, INFINITE);
        CloseHandle(last);
    }
}

typedef struct
{
    HANDLE file, event, thread;
    APC apc;
    void *context, *buffer;
    IO_STATUS_BLOCK *io;
    ULONG length;
    int class;
    BOOLEAN single, restart, has_name;
    UNICODE_STRING name;
    wchar_t text[260];
} LISTING;

static DWORD WINAPI list_later(void *argument)
{
    LISTING *listing = argument;
    IO_STATUS_BLOCK result = { 0 };
    Sleep(PENDS_MILLISECONDS);
    NTSTATUS status = real_NtQueryDirectoryFile(listing->file, NULL, NULL, NULL, &result, listing->buffer, listing->length, listing->class,
        listing->single, listing->has_name ? &listing->name : NULL, listing->restart);
    listing->io->Information = result.Information;
    listing->io->Status = status;
    if (listing->event)
        SetEvent(listing->event);
    if (listing->apc)
        NtQueueApcThread(listing->thread, (void *)listing->apc, listing->context, listing->io, NULL);
    CloseHandle(listing->thread);
    free(listing);
    return 0;
}

static NTSTATUS NTAPI enforced_NtQueryDirectoryFile(HANDLE file, HANDLE event, APC apc, void *context, IO_STATUS_BLOCK *io, void *buffer,
    ULONG length, int class, BOOLEAN single, UNICODE_STRING *name, BOOLEAN restart)
{
    wait_for(file);
    if (!pends || !(event || apc) || is_synchronous(file) || (name && name->Length > sizeof((LISTING *)0)->text))
        return real_NtQueryDirectoryFile(file, event, apc, context, io, buffer, length, class, single, name, restart);
    LISTING *listing = calloc(1, sizeof *listing);
    *listing = (LISTING){ .file = file,
        .event = event,
        .apc = apc,
        .context = context,
        .io = io,
        .buffer = buffer,
        .length = length,
        .class = class,
        .single = single,
        .restart = restart,
        .has_name = name != NULL };
    if (name)
    {
        memcpy(listing->text, name->Buffer, name->Length);
        listing->name = (UNICODE_STRING){ name->Length, name->Length, listing->text };
    }
    DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &listing->thread, 0, FALSE, DUPLICATE_SAME_ACCESS);
    if (event)
        ResetEvent(event);
    io->Status = STATUS_PENDING;
    InterlockedIncrement(&enforced_pending);
    enforced_settle();
    lister = CreateThread(NULL, 0, list_later, listing, 0, NULL);
    return STATUS_PENDING;
}

// ---- threads ----

static int is_other(HANDLE thread) { return thread != GetCurrentThread() && GetThreadId(thread) != GetCurrentThreadId(); }

static NTSTATUS refuse(void)
{
    InterlockedIncrement(&enforced_threads);
    return ACCESS_DENIED;
}

static NTSTATUS NTAPI enforced_NtSuspendThread(HANDLE thread, ULONG *previous)
{
    return is_other(thread) ? refuse() : real_NtSuspendThread(thread, previous);
}
static NTSTATUS NTAPI enforced_NtGetContextThread(HANDLE thread, CONTEXT *context)
{
    return is_other(thread) ? refuse() : real_NtGetContextThread(thread, context);
}
static NTSTATUS NTAPI enforced_NtSetContextThread(HANDLE thread, const CONTEXT *context)
{
    return is_other(thread) ? refuse() : real_NtSetContextThread(thread, context);
}

// ---- which ----

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    char rules[200];
    if (reason != DLL_PROCESS_ATTACH || !GetEnvironmentVariableA("RVFS_TEST_ENFORCE", rules, sizeof rules))
        return TRUE;
#define RULE(name)                                                                                                                         \
    {                                                                                                                                      \
#name, (void *)enforced_##name, (void **)&real_##name                                                                              \
    }
#define SYSTEM(name)                                                                                                                       \
    {                                                                                                                                      \
#name, NULL, (void **)&real_##name                                                                                                 \
    }
    static const struct
    {
        const char *rule;
        struct
        {
            const char *name;
            void *by;
            void **real;
        } functions[8];
    } all[] = {
        { "lock",
            { RULE(NtNotifyChangeDirectoryFile), RULE(NtQueryInformationFile), RULE(NtSetInformationFile),
                RULE(NtQueryVolumeInformationFile), RULE(NtQueryObject), RULE(NtQueryDirectoryFile) } },
        { "reparse",
            { RULE(NtCreateFile), RULE(NtOpenFile), RULE(NtQueryAttributesFile), RULE(NtQueryFullAttributesFile), RULE(NtDeleteFile),
                SYSTEM(NtQueryObject) } },
        { "cancel", { RULE(NtCreateFile) } },
        { "stuck", { RULE(NtCreateFile), RULE(NtSetInformationFile) } },
        { "pending", { RULE(NtQueryDirectoryFile) } },
        { "suspend", { RULE(NtSuspendThread) } },
        { "getcontext", { RULE(NtGetContextThread) } },
        { "setcontext", { RULE(NtSetContextThread) } },
        { "", { SYSTEM(NtQueryInformationFile) } },
    };
    HMODULE ntdll = GetModuleHandleA("ntdll.dll");
    unsigned char *code = near_pages(ntdll, 0x1000);
    locks = strstr(rules, "lock") != NULL;
    cancels = strstr(rules, "cancel") != NULL;
    sticks = strstr(rules, "stuck") != NULL;
    pends = strstr(rules, "pending") != NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    {
        for (size_t j = 0; strstr(rules, all[i].rule) && j < 8 && all[i].functions[j].name; j++)
        {
            void **real = all[i].functions[j].real, *by = all[i].functions[j].by;
            unsigned char *entry = (unsigned char *)(void *)GetProcAddress(ntdll, all[i].functions[j].name);
            if (*real)
                continue; // another rule's too
            if (!is_stub(entry))
                ExitProcess(77);
            // A copy of the stub, past which a hook that comes later doesn't reach.
            *real = code;
            if (by)
                lead_stub(entry, code, by);
            else
                copy_stub(entry, code);
            code += LED_STUB;
        }
    }
    return TRUE;
}
