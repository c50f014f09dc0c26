/*
 * Shared by the gates: types, the thread environment block, and the tables that managed code fills. No system header: the same files
 * compile with clang on Linux and with cl on Windows, and depend on neither's SDK.
 */
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int i32;
typedef long NTSTATUS;
typedef u16 WCHAR16;
typedef void *HANDLE;
#if defined(_WIN64)
typedef u64 uptr;
#else
typedef u32 uptr;
#endif

#define NULL_ ((void *)0)
#define NT_SUCCESS(s) ((NTSTATUS)(s) >= 0)

/* clang for MSVC doesn't define __GNUC__, but supports gcc's language; gcc compiles parts of this for tests. */
#if defined(__clang__) || defined(__GNUC__)
#define GNU_C 1
#endif

/* A tail call keeps the caller's frame: the original sees exactly the stack that the game left. */
#if defined(__clang__)
#define TAIL __attribute__((musttail)) return
#else
#define TAIL return
#endif
/* A tail call of a function without a result, which a return statement may have only in clang. */
#if defined(__clang__)
#define TAIL_VOID __attribute__((musttail)) return
#else
#define TAIL_VOID
#endif
#define NOINLINE __declspec(noinline)
/* The compiler puts the code for a likely condition first. */
#if defined(GNU_C)
#define LIKELY(condition) __builtin_expect((condition), 1)
#else
#define LIKELY(condition) (condition)
#endif
/* For functions that a MAY_FAULT function uses: out of line they would be outside the section. */
#if defined(GNU_C)
#define FORCE_INLINE static inline __attribute__((always_inline))
#else
#define FORCE_INLINE static __forceinline
#endif
/*
 * Windows' calling convention, and that of every call between C and managed code. On 64 bit it is the only one; on 32 bit the called function
 * takes its arguments off the stack.
 */
#define NTAPI __stdcall

/*
 * A function that accesses the caller's memory, which may be inaccessible. It is in a section of its own, and a fault inside it makes it
 * return 0 (faults.c). It calls nothing, but may end in a tail call of another such function, and holds no resources.
 */
#if defined(GNU_C)
#define MAY_FAULT __attribute__((section(".rvfs$m"), noinline))
#else
#pragma section(".rvfs$m", read, execute)
#define MAY_FAULT __declspec(code_seg(".rvfs$m")) __declspec(noinline)
#endif

/*
 * Returns the 1 of a MAY_FAULT function that has reached its end. Opaque to the compiler, which would otherwise move the constant to the
 * caller, and the caller would never see a fault.
 */
FORCE_INLINE int has_come_to_end(void) {
#if defined(GNU_C)
    int one = 1;
    __asm__ volatile("" : "+r"(one) : : "memory");
#else
    volatile int one = 1;
#endif
    return one;
}

/* Text is aligned to two bytes only. */
#if defined(GNU_C)
typedef u64 __attribute__((aligned(2), may_alias)) text_word;
typedef uptr __attribute__((aligned(1), may_alias)) pointer_word;
/* Eight characters, for compilers that have such a type without a header. */
#if defined(__SSE2__)
#define HAS_TEXT_VECTOR 1
typedef u16 __attribute__((vector_size(16), aligned(2), may_alias)) text_vector;
#endif
#else
typedef __unaligned u64 text_word;
typedef __unaligned uptr pointer_word;
#endif

