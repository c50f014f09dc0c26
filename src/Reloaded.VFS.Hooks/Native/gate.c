/*
 * The gates: the code that a hooked function's entry jumps to. Each decides, without the runtime, whether the call may enter managed code,
 * and continues in the handler or in the original with all arguments in place. One call returns to its gate: that for a name in a target
 * that no mod has (OPENING_GATE).
 */
#include "floating.h"
#include "notify.h"
#include "prefix.h"

__declspec(dllimport) u32 NTAPI GetProcessIdOfThread(HANDLE thread);
__declspec(dllimport) u32 NTAPI GetCurrentProcessId(void);

i32 NTAPI rvfs_native_try_copy(void *destination, const void *source, uptr count);
int rvfs_name_may_begin(const OBJECT_ATTRIBUTES *attributes);
int rvfs_other_name_may_match(const OBJECT_ATTRIBUTES *attributes);

__declspec(align(64)) struct rvfs_gate rvfs_gate_state = {.state_slot = NO_STATE_SLOT};

extern u32 _tls_index; /* the linker's: this module's index in a thread's array of TLS blocks */

/* Returns 1 if this thread may enter managed code now. */
static __inline int may_enter(void) {
    uptr *mark = mark_or_null();
    if (mark && *mark != MARK_NONE)
        return 0;
    if (TEB_U16(TEB_SAME_TEB_FLAGS) & (TEB_FLAG_LOADER_WORKER | TEB_FLAG_SKIP_LOADER_INIT))
        return 0;
    /* A thread that the loader never initialised has no TLS block of the DLL: the runtime would fault on it. */
    void **blocks = (void **)TEB_PTR(TEB_THREAD_LOCAL_STORAGE);
    if (blocks == NULL_ || blocks[_tls_index] == NULL_)
        return 0;
    /* Without a mark the thread couldn't be kept out while it attaches to the runtime. */
    return mark || rvfs_native_get_thread_state();
}

/* Makes this thread's calls go to the originals until the handler clears the mark. */
static __inline void enter(void) {
    uptr *mark = mark_or_null();
    if (mark)
        *mark = MARK_INSIDE;
}

int rvfs_may_enter(void) {
    if (!rvfs_gate_state.enabled || rvfs_gate_state.process_ending || !may_enter())
        return 0;
    enter();
    return 1;
}

/*
 * The first test, small enough to need no saved register: are the four characters after \??\ those of a target? Most of a process's opens
 * end here. Returns 1 if only the second test can tell.
 */
MAY_FAULT int rvfs_name_may_begin(const OBJECT_ATTRIBUTES *attributes) {
    const UNICODE_STRING *name = attributes->ObjectName;
    const struct rvfs_filter *filter = rvfs_gate_state.filter;
    if (attributes->RootDirectory || !name || ((uptr)name & (sizeof(void *) - 1)) || name->Length < 16 || !filter)
        return 1;
    const text_word *word = (const text_word *)name->Buffer;
    if (!word || ((uptr)word & 1) || word[0] != NT_PREFIX)
        return 1;
    u64 characters = word[1];
    if (!(filter->first_characters >> (characters & SAME_IN_BOTH_CASES) & 1))
        return 0;
    const struct rvfs_start *start = filter->starts, *end = start + filter->count;
    for (; start != end; start++) {
        if ((characters & start->mask) == start->value)
            return 1;
    }
    return 0;
}

/*
 * The rest of the second test: names relative to a handle, and names that begin otherwise than with \??\. A separate function, so that the
 * usual path needs few registers.
 */
MAY_FAULT int rvfs_other_name_may_match(const OBJECT_ATTRIBUTES *attributes) {
    if (attributes->RootDirectory) {
        volatile u64 *entry = handle_entry(attributes->RootDirectory);
        return entry && (u32)*entry != HANDLE_UNRELATED;
    }
    u32 length = attributes->ObjectName->Length / 2;
    const WCHAR16 *text = attributes->ObjectName->Buffer;
    return starts_with(text, length, "\\DOSDEVICES\\") || starts_with(text, length, "\\GLOBAL??\\")
        || starts_with(text, length, "\\DEVICE\\HARDDISKVOLUME") || starts_with(text, length, "\\DEVICE\\MUP\\");
}

