/* The gates: what a hooked function's entry jumps to. Each decides, without touching the runtime, whether the call may enter managed code,
   and goes on to the handler or to the original with all arguments where the caller left them. One call comes back: that on a name in a
   target which no mod has (OPENING_GATE). */
#include "floating.h"
#include "notify.h"
#include "prefix.h"

__declspec(dllimport) u32 NTAPI GetProcessIdOfThread(HANDLE thread);
__declspec(dllimport) u32 NTAPI GetCurrentProcessId(void);

int rvfs_name_may_begin(const OBJECT_ATTRIBUTES *attributes);
int rvfs_other_name_may_match(const OBJECT_ATTRIBUTES *attributes);
int rvfs_name_may_match(const OBJECT_ATTRIBUTES *attributes);

__declspec(align(64)) struct rvfs_gate rvfs_gate_state = {.state_slot = NO_STATE_SLOT};

extern u32 _tls_index; /* the linker's: this module's index into a thread's array of TLS blocks */

/* Whether this thread may enter managed code now. */
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

/* From here on, calls of this thread go to the originals until the handler takes the mark back. */
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

FORCE_INLINE int starts_with(const WCHAR16 *text, u32 length, const char *prefix) {
    u32 i = 0;
    for (; prefix[i]; i++) {
        if (i >= length)
            return 0;
        WCHAR16 c = text[i];
        if (c >= 'a' && c <= 'z')
            c -= 32;
        if (c != (WCHAR16)prefix[i])
            return 0;
    }
    return 1;
}

/*
 * The first question, small enough to need no register saved: whether the four characters behind \??\ are those of a target. Most of a
 * process's opens end here. 1 for what only the second question can tell.
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

/* The rest of the second question: names below a handle, and spelled in another way than \??\.
   A function of its own, so that the usual way needs
   few registers. */
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

/* Whether the name can lie under a target. Attributes that can't be read are the kernel's to refuse. */
MAY_FAULT int rvfs_name_may_match(const OBJECT_ATTRIBUTES *attributes) {
    if (attributes->Length != sizeof(OBJECT_ATTRIBUTES))
        return 0;
    const UNICODE_STRING *name = attributes->ObjectName;
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

/* Whether a handle is a mod's file or leads to a folder that mods may lie over, or whether that is still to be found out. */
static __inline int handle_is_tracked(HANDLE handle) {
    volatile u64 *entry = handle_entry(handle);
    return entry && (u32)*entry - 1 < HANDLE_NO_FILE - 1;
}

/* Folders of which nothing is known are found out about when they are watched: mods may bring something there later. */
static __inline int handle_may_be_watched(HANDLE handle) {
    volatile u64 *entry = handle_entry(handle);
    return entry && (u32)*entry != HANDLE_NO_FILE;
}

/* A set of small numbers: information classes. */
#define CLASS(number) (1ull << (number))
#define IS_ONE_OF(class_, set) ((class_) < 64 && (((set) >> (class_)) & 1) != 0)
/* FILE_INFORMATION_CLASS, FS_INFORMATION_CLASS, OBJECT_INFORMATION_CLASS and MEMORY_INFORMATION_CLASS (wdm.h, ntifs.h, phnt). */
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
enum { ObjectNameInformation = 1, MemoryMappedFilenameInformation = 2 };

/* The forms that bypass access checks are the kernel's own: it refuses them itself. */
#define RENAME_CLASSES (CLASS(FileRenameInformation) | CLASS(FileLinkInformation))
#define TRACKED_CLASSES                                                                                                                    \
    (CLASS(FileDispositionInformation) | CLASS(FileCompletionInformation) | CLASS(FileIoCompletionNotificationInformation)                 \
     | CLASS(FileReplaceCompletionInformation))
#define NAME_CLASSES                                                                                                                       \
    (CLASS(FileNameInformation) | CLASS(FileAllInformation) | CLASS(FileNormalizedNameInformation) | CLASS(FileVolumeNameInformation)      \
     | CLASS(FileIdInformation))
#define VOLUME_CLASSES                                                                                                                     \
    (CLASS(FileFsVolumeInformation) | CLASS(FileFsSizeInformation) | CLASS(FileFsAttributeInformation) | CLASS(FileFsFullSizeInformation))

/* A new name may lie under a target whatever is renamed; what is deleted, or reports to a port, matters where mods have a part in it. */
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

/* Whether the names that mods have are known, and nothing else counts. */
static __inline int may_answer(void) { return (rvfs_gate_state.names_turn & NAMES_ARE_KNOWN) && !rvfs_gate_state.closes; }

/* FILE_READ_DATA, FILE_READ_EA, FILE_EXECUTE, FILE_READ_ATTRIBUTES, READ_CONTROL, SYNCHRONIZE, GENERIC_READ, GENERIC_EXECUTE (winnt.h). */
#define READING_RIGHTS (0x1u | 0x8u | 0x20u | 0x80u | 0x20000u | 0x100000u | 0x80000000u | 0x20000000u)
/* winternl.h */
enum {
    FILE_OPEN = 1,
    FILE_DIRECTORY_FILE = 0x1,
    FILE_NON_DIRECTORY_FILE = 0x40,
    FILE_DELETE_ON_CLOSE = 0x1000,
    FILE_OPEN_BY_FILE_ID = 0x2000
};
#define STATUS_OBJECT_PATH_NOT_FOUND ((NTSTATUS)0xC000003A)

/* Whether an open does nothing but read a file that is there. A folder's handle is another matter: mods may bring something there later. */
static __inline int only_reads_file(u32 access, u32 disposition, u32 options) {
    const u32 ways = FILE_DIRECTORY_FILE | FILE_NON_DIRECTORY_FILE | FILE_DELETE_ON_CLOSE | FILE_OPEN_BY_FILE_ID;
    return (access & ~READING_RIGHTS) == 0 && disposition == FILE_OPEN && (options & ways) == FILE_NON_DIRECTORY_FILE;
}

/*
 * Drops what an earlier handle of the same value has left in the table, should it have been closed past the hooks. The original has just
 * written the handle.
 */
int rvfs_forget_earlier(const HANDLE *opened);
MAY_FAULT int rvfs_forget_earlier(const HANDLE *opened) {
    volatile u64 *entry = handle_entry((HANDLE) * (const volatile pointer_word *)opened);
    if (entry && *entry)
        *entry = 0;
    return has_come_to_end();
}

static __inline void forget_earlier(const HANDLE *opened) {
    if (opened)
        rvfs_forget_earlier(opened);
}

/*
 * Whether a thread is another process's. One of this process may have been stopped by a runtime, the DLL's or the game's, that lets it go
 * on: managed code must not come before that, for it may have to wait for the stopped thread.
 */
static NOINLINE int is_others_thread(HANDLE thread) {
    /* A handle without query access sets the last error, which is the caller's. */
    u32 error = *last_error(), process = GetProcessIdOfThread(thread);
    *last_error() = error;
    return process && process != GetCurrentProcessId();
}

/* The gates that ask: one function for each row of the table. */
#define OWN_GATE(name, library, need, room, result, parameters)
/* Managed code and its collector calculate: what the thread has calculated is still its own. */
#define ASKING_GATE(name, library, need, room, result, parameters, arguments, active, first, second)                                       \
    result NTAPI rvfs_gate_##name parameters {                                                                                             \
        if (rvfs_gate_state.active && (first) && may_enter() && (second)) {                                                                \
            enter();                                                                                                                       \
            u32 mxcsr = read_mxcsr();                                                                                                      \
            result value = HANDLER(name) arguments;                                                                                        \
            write_mxcsr(mxcsr);                                                                                                            \
            return value;                                                                                                                  \
        }                                                                                                                                  \
        TAIL ORIGINAL(name) arguments;                                                                                                     \
    }