/* The thread environment block: gs on 64 bit (address space 256), fs on 32 bit (257). */
#if defined(GNU_C)
#if defined(_WIN64) && defined(__clang__)
#define TEB_SEGMENT __attribute__((address_space(256)))
#elif defined(__clang__)
#define TEB_SEGMENT __attribute__((address_space(257)))
#elif defined(_WIN64)
#define TEB_SEGMENT __seg_gs
#else
#define TEB_SEGMENT __seg_fs
#endif
#define TEB_PTR(offset) (*(volatile uptr TEB_SEGMENT *)(uptr)(offset))
#define TEB_U16(offset) (*(volatile u16 TEB_SEGMENT *)(uptr)(offset))
static inline u64 exchange64(volatile u64 *at, u64 value) { return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST); }
static inline int replace64(volatile u64 *at, u64 expected, u64 value) {
    return __atomic_compare_exchange_n(at, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
#else
#if defined(_WIN64)
u64 __readgsqword(unsigned long);
u16 __readgsword(unsigned long);
#pragma intrinsic(__readgsqword, __readgsword)
#define TEB_PTR(offset) __readgsqword(offset)
#define TEB_U16(offset) __readgsword(offset)
#else
unsigned long __readfsdword(unsigned long);
u16 __readfsword(unsigned long);
#pragma intrinsic(__readfsdword, __readfsword)
#define TEB_PTR(offset) __readfsdword(offset)
#define TEB_U16(offset) __readfsword(offset)
#endif
long long _InterlockedCompareExchange64(volatile long long *, long long, long long);
#pragma intrinsic(_InterlockedCompareExchange64)
static __inline u64 exchange64(volatile u64 *at, u64 value) {
    u64 seen;
    do
        seen = *at;
    while ((u64)_InterlockedCompareExchange64((volatile long long *)at, (long long)value, (long long)seen) != seen);
    return seen;
}
static __inline int replace64(volatile u64 *at, u64 expected, u64 value) {
    return (u64)_InterlockedCompareExchange64((volatile long long *)at, (long long)value, (long long)expected) == expected;
}
#endif

/* A single load and a single store of eight aligned bytes: on 32 bit the compiler would make two of each. */
#if defined(_WIN64)
FORCE_INLINE u64 read64(const volatile u64 *at) { return *at; }
FORCE_INLINE void write64(volatile u64 *at, u64 value) { *at = value; }
#elif defined(GNU_C)
typedef u64 __attribute__((vector_size(16))) wide_register;
FORCE_INLINE u64 read64(const volatile u64 *at) {
    wide_register loaded;
    __asm__ volatile("movq %1, %0" : "=x"(loaded) : "m"(*at));
    return loaded[0];
}
FORCE_INLINE void write64(volatile u64 *at, u64 value) {
    wide_register stored = {value, 0};
    __asm__ volatile("movq %1, %0" : "=m"(*at) : "x"(stored));
}
#else
FORCE_INLINE u64 read64(const volatile u64 *at) { return (u64)_InterlockedCompareExchange64((volatile long long *)(uptr)at, 0, 0); }
FORCE_INLINE void write64(volatile u64 *at, u64 value) { exchange64(at, value); }
#endif

/* Offsets in the thread environment block, from ntdll's public symbols. */
enum {
#if defined(_WIN64)
    TEB_SELF = 0x30,
    TEB_LAST_ERROR = 0x68,
    TEB_THREAD_ID = 0x48,            /* ClientId.UniqueThread */
    TEB_THREAD_LOCAL_STORAGE = 0x58, /* array of the modules' TLS blocks */
    TEB_TLS_SLOTS = 0x1480,          /* TlsAlloc slots 0..63 */
    TEB_TLS_EXPANSION = 0x1780,      /* slots from 64 on, or null */
    TEB_SAME_TEB_FLAGS = 0x17EE,
    TEB_LAST_STATUS = 0x1250,
#else
    TEB_SELF = 0x18,
    TEB_LAST_ERROR = 0x34,
    TEB_THREAD_ID = 0x24,
    TEB_THREAD_LOCAL_STORAGE = 0x2C,
    TEB_TLS_SLOTS = 0xE10,
    TEB_TLS_EXPANSION = 0xF94,
    TEB_SAME_TEB_FLAGS = 0xFCA,
    TEB_LAST_STATUS = 0xBF4,
#endif
    TEB_FLAG_LOADER_WORKER = 0x2000,
    TEB_FLAG_SKIP_LOADER_INIT = 0x4000,
    TLS_DIRECT_SLOTS = 64
};

static __inline u32 *last_error(void) { return (u32 *)(TEB_PTR(TEB_SELF) + TEB_LAST_ERROR); }

/* A thread's mark; anything but zero sends every call to the original. Managed twin: ThreadMark. */
enum { MARK_NONE = 0, MARK_INSIDE = 1, MARK_RUNTIME = 2, MARK_ENDED = 4, MARK_NO_PATH = 8 };

/* An entry of the handle table; 0 means that nothing is known of the handle. Managed twin: HandleTable. */
#define HANDLE_UNRELATED 0xFFFFFFFFu  /* low word: queried once, no known folder */
#define HANDLE_NO_FILE 0xFFFFFFFEu    /* low word: no file; its close is followed */
#define HANDLE_UNRESOLVED 0xFFFFFFFDu /* low word: came past the hooks; queried when it matters */
/* low word: delete-pending, as far as is known; nothing else is known of it */
#define HANDLE_DELETE_PENDING 0xFFFFFFFCu
#define HANDLE_SHARED 0x8000000000000000ull /* high bit: another handle leads to the same file object */
#define HANDLE_GENERATION 0x7FFFFFFFu       /* of the high word: tells two openings apart */

struct rvfs_filter;     /* prefix.h */
struct rvfs_mod_names;  /* below */
struct rvfs_attributes; /* OBJECT_ATTRIBUTES */

#define NO_STATE_SLOT 0xFFFFFFFFu /* TLS_OUT_OF_INDEXES: no thread has a mark, and none is let in */

/* Managed twin: GateState, field for field. Everything that opens read is in one cache line. */
struct rvfs_gate {
    volatile i32 enabled;
    volatile i32 process_ending;
    volatile u64 *handles;
    u64 handle_count;
    const struct rvfs_filter *volatile filter; /* null: every name may match */
    volatile i32 children;                     /* 1 if child processes are followed */
    u32 state_slot;                            /* the TlsAlloc index of a thread's mark, allocated when the module is loaded */
    volatile i32 closes;             /* folders that a close deletes, and real ones kept closed until then: managed code sees every close */
    volatile i32 suspended_children; /* suspended children in which the VFS may still have to start */
    volatile u32 names_turn;         /* odd while the gates may answer by the names; changes before and after the names are replaced */
    volatile i32 guards_attributes;  /* 1 if managed code sees each call that sets attributes or times by a handle */
    struct rvfs_mod_names *volatile names;
    /* The end of the cache line, with 64-bit pointers. */
    volatile u32 undecided; /* UNDECIDED_*: the treatment of a change that managed code can't decide */
    /* The places of mods' files, after the name of the drive or device; null: they may be anywhere. */
    const struct rvfs_filter *volatile sources;
    const struct rvfs_attributes *volatile whole; /* the file that states that the run's journal is complete; null without a journal */
};

/* The treatment of a change on a thread that can't enter managed code any more. */
enum {
    UNDECIDED_NONE = 0,
    UNDECIDED_REFUSED = 1, /* the change is refused: the game's writes go to the overwrite folder */
    UNDECIDED_JOURNAL = 2  /* the journal is incomplete from then on */
};

#define NAMES_ARE_KNOWN 1u /* a bit of the turn */

/* The names that mods have, as a Bloom filter of their hashes. Managed twin: ModNameState; queried by mod_names.c. */
struct rvfs_mod_names {
    volatile u64 *words;
    const u64 *keys;               /* the keys that paths are hashed with */
    const volatile i32 *recording; /* not 0: every call enters managed code, which records it */
    volatile u32 count;            /* the number of words */
};

/* Managed twin: GateSlots. */
struct rvfs_gate_slots {
    void *entry;
    void *handler;
    void *original;
};

typedef struct {
    u16 Length, MaximumLength;
    WCHAR16 *Buffer;
} UNICODE_STRING;

typedef struct rvfs_attributes {
    u32 Length;
    HANDLE RootDirectory;
    UNICODE_STRING *ObjectName;
    u32 Attributes;
    void *SecurityDescriptor;
    void *SecurityQualityOfService;
} OBJECT_ATTRIBUTES;

/* Enumerations and flags among the parameters in gates.def. Managed twins: the types of these names. */
typedef u32 FILE_INFORMATION_CLASS, FS_INFORMATION_CLASS, OBJECT_INFORMATION_CLASS, MEMORY_INFORMATION_CLASS;
typedef u32 DIRECTORY_NOTIFY_INFORMATION_CLASS, CompletionFilter, QueryFlags;
typedef u32 AccessMask, ShareAccess, CreateDisposition, CreateOptions, FileAttributes, DuplicateOptions;
typedef u32 ThreadAccess, ThreadCreateFlags, ProcessCreationFlags;

/* The hooked functions, by their index in the table. Managed twin: GateIndex, generated from the same file. */
enum rvfs_gate_index {
#define OWN_GATE(name, library, need, room, result, parameters) GATE_##name,
#define ASKING_GATE(name, library, need, room, result, parameters, arguments, active, first, second, lost) GATE_##name,
#define OPENING_GATE(name, library, need, room, result, parameters, arguments, active, reads, changes, opened) GATE_##name,
#include "gates.def"
    GATE_COUNT
};

/* The type of each hooked function, and its gate. */
#define OWN_GATE(name, library, need, room, result, parameters)                                                                            \
    typedef result(NTAPI *name##_t) parameters;                                                                                            \
    result NTAPI rvfs_gate_##name parameters;
#define ASKING_GATE(name, library, need, room, result, parameters, arguments, active, first, second, lost)                                 \
    OWN_GATE(name, library, need, room, result, parameters)
#define OPENING_GATE(name, library, need, room, result, parameters, arguments, active, reads, changes, opened)                             \
    OWN_GATE(name, library, need, room, result, parameters)
#include "gates.def"

/* The two exits of a gate, with the function's own type. */
#define HANDLER(name) ((name##_t)rvfs_gates[GATE_##name].handler)
#define ORIGINAL(name) ((name##_t)rvfs_gates[GATE_##name].original)

/* Managed twin: CapturedAttributes. */
struct rvfs_captured {
    HANDLE root_directory;
    void *security_descriptor;
    void *security_quality_of_service;
    u32 attributes;
    i32 name_length;
};

/* What a handler saves and restores. Managed twin: ThreadErrors. */
struct rvfs_thread_errors {
    u32 *last_error, *last_status;
    u32 error, status;
};

NTSTATUS NTAPI rvfs_native_close(HANDLE handle); /* handles.c: closes a handle that may be tracked */
uptr *NTAPI rvfs_native_get_thread_state(void);  /* memory.c: the mark, allocated if necessary; null without memory */

extern struct rvfs_gate rvfs_gate_state;
/* The place of an open's name (prefix.h) as mod_names.c finds it, while the names are known, and gate.c, without them. */
int rvfs_find_name(const OBJECT_ATTRIBUTES *attributes);
int rvfs_name_may_match(const OBJECT_ATTRIBUTES *attributes);
int rvfs_may_enter(void);                 /* gate.c: lets this thread into managed code if allowed; returns 1 if so */
int rvfs_is_this_process(HANDLE process); /* handles.c */
extern struct rvfs_gate_slots rvfs_gates[GATE_COUNT];
void rvfs_native_catch_faults(void); /* faults.c: registers the handler, once */
/* Marks the calling thread as ended, and detaches the runtime from it. Set by the DLL before the first hook. Null: nothing to do. */
extern void (*rvfs_thread_exit)(void);

/*
 * Returns the address of this thread's mark, or null if the thread never had one (slots above 63 before the first write; the mark counts as
 * zero).
 */
static __inline uptr *mark_or_null(void) {
    u32 slot = rvfs_gate_state.state_slot;
    if (slot < TLS_DIRECT_SLOTS)
        return (uptr *)(TEB_PTR(TEB_SELF) + TEB_TLS_SLOTS) + slot;
    uptr *expansion = (uptr *)TEB_PTR(TEB_TLS_EXPANSION);
    return expansion && slot != NO_STATE_SLOT ? expansion + (slot - TLS_DIRECT_SLOTS) : (uptr *)NULL_;
}

/*
 * Returns the handle's entry, or null for a value above the table or a pseudo handle. The kernel ignores the two lowest bits, and so must
 * this: the entry that a tagged handle's close left behind would apply to an unrelated handle.
 */
FORCE_INLINE volatile u64 *handle_entry(HANDLE handle) {
    uptr index = (uptr)handle / 4;
    return index < rvfs_gate_state.handle_count ? rvfs_gate_state.handles + index : (volatile u64 *)NULL_;
}