/* Returns 1 if the name may be below a target. Unreadable attributes are left for the kernel to refuse. */
MAY_FAULT int rvfs_name_may_match(const OBJECT_ATTRIBUTES *attributes) {
    if (attributes->Length != sizeof(OBJECT_ATTRIBUTES))
        return 0;
    const UNICODE_STRING *name = attributes->ObjectName;
    /* Without a name, the handle's own object is reopened. */
    if (!name && attributes->RootDirectory)
        TAIL rvfs_other_name_may_match(attributes);
    if (!name || ((uptr)name & (sizeof(void *) - 1)) || (name->Length & 1))
        return 0;
    if (attributes->RootDirectory)
        TAIL rvfs_other_name_may_match(attributes);
    u32 length = name->Length / 2;
    const WCHAR16 *text = name->Buffer;
    if (length < 6 || !text || ((uptr)text & 1))
        return 0;
    if (*(const text_word *)text != NT_PREFIX)
        TAIL rvfs_other_name_may_match(attributes);
    const struct rvfs_filter *filter = rvfs_gate_state.filter;
    return !filter || find_place(text + NT_PREFIX_LENGTH, length - NT_PREFIX_LENGTH, filter) != NAME_IS_OUTSIDE;
}

static __inline int name_may_begin(const OBJECT_ATTRIBUTES *attributes) {
    return attributes && ((uptr)attributes & (sizeof(void *) - 1)) == 0 && rvfs_name_may_begin(attributes);
}

/* Returns 1 if a handle is a mod's file, leads to a folder that mods may lie over, or is still to be queried. */
static __inline int handle_is_tracked(HANDLE handle) {
    volatile u64 *entry = handle_entry(handle);
    return entry && (u32)*entry - 1 < HANDLE_NO_FILE - 1;
}

/* Returns 1 for unknown folders, too: they are queried when they are watched, because mods may add something later. */
static __inline int handle_may_be_watched(HANDLE handle) {
    volatile u64 *entry = handle_entry(handle);
    return entry && (u32)*entry != HANDLE_NO_FILE;
}

/* A set of small numbers: information classes. */
#define CLASS(number) (1ull << (number))
#define IS_ONE_OF(class_, set) ((class_) < 64 && (((set) >> (class_)) & 1) != 0)
/* FILE_INFORMATION_CLASS, FS_INFORMATION_CLASS and OBJECT_INFORMATION_CLASS (wdm.h, ntifs.h, phnt). */
enum {
    FileBasicInformation = 4,
    FileNameInformation = 9,
    FileRenameInformation = 10,
    FileLinkInformation = 11,
    FileDispositionInformation = 13,
    FileAllInformation = 18,
    FileCompletionInformation = 30,
    FileIoCompletionNotificationInformation = 41,
    FileNormalizedNameInformation = 48,
    FileVolumeNameInformation = 58,
    FileIdInformation = 59,
    FileReplaceCompletionInformation = 61,
    FileDispositionInformationEx = 64,
    FileRenameInformationEx = 65,
    FileLinkInformationEx = 72
};
enum { FileFsVolumeInformation = 1, FileFsSizeInformation = 3, FileFsAttributeInformation = 5, FileFsFullSizeInformation = 7 };
enum { ObjectNameInformation = 1 };

/* The forms that bypass access checks are for the kernel, which refuses them itself. */
#define RENAME_CLASSES (CLASS(FileRenameInformation) | CLASS(FileLinkInformation))
#define TRACKED_CLASSES                                                                                                                    \
    (CLASS(FileDispositionInformation) | CLASS(FileCompletionInformation) | CLASS(FileIoCompletionNotificationInformation)                 \
     | CLASS(FileReplaceCompletionInformation))
#define NAME_CLASSES                                                                                                                       \
    (CLASS(FileNameInformation) | CLASS(FileAllInformation) | CLASS(FileNormalizedNameInformation) | CLASS(FileVolumeNameInformation)      \
     | CLASS(FileIdInformation))
#define VOLUME_CLASSES                                                                                                                     \
    (CLASS(FileFsVolumeInformation) | CLASS(FileFsSizeInformation) | CLASS(FileFsAttributeInformation) | CLASS(FileFsFullSizeInformation))

/*
 * A new name may be below a target, whatever is renamed. A deletion or a completion port matters only if mods have a part in the handle's
 * object.
 */
static __inline int set_may_matter(HANDLE handle, u32 class_) {
    if (IS_ONE_OF(class_, RENAME_CLASSES) || class_ == FileRenameInformationEx || class_ == FileLinkInformationEx)
        return 1;
    if (class_ == FileBasicInformation)
        return rvfs_gate_state.guards_attributes;
    if (!IS_ONE_OF(class_, TRACKED_CLASSES) && class_ != FileDispositionInformationEx)
        return 0;
    if (rvfs_native_notifications.watching && (class_ == FileDispositionInformation || class_ == FileDispositionInformationEx))
        rvfs_notify_going(handle);
    return handle_is_tracked(handle);
}