/*
 * A name of the game's own that no mod has anything to do with goes to the original, and comes back here: where the original knows the
 * folder above it, that is the answer. A folder that it doesn't know may be one that only mods have. The handler is told that the call was
 * made.
 */
#define OPENING_GATE(name, library, need, room, result, parameters, arguments, active, reads, opened)                                      \
    result NTAPI rvfs_gate_##name parameters {                                                                                             \
        if (!rvfs_gate_state.active || !name_may_begin(oa))                                                                                \
            TAIL ORIGINAL(name) arguments;                                                                                                 \
        if ((reads) && may_answer() && rvfs_mods_lack(oa)) {                                                                               \
            result status = ORIGINAL(name) arguments;                                                                                      \
            if (status == STATUS_OBJECT_PATH_NOT_FOUND && rvfs_gate_state.active && may_enter()) {                                         \
                *mark_or_null() = MARK_INSIDE | MARK_NO_PATH;                                                                              \
                TAIL HANDLER(name) arguments;                                                                                              \
            }                                                                                                                              \
            if (NT_SUCCESS(status))                                                                                                        \
                forget_earlier(opened);                                                                                                    \
            return status;                                                                                                                 \
        }                                                                                                                                  \
        if (may_enter() && rvfs_name_may_match(oa)) {                                                                                      \
            enter();                                                                                                                       \
            TAIL HANDLER(name) arguments;                                                                                                  \
        }                                                                                                                                  \
        TAIL ORIGINAL(name) arguments;                                                                                                     \
    }
#include "gates.def"

#define OWN_GATE(name, library, need, room, result, parameters) [GATE_##name] = {(void *)rvfs_gate_##name, NULL_, NULL_},
#define ASKING_GATE(name, library, need, room, result, parameters, arguments, active, first, second)                                       \
    OWN_GATE(name, library, need, room, result, parameters)
#define OPENING_GATE(name, library, need, room, result, parameters, arguments, active, reads, opened)                                      \
    OWN_GATE(name, library, need, room, result, parameters)
struct rvfs_gate_slots rvfs_gates[GATE_COUNT] = {
#include "gates.def"
};

struct rvfs_gate_slots *rvfs_native_get_gate(i32 index) {
    return index >= 0 && index < GATE_COUNT ? &rvfs_gates[index] : NULL_;
}
