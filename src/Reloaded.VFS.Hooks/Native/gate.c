/* The gates: what a hooked function's entry jumps to. Each decides, without touching the runtime, whether the call may enter managed code,
   and goes on to the handler or to the original with all arguments where the caller left them. */
#include "notify.h"
#include "prefix.h"

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
    /* A thread that the loader never initialised has no TLS block of ours: the runtime would fault on it. */
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

/* \??\ as four characters in one word. */
#define NT_PREFIX 0x005C003F003F005Cull

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

/* The rest of the second question: names below a handle, and spelled in another way than \??\. A function of its own, so that the usual way needs
   few registers. */
MAY_FAULT int rvfs_other_name_may_match(const OBJECT_ATTRIBUTES *attributes) {
    if (attributes->RootDirectory) {
        volatile u64 *entry = handle_entry(attributes->RootDirectory);
        return entry && (u32)*entry != HANDLE_NOT_OURS;
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
    text += 4;
    length -= 4;
    const struct rvfs_filter *filter = rvfs_gate_state.filter;
    if (!filter)
        return 1;
    const struct rvfs_start *start = filter->starts, *end = start + filter->count;
    const struct rvfs_prefix *prefix = filter_prefixes(filter);
    u64 characters = length >= 4 ? *(const text_word *)text : 0;
    for (; start != end; start++, prefix++) {
        /* The other spellings of a target, a handful, end here. */
        if (length >= 4 && (characters & start->mask) != start->value)
            continue;
        if (has_prefix(text, length, prefix))
            return 1;
    }
    return 0;
}

static __inline int name_may_begin(const OBJECT_ATTRIBUTES *attributes) {
    return attributes && ((uptr)attributes & (sizeof(void *) - 1)) == 0 && rvfs_name_may_begin(attributes);
}

/* Whether a handle is a mod's file or leads to a folder that mods may lie over, or whether that is still to be found out. */
static __inline int handle_is_tracked(HANDLE handle) {
    volatile u64 *entry = handle_entry(handle);
    return entry && (u32)*entry - 1 < HANDLE_OTHER - 1;
}

/* Folders that nobody knows are found out about when they are watched: mods may bring something there later. */
static __inline int handle_may_be_watched(HANDLE handle) {
    volatile u64 *entry = handle_entry(handle);
    return entry && (u32)*entry != HANDLE_OTHER;
}

/* A set of small numbers: information classes. */
#define CLASS(number) (1ull << (number))
#define IS_ONE_OF(class_, set) ((class_) < 64 && ((set) >> (class_) & 1))
enum { FileDispositionInformation = 13, FileDispositionInformationEx = 64, FileRenameInformationEx = 65, FileLinkInformationEx = 72 };
/* FileRenameInformation, FileLinkInformation. The forms that bypass access checks are the kernel's own: it refuses them itself. */
#define RENAME_CLASSES (CLASS(10) | CLASS(11))
/* FileDispositionInformation, FileCompletionInformation, FileIoCompletionNotificationInformation, FileReplaceCompletionInformation */
#define TRACKED_CLASSES (CLASS(13) | CLASS(30) | CLASS(41) | CLASS(61))
/* FileNameInformation, FileAllInformation, FileNormalizedNameInformation, FileVolumeNameInformation, FileIdInformation */
#define NAME_CLASSES (CLASS(9) | CLASS(18) | CLASS(48) | CLASS(58) | CLASS(59))
/* FileFsVolumeInformation, FileFsSizeInformation, FileFsAttributeInformation, FileFsFullSizeInformation */
#define VOLUME_CLASSES (CLASS(1) | CLASS(3) | CLASS(5) | CLASS(7))
enum { ObjectNameInformation = 1, MemoryMappedFilenameInformation = 2 };

/* A new name may lie under a target whatever is renamed; what is deleted, or reports to a port, matters where mods have a part in it. */
static __inline int set_may_matter(HANDLE handle, u32 class_) {
    if (IS_ONE_OF(class_, RENAME_CLASSES) || class_ == FileRenameInformationEx || class_ == FileLinkInformationEx)
        return 1;
    if (!IS_ONE_OF(class_, TRACKED_CLASSES) && class_ != FileDispositionInformationEx)
        return 0;
    if (rvfs_native_notifications.watching && (class_ == FileDispositionInformation || class_ == FileDispositionInformationEx))
        rvfs_notify_going(handle);
    return handle_is_tracked(handle);
}

/* One gate: the parameters as declared, the same as arguments, and two questions that let a call in: the first turns most away at once, the
   second is asked of the rest. */
#define GATE(name, parameters, arguments, first, second)                                                \
    typedef NTSTATUS(NTAPI *name##_t) parameters;                                                  \
    static NTSTATUS NTAPI gate_##name parameters {                                                 \
        if (rvfs_gate_state.enabled && (first) && may_enter() && (second)) {                       \
            enter();                                                                               \
            TAIL((name##_t)rvfs_gates[GATE_##name].handler) arguments;                             \
        }                                                                                          \
        TAIL((name##_t)rvfs_gates[GATE_##name].original) arguments;                                \
    }

GATE(NtCreateFile,
     (HANDLE * handle, u32 access, OBJECT_ATTRIBUTES *oa, void *iosb, void *size, u32 attributes, u32 share, u32 disposition,
      u32 options, void *ea, u32 ea_length),
     (handle, access, oa, iosb, size, attributes, share, disposition, options, ea, ea_length), name_may_begin(oa), rvfs_name_may_match(oa))

GATE(NtOpenFile, (HANDLE * handle, u32 access, OBJECT_ATTRIBUTES *oa, void *iosb, u32 share, u32 options),
     (handle, access, oa, iosb, share, options), name_may_begin(oa), rvfs_name_may_match(oa))

GATE(NtQueryAttributesFile, (OBJECT_ATTRIBUTES * oa, void *information), (oa, information), name_may_begin(oa), rvfs_name_may_match(oa))

GATE(NtQueryFullAttributesFile, (OBJECT_ATTRIBUTES * oa, void *information), (oa, information), name_may_begin(oa), rvfs_name_may_match(oa))

GATE(NtQueryInformationByName, (OBJECT_ATTRIBUTES * oa, void *iosb, void *information, u32 length, u32 class_),
     (oa, iosb, information, length, class_), name_may_begin(oa), rvfs_name_may_match(oa))

GATE(NtDeleteFile, (OBJECT_ATTRIBUTES * oa), (oa), name_may_begin(oa), rvfs_name_may_match(oa))

GATE(NtQueryDirectoryFile,
     (HANDLE handle, HANDLE event, void *apc, void *apc_context, void *iosb, void *information, u32 length, u32 class_, u8 single,
      UNICODE_STRING *pattern, u8 restart),
     (handle, event, apc, apc_context, iosb, information, length, class_, single, pattern, restart), handle_is_tracked(handle), 1)

GATE(NtQueryDirectoryFileEx,
     (HANDLE handle, HANDLE event, void *apc, void *apc_context, void *iosb, void *information, u32 length, u32 class_, u32 flags,
      UNICODE_STRING *pattern),
     (handle, event, apc, apc_context, iosb, information, length, class_, flags, pattern), handle_is_tracked(handle), 1)

/* Most of these ask for sizes, positions and the like: the class turns them away. */
GATE(NtSetInformationFile, (HANDLE handle, void *iosb, void *information, u32 length, u32 class_),
     (handle, iosb, information, length, class_), set_may_matter(handle, class_), 1)

GATE(NtQueryInformationFile, (HANDLE handle, void *iosb, void *information, u32 length, u32 class_),
     (handle, iosb, information, length, class_), IS_ONE_OF(class_, NAME_CLASSES) && handle_is_tracked(handle), 1)

GATE(NtQueryObject, (HANDLE handle, u32 class_, void *information, u32 length, u32 *needed),
     (handle, class_, information, length, needed), class_ == ObjectNameInformation && handle_is_tracked(handle), 1)

GATE(NtQueryVolumeInformationFile, (HANDLE handle, void *iosb, void *information, u32 length, u32 class_),
     (handle, iosb, information, length, class_), IS_ONE_OF(class_, VOLUME_CLASSES) && handle_is_tracked(handle), 1)

GATE(NtQueryVirtualMemory, (HANDLE process, void *address, u32 class_, void *information, uptr length, uptr *needed),
     (process, address, class_, information, length, needed), class_ == MemoryMappedFilenameInformation, 1)

GATE(NtNotifyChangeDirectoryFile,
     (HANDLE handle, HANDLE event, void *apc, void *apc_context, void *iosb, void *buffer, u32 length, u32 filter, u8 tree),
     (handle, event, apc, apc_context, iosb, buffer, length, filter, tree), handle_may_be_watched(handle), 1)

GATE(NtNotifyChangeDirectoryFileEx,
     (HANDLE handle, HANDLE event, void *apc, void *apc_context, void *iosb, void *buffer, u32 length, u32 filter, u8 tree, u32 class_),
     (handle, event, apc, apc_context, iosb, buffer, length, filter, tree, class_), handle_may_be_watched(handle), 1)

/* Of kernelbase. Followed where files aren't redirected, too: what a patcher starts may be the game. */
typedef i32(NTAPI *create_process_t)(HANDLE, WCHAR16 *, WCHAR16 *, void *, void *, i32, u32, void *, WCHAR16 *, void *, void *, HANDLE *);

static i32 NTAPI gate_CreateProcessInternalW(HANDLE token, WCHAR16 *application, WCHAR16 *line, void *process, void *thread, i32 inherit,
                                             u32 flags, void *environment, WCHAR16 *directory, void *startup, void *information,
                                             HANDLE *new_token) {
    if (rvfs_gate_state.children && may_enter()) {
        enter();
        TAIL((create_process_t)rvfs_gates[GATE_CreateProcessInternalW].handler)(token, application, line, process, thread, inherit, flags,
                                                                               environment, directory, startup, information, new_token);
    }
    TAIL((create_process_t)rvfs_gates[GATE_CreateProcessInternalW].original)(token, application, line, process, thread, inherit, flags,
                                                                            environment, directory, startup, information, new_token);
}

/* The remaining gates need no managed code: handles.c, notify.c and lifetime.c. */
NTSTATUS NTAPI rvfs_gate_NtCancelIoFile(HANDLE, void *);
NTSTATUS NTAPI rvfs_gate_NtCancelIoFileEx(HANDLE, void *, void *);
NTSTATUS NTAPI rvfs_gate_NtCancelSynchronousIoFile(HANDLE, void *, void *);
NTSTATUS NTAPI rvfs_gate_NtDuplicateObject(HANDLE, HANDLE, HANDLE, HANDLE *, u32, u32, u32);
NTSTATUS NTAPI rvfs_gate_NtClose(HANDLE);
void NTAPI rvfs_gate_LdrShutdownThread(void);
void NTAPI rvfs_gate_RtlExitUserProcess(NTSTATUS);

#define SLOT(name) {(void *)gate_##name, NULL_, NULL_}
struct rvfs_gate_slots rvfs_gates[GATE_COUNT] = {
    SLOT(NtCreateFile),
    SLOT(NtOpenFile),
    SLOT(NtQueryAttributesFile),
    SLOT(NtQueryFullAttributesFile),
    SLOT(NtQueryInformationByName),
    SLOT(NtDeleteFile),
    SLOT(NtQueryDirectoryFile),
    SLOT(NtQueryDirectoryFileEx),
    SLOT(NtSetInformationFile),
    SLOT(NtQueryInformationFile),
    SLOT(NtQueryObject),
    SLOT(NtQueryVolumeInformationFile),
    SLOT(NtQueryVirtualMemory),
    SLOT(NtNotifyChangeDirectoryFile),
    SLOT(NtNotifyChangeDirectoryFileEx),
    SLOT(CreateProcessInternalW),
    {(void *)rvfs_gate_NtCancelIoFile, NULL_, NULL_},
    {(void *)rvfs_gate_NtCancelIoFileEx, NULL_, NULL_},
    {(void *)rvfs_gate_NtCancelSynchronousIoFile, NULL_, NULL_},
    {(void *)rvfs_gate_NtDuplicateObject, NULL_, NULL_},
    {(void *)rvfs_gate_NtClose, NULL_, NULL_},
    {(void *)rvfs_gate_LdrShutdownThread, NULL_, NULL_},
    {(void *)rvfs_gate_RtlExitUserProcess, NULL_, NULL_},
};

struct rvfs_gate_slots *rvfs_native_get_gate(i32 index) { return index >= 0 && index < GATE_COUNT ? &rvfs_gates[index] : NULL_; }