/* FILE_RENAME_INFORMATION, and FILE_LINK_INFORMATION, which has the same fields (ntifs.h). */
struct rvfs_new_name {
    u32 flags;
    HANDLE root_directory;
    u32 length;
    WCHAR16 name[1];
};

/* Returns 1 if a rename or hard link may bring a name into a target. */
static int new_name_may_match(const struct rvfs_new_name *information, u32 length) {
    const uptr header = (uptr)((struct rvfs_new_name *)0)->name;
    struct rvfs_new_name copy;
    if (!information || length < header || !rvfs_native_try_copy(&copy, information, header))
        return 0;
    u16 bytes = (u16)copy.length;
    UNICODE_STRING name = {bytes, bytes, (WCHAR16 *)information->name};
    OBJECT_ATTRIBUTES attributes = {.Length = sizeof attributes, .RootDirectory = copy.root_directory, .ObjectName = &name};
    return rvfs_name_may_match(&attributes);
}

/* Returns 1 if the call may rename, link or delete something in a target. */
static NOINLINE int set_may_change(HANDLE handle, u32 class_, const void *information, u32 length) {
    int is_named = IS_ONE_OF(class_, RENAME_CLASSES) || class_ == FileRenameInformationEx || class_ == FileLinkInformationEx;
    if (!is_named && class_ != FileDispositionInformation && class_ != FileDispositionInformationEx)
        return 0;
    return handle_is_tracked(handle) || (is_named && new_name_may_match(information, length));
}

/* Returns 1 if the mods' names are known and nothing else decides. */
static __inline int may_answer(void) { return (rvfs_gate_state.names_turn & NAMES_ARE_KNOWN) && !rvfs_gate_state.closes; }

/* FILE_READ_DATA, FILE_READ_EA, FILE_EXECUTE, FILE_READ_ATTRIBUTES, READ_CONTROL, SYNCHRONIZE, GENERIC_READ, GENERIC_EXECUTE (winnt.h). */
#define READING_RIGHTS (0x1u | 0x8u | 0x20u | 0x80u | 0x20000u | 0x100000u | 0x80000000u | 0x20000000u)
/* winternl.h */
enum {
    FILE_OPEN = 1,
    FILE_DIRECTORY_FILE = 0x1,
    FILE_SYNCHRONOUS_IO_NONALERT = 0x20,
    FILE_NON_DIRECTORY_FILE = 0x40,
    FILE_DELETE_ON_CLOSE = 0x1000,
    FILE_OPEN_BY_FILE_ID = 0x2000
};
#define SYNCHRONIZE 0x100000u
#define STATUS_ACCESS_DENIED ((NTSTATUS)0xC0000022)
#define STATUS_OBJECT_PATH_NOT_FOUND ((NTSTATUS)0xC000003A)

/* Returns 1 if an open only reads an existing file. A folder's handle doesn't qualify: mods may add something to the folder later. */
static __inline int only_reads_file(u32 access, u32 disposition, u32 options) {
    const u32 ways = FILE_DIRECTORY_FILE | FILE_NON_DIRECTORY_FILE | FILE_DELETE_ON_CLOSE | FILE_OPEN_BY_FILE_ID;
    return (access & ~READING_RIGHTS) == 0 && disposition == FILE_OPEN && (options & ways) == FILE_NON_DIRECTORY_FILE;
}

/* Returns 1 if an open may change the file, or returns a handle that may. */
static __inline int may_change(u32 access, u32 disposition, u32 options) {
    return (access & ~READING_RIGHTS) != 0 || disposition != FILE_OPEN || (options & FILE_DELETE_ON_CLOSE);
}

/* Returns 1 for SetFileAttributes of Wine: its NtSetInformationFile requires no access. */
static __inline int sets_attributes(u32 access, u32 share, u32 options) {
    return access == SYNCHRONIZE && share == 0 && options == FILE_SYNCHRONOUS_IO_NONALERT;
}

/*
 * Returns 1 if a change must be refused on a thread that can't enter managed code. Inside a handler, and on a thread of the runtime, the
 * VFS itself makes the change. Any other such thread, or its process, is ending, or the loader never initialised the thread: nothing can
 * tell where the change belongs.
 */
static NOINLINE int is_refused(void) {
    uptr *mark = mark_or_null();
    if (mark && (*mark & (MARK_INSIDE | MARK_RUNTIME)) && !(*mark & MARK_ENDED))
        return 0;
    if (rvfs_gate_state.undecided & UNDECIDED_REFUSED)
        return 1;
    const OBJECT_ATTRIBUTES *whole = rvfs_gate_state.whole;
    if (whole) {
        rvfs_gate_state.whole = NULL_;
        ORIGINAL(NtDeleteFile)((OBJECT_ATTRIBUTES *)whole);
    }
    return 0;
}

/*
 * Clears the entry that an earlier handle of the same value may have left in the table if it was closed past the hooks. The original has
 * just written the handle.
 */
int rvfs_forget_earlier(const HANDLE *opened);
MAY_FAULT int rvfs_forget_earlier(const HANDLE *opened) {
    volatile u64 *entry = handle_entry((HANDLE) * (const volatile pointer_word *)opened);
    if (entry && read64(entry))
        write64(entry, 0);
    return has_come_to_end();
}

static __inline void forget_earlier(const HANDLE *opened) {
    if (opened)
        rvfs_forget_earlier(opened);
}

/*
 * Returns 1 if a thread is another process's. A thread of this process may have been suspended by a runtime (the DLL's or the game's),
 * which resumes it now: managed code must not run before that, because it may have to wait for the suspended thread.
 */
static NOINLINE int is_others_thread(HANDLE thread) {
    /* A handle without query access would change the caller's last error. */
    u32 error = *last_error(), process = GetProcessIdOfThread(thread);
    *last_error() = error;
    return process && process != GetCurrentProcessId();
}

/* What CreateProcess reads of its caller's memory, and the destination of the result. */
struct rvfs_program {
    const volatile WCHAR16 *application, *line, *directory;
    const volatile u8 *process, *thread, *environment, *startup, *information;
    u32 flags;
};
int rvfs_program_can_be_read(const struct rvfs_program *program);

/* processthreadsapi.h, minwinbase.h, winbase.h */
enum {
    CREATE_UNICODE_ENVIRONMENT = 0x400,
    SECURITY_ATTRIBUTES_SIZE = 3 * sizeof(void *),
    PROCESS_INFORMATION_SIZE = 2 * sizeof(void *) + 8,
    STARTUPINFO_SIZE = 8 * sizeof(void *) + 40 - (sizeof(void *) == 4 ? 4 : 0),
    STARTUPINFO_TEXTS = 3 /* behind the first field */
};

FORCE_INLINE void read_text(const volatile WCHAR16 *text) {
    while (text && *text)
        text++;
}

FORCE_INLINE void read_ends(const volatile u8 *structure, u32 size) {
    if (structure) {
        (void)structure[0];
        (void)structure[size - 1];
    }
}

/*
 * If the caller's pointers are invalid, the original raises an exception that the caller may expect. The exception must not pass through
 * managed code, which would be left without the runtime's knowledge.
 */
MAY_FAULT int rvfs_program_can_be_read(const struct rvfs_program *program) {
    if (!program->startup || !program->information)
        return 0;
    read_text(program->application);
    read_text(program->line);
    read_text(program->directory);
    read_ends(program->process, SECURITY_ATTRIBUTES_SIZE);
    read_ends(program->thread, SECURITY_ATTRIBUTES_SIZE);
    read_ends(program->startup, STARTUPINFO_SIZE);
    read_ends(program->information, PROCESS_INFORMATION_SIZE);
    const volatile WCHAR16 *const volatile *texts = (const volatile WCHAR16 *const volatile *)program->startup;
    for (u32 i = 1; i <= STARTUPINFO_TEXTS; i++)
        read_text(texts[i]);
    /* Texts one after the other, ended by an empty one. */
    if (program->environment && (program->flags & CREATE_UNICODE_ENVIRONMENT)) {
        const volatile WCHAR16 *variable = (const volatile WCHAR16 *)program->environment;
        while (variable[0] || variable[1])
            variable++;
    } else if (program->environment) {
        const volatile u8 *variable = program->environment;
        while (variable[0] || variable[1])
            variable++;
    }
    return has_come_to_end();
}

static int can_be_read(const WCHAR16 *application, const WCHAR16 *line, const void *process, const void *thread, u32 flags,
                       const void *environment, const WCHAR16 *directory, const void *startup, const void *information) {
    struct rvfs_program program = {application, line, directory, process, thread, environment, startup, information, flags};
    return rvfs_program_can_be_read(&program);
}

/* The gates that ask: one function for each row of the table. */
#define OWN_GATE(name, library, need, room, result, parameters)
#define ASKING_GATE(name, library, need, room, result, parameters, arguments, active, first, second, lost)                                 \
    result NTAPI rvfs_gate_##name parameters {                                                                                             \
        if (rvfs_gate_state.active && (first)) {                                                                                           \
            if (!may_enter()) {                                                                                                            \
                if (rvfs_gate_state.undecided && (lost) && is_refused())                                                                   \
                    return (result)STATUS_ACCESS_DENIED;                                                                                   \
            } else if (second) {                                                                                                           \
                enter();                                                                                                                   \
                u32 mxcsr = begin_managed();                                                                                               \
                result value = HANDLER(name) arguments;                                                                                    \
                end_managed(mxcsr);                                                                                                        \
                return value;                                                                                                              \
            }                                                                                                                              \
        }                                                                                                                                  \
        TAIL ORIGINAL(name) arguments;                                                                                                     \
    }
/*
 * Continues in the handler of an open. The handler does no floating-point arithmetic: usually nothing has to be restored, and the handler
 * takes over the caller's frame.
 */
#define GO_ON_TO_HANDLER(name, result, arguments)                                                                                          \
    do {                                                                                                                                   \
        if (is_set_otherwise()) {                                                                                                          \
            u32 mxcsr = begin_managed();                                                                                                   \
            result value = HANDLER(name) arguments;                                                                                        \
            end_managed(mxcsr);                                                                                                            \
            return value;                                                                                                                  \
        }                                                                                                                                  \
        TAIL HANDLER(name) arguments;                                                                                                      \
    } while (0)
/*
 * A name of the game's own files that no mod has goes to the original, which returns here: if the original knows the parent folder, its
 * result stands. A parent folder that it doesn't know may exist only in mods: the handler is then called, and told that the call was made.
 * The name is compared with the targets once, by one of two functions.
 */
#define OPENING_GATE(name, library, need, room, result, parameters, arguments, active, reads, changes, opened)                             \
    result NTAPI rvfs_gate_##name parameters {                                                                                             \
        if (LIKELY(!rvfs_gate_state.active || !name_may_begin(oa)))                                                                        \
            TAIL ORIGINAL(name) arguments;                                                                                                 \
        int place = (reads) && may_answer() ? rvfs_find_name(oa) : rvfs_name_may_match(oa);                                                \
        if (place == NAME_IS_IN_NO_MOD) {                                                                                                  \
            result status = ORIGINAL(name) arguments;                                                                                      \
            if (status == STATUS_OBJECT_PATH_NOT_FOUND && rvfs_gate_state.active && may_enter()) {                                         \
                *mark_or_null() = MARK_INSIDE | MARK_NO_PATH;                                                                              \
                GO_ON_TO_HANDLER(name, result, arguments);                                                                                 \
            }                                                                                                                              \
            if (NT_SUCCESS(status))                                                                                                        \
                forget_earlier(opened);                                                                                                    \
            return status;                                                                                                                 \
        }                                                                                                                                  \
        if (place != NAME_IS_OUTSIDE) {                                                                                                    \
            if (may_enter()) {                                                                                                             \
                enter();                                                                                                                   \
                GO_ON_TO_HANDLER(name, result, arguments);                                                                                 \
            }                                                                                                                              \
            if (rvfs_gate_state.undecided && (changes) && is_refused())                                                                    \
                return STATUS_ACCESS_DENIED;                                                                                               \
        }                                                                                                                                  \
        TAIL ORIGINAL(name) arguments;                                                                                                     \
    }
#include "gates.def"

#define OWN_GATE(name, library, need, room, result, parameters) [GATE_##name] = {(void *)rvfs_gate_##name, NULL_, NULL_},
#define ASKING_GATE(name, library, need, room, result, parameters, arguments, active, first, second, lost)                                 \
    OWN_GATE(name, library, need, room, result, parameters)
#define OPENING_GATE(name, library, need, room, result, parameters, arguments, active, reads, changes, opened)                             \
    OWN_GATE(name, library, need, room, result, parameters)
struct rvfs_gate_slots rvfs_gates[GATE_COUNT] = {
#include "gates.def"
};

struct rvfs_gate_slots *NTAPI rvfs_native_get_gate(i32 index) {
    return index >= 0 && index < GATE_COUNT ? &rvfs_gates[index] : NULL_;
}
