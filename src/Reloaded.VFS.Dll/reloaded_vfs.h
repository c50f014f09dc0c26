/*
 * Reloaded VFS: the C interface of reloaded_vfs.dll.
 *
 * A process that has loaded the DLL tells it which real folders and files lie over which paths; from then on the process sees them there.
 * Everything here is exported under its plain name, with the C calling convention, and is kept stable: functions and values are added,
 * never changed. All text is UTF-16, zero-terminated. Paths are absolute Windows paths (C:\game\data), with or without a \\?\ prefix.
 *
 * Threads: every function may be called from any thread at any time, from a DllMain too. On a thread that holds the loader lock (inside a
 * DllMain) the calls that start are put off: they return RVFS_STATUS_DEFERRED, and the start happens before the program's first
 * instruction, or, where that has run, as soon as the loader lock is free. Other calls that need the runtime return
 * RVFS_ERROR_LOADER_LOCK there. No function changes the thread's last error value (GetLastError).
 *
 * A DLL that is loaded and never called starts by itself after 0.2 s, or before the program's first instruction, where rvfs\rvfs.json or
 * rvfs\mods is beside the program, unless the environment variable RVFS_NO_AUTOSTART is set or rvfs.json says "autostart": false. A start
 * with arguments takes such a start's place.
 *
 * Side effect of the first start: the DLL can't be unloaded any more. No thread enters a COM apartment.
 */
#ifndef RELOADED_VFS_H
#define RELOADED_VFS_H

#ifndef _WIN32
#error "reloaded_vfs.h is for programs of Windows: compile with MSVC, clang-cl or MinGW"
#else

#ifndef RVFS_FREESTANDING /* the DLL's own sources bring these types themselves */
#include <stddef.h>
#include <stdint.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define RVFS_CALL __cdecl
#ifdef RVFS_BUILD
#define RVFS_API
#else
#define RVFS_API __declspec(dllimport)
#endif

/* What a call came to: 0 and above is success, below 0 an error; rvfs_last_error has it in words. */
typedef int32_t rvfs_status;
enum {
    RVFS_OK = 0,
    /* Put off until the loader lock is free; see above. rvfs_describe tells later how it went. */
    RVFS_STATUS_DEFERRED = 1,
    /* Started before, by this or another caller, or about to be: these arguments were not used. */
    RVFS_STATUS_ALREADY_STARTED = 2,

    /* This thread holds the loader lock (it is inside a DllMain). */
    RVFS_ERROR_LOADER_LOCK = -1,
    /* Another copy of the DLL is in this process and doesn't have this function. (Where it has, the call goes there.) */
    RVFS_ERROR_SECOND_COPY = -2,
    /* No rvfs_start before this call. */
    RVFS_ERROR_NOT_STARTED = -3,
    /* A null pointer, an unknown size or flag, or a path that isn't absolute. Nothing was done. */
    RVFS_ERROR_INVALID_ARGUMENT = -4,
    /* The configuration can't be read: file, line and key are in rvfs_last_error. */
    RVFS_ERROR_CONFIGURATION = -5,
    /* No such file or folder; of rvfs_start with RVFS_START_STRICT: a folder that it names isn't there. */
    RVFS_ERROR_NOT_FOUND = -6,
    /* A handle that rvfs_add_* never gave, or that was removed. */
    RVFS_ERROR_UNKNOWN_HANDLE = -7,
    /* The hooks could not be installed: nothing is redirected. */
    RVFS_ERROR_HOOKS = -8,
    /* The calling thread is past its end (DLL_THREAD_DETACH and later). */
    RVFS_ERROR_THREAD_ENDING = -9,
    /* The process is ending. */
    RVFS_ERROR_PROCESS_ENDING = -10,
    RVFS_ERROR_OUT_OF_MEMORY = -11,
    /* A fault of the VFS; the text is worth a report. */
    RVFS_ERROR_INTERNAL = -12,
    /* Anti-cheat software lies beside the game, and nothing says that it is played offline: nothing is redirected. */
    RVFS_ERROR_ANTI_CHEAT = -13,
    /* Windows for ARM64, which runs this process emulated: nothing is redirected. */
    RVFS_ERROR_MACHINE = -14
};

/* A redirection, for rvfs_remove. Never 0. */
typedef uint64_t rvfs_handle;

/* A real folder over a folder that the process sees. */
typedef struct rvfs_folder {
    const wchar_t *source; /* the real folder */
    const wchar_t *target; /* where it is seen; need not exist */
} rvfs_folder;

enum {
    /* Redirect nothing until rvfs_enable. */
    RVFS_START_DISABLED = 1,
    /* Fail instead of leaving out what can't be used. */
    RVFS_START_STRICT = 2,
    /* The user plays offline: anti-cheat software beside the game is no reason to refuse. */
    RVFS_START_OFFLINE = 4,
    /* A handle of a mod's file tells its real path and volume, not those that it has in the game's folder. */
    RVFS_START_REAL_NAMES = 8
};

/* What rvfs_start is told. Fill it with zeros, set size, then what is wanted. The call copies everything. */
typedef struct rvfs_options {
    uint32_t size;                 /* sizeof(rvfs_options) */
    uint32_t flags;                /* RVFS_START_* */
    const wchar_t *const *targets; /* folders that mods lie over; none: the folder of the process's exe */
    const wchar_t *mods;           /* a folder of mods, each laid over each target, or null */
    const rvfs_folder *folders;    /* further folders, later ones win, all of them over mods */
    uint32_t target_count;
    uint32_t folder_count;
    const wchar_t *log;    /* a file for the log, or null */
    const wchar_t *report; /* a file for the start report (JSON); null: in rvfs\logs of the first target */
} rvfs_options;

/* Starts with these options. Reads no configuration file. */
RVFS_API rvfs_status RVFS_CALL rvfs_start(const rvfs_options *options);

/* Starts with a configuration file (rvfs.json). Null: rvfs\rvfs.json beside the process's exe, or the defaults where there is none. */
RVFS_API rvfs_status RVFS_CALL rvfs_start_config(const wchar_t *path);

/*
 * Lays a real folder over a virtual one, at once, above everything before it. What changes in the folder on disk later is followed.
 * handle may be null.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_add_folder(const wchar_t *source, const wchar_t *target, rvfs_handle *handle);

/* Lays a real file over a virtual path, at once, above everything before it. handle may be null. */
RVFS_API rvfs_status RVFS_CALL rvfs_add_file(const wchar_t *source, const wchar_t *target, rvfs_handle *handle);

/* Takes one redirection back. Files that are open stay open. */
RVFS_API rvfs_status RVFS_CALL rvfs_remove(rvfs_handle handle);

/* Lets one redirection take part (not 0) or not (0), at its place in the order. Files that are open stay open. */
RVFS_API rvfs_status RVFS_CALL rvfs_set_enabled(rvfs_handle handle, uint32_t enabled);

/*
 * Puts redirections in a new order: of two that have the same file the later one wins. They share out the places that they have now; those
 * that aren't named, mods among them, stay where they are. A handle that is unknown or named twice changes nothing.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_reorder(const rvfs_handle *handles, uint32_t count);

/* Redirects from now on. In force after a start. */
RVFS_API rvfs_status RVFS_CALL rvfs_enable(void);

/*
 * Redirects nothing from now on, until rvfs_enable. Files that are open stay open. Programs that this one starts meanwhile see no mods
 * either, and nor does what they start.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_disable(void);

/*
 * Takes the hooks out and forgets every redirection; rvfs_start may be called again. Other threads may be in the hooked functions. Where
 * another program hooked a function later, the hook stays in and passes every call on. Folders that are open are listed as they are on disk
 * from then on. The DLL stays in the process.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_stop(void);

/* The version: major << 16 | minor << 8 | patch. Never fails, needs no start. */
RVFS_API uint32_t RVFS_CALL rvfs_version(void);

/* The version as text, "0.1.0". The string lives as long as the module. Never fails, needs no start. */
RVFS_API const wchar_t *RVFS_CALL rvfs_version_string(void);

/*
 * The last error of any call in this process, in words: one for the process, because a start that was put off fails on another thread.
 * Copies at most chars - 1 characters and a zero; returns how many the whole text has, without the zero (0: no error yet). buffer may be
 * null where chars is 0. Works inside a DllMain.
 */
RVFS_API uint32_t RVFS_CALL rvfs_last_error(wchar_t *buffer, uint32_t chars);

/*
 * Describes the DLL as it runs, in JSON (UTF-8, zero-terminated): version, whether started and enabled, the runtime's settings, the
 * instruction set, hooks, counts. For reports and tests: fields are added freely. Returns the size in bytes that is needed, with the
 * zero, whether or not it fitted; nothing is written where it doesn't fit. Below 0: an error. Starts the runtime, not the redirection.
 */
RVFS_API int32_t RVFS_CALL rvfs_describe(char *buffer, uint32_t size);

/*
 * What is really behind a path, in JSON (UTF-8, zero-terminated), as rvfs which --json has it: "winner" (null where neither a mod nor the
 * game has the path), "losers", and for a folder "merged", all that make it up. Each has "mod" (null: the game itself), "source", the real
 * path, and "isFolder". The size and the buffer are as for rvfs_describe.
 */
RVFS_API int32_t RVFS_CALL rvfs_which(const wchar_t *path, char *buffer, uint32_t size);

/* What a launcher took out of the program's image while it was suspended, for rvfs_import. */
enum { RVFS_NAME_CHARS = 260 };
typedef struct rvfs_withheld {
    uint32_t size;       /* sizeof(rvfs_withheld) */
    uint32_t import_rva; /* the import directory's entry as it was; the launcher wrote zeros there */
    uint32_t import_size;
    uint32_t ordinal;               /* out: the function that a DLL lacks, where it is named by number */
    uint64_t tls_callback;          /* the first of the program's TLS callbacks, over which the launcher wrote 0; 0: it has none */
    char dll[RVFS_NAME_CHARS];      /* out: the DLL that can't be loaded, or lacks a function; UTF-8 */
    char function[RVFS_NAME_CHARS]; /* out: that function; empty where the DLL itself is missing */
} rvfs_withheld;

/*
 * For launchers: loads what the program imports, puts back what was taken, and calls the program's TLS callbacks, all as Windows' loader
 * does at a process's start; because it happens after rvfs_start, DLLs that mods supply are found. To be called once, before the program's
 * entry point runs, on a thread that doesn't hold the loader lock. RVFS_ERROR_NOT_FOUND: the program can't run; dll and function say why.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_import(rvfs_withheld *withheld);

/* How far an rvfs_entry has come. */
enum {
    RVFS_ENTRY_TO_COME = 0,
    RVFS_ENTRY_BEGUN = 1,     /* the DLL is in the process */
    RVFS_ENTRY_DONE = 2,      /* status has what the start came to */
    RVFS_ENTRY_NOT_LOADED = 3 /* the DLL can't be loaded: status has Windows' error code; for launchers, the DLL never says so */
};
/* Bits of flags. */
enum {
    RVFS_ENTRY_DISABLED = 1,      /* nothing is redirected until rvfs_enable */
    RVFS_ENTRY_CHILD = 2,         /* the process was started by one that has the DLL, not by a launcher */
    RVFS_ENTRY_STOP = 4,          /* where it fails, the process ends with exit_code: nothing of the program runs */
    RVFS_ENTRY_IN_MOD = 8,        /* the working folder is a mod's real one, and becomes the virtual one of which that is a part */
    RVFS_ENTRY_WITHOUT_MODS = 16, /* the process sees what is in the overwrite folder, and no mods; what it starts does */
    RVFS_ENTRY_WITHHELD = 32      /* what the program imports was withheld: where the DLL can't be loaded, the launcher ends the process */
};

/* A start that another process asks for, in this process's memory, where it stays: the other one reads the results there. */
typedef struct rvfs_entry {
    uint32_t size;             /* sizeof(rvfs_entry) */
    volatile int32_t state;    /* out */
    volatile int32_t status;   /* out: an rvfs_status, or Windows' error code */
    volatile int32_t imported; /* out: what rvfs_import came to */
    uint32_t flags;
    uint32_t exit_code;
    uint32_t configuration_size; /* in bytes */
    volatile uint32_t starter;   /* out: the id of the thread that starts */
    const char *configuration;   /* an rvfs.json's content, UTF-8; its paths are absolute */
    void *done;                  /* an event of this process: is set when the results are there, and closed */
    void *go;                    /* an event that is waited for before the program runs, and closed; null: it runs at once */
    rvfs_withheld *withheld;     /* what rvfs_import is called with after the start; null: nothing was withheld */
} rvfs_entry;

/*
 * For launchers: starts from what is in memory, and says there how it went. Meant to be the first thing that the suspended main thread of a
 * new process runs (an APC, which comes after Windows has initialised the process, and before the program's entry point). Other threads of
 * that process may be given the same entry in the same way: the first one there starts, and the others wait until it has.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_enter(rvfs_entry *entry);

/*
 * What mod loaders call after loading a DLL (Reloaded-II, ASI loaders, me3): rvfs_start_config(NULL). 1 where it started, was started
 * before or will start once the loader lock is free; 0 where it failed. Loaders that declare them void ignore that.
 */
RVFS_API int32_t RVFS_CALL ReloadedStart(void);
RVFS_API int32_t RVFS_CALL InitializeASI(void);
RVFS_API int32_t RVFS_CALL Init(void);

/*
 * What ModEngine2 and me3 call in a DLL that their configuration names and nothing more: starts as above. 0, "no extension of mine": both
 * keep the DLL, and ModEngine2's log says so. Neither argument is looked at.
 */
RVFS_API int32_t RVFS_CALL modengine_ext_init(void *connector, void **extension);

/* Reloaded-II: suspending is rvfs_disable, resuming rvfs_enable; the DLL can't be unloaded. 1 is true. */
RVFS_API void RVFS_CALL ReloadedSuspend(void);
RVFS_API void RVFS_CALL ReloadedResume(void);
RVFS_API int32_t RVFS_CALL ReloadedCanSuspend(void);
RVFS_API int32_t RVFS_CALL ReloadedCanUnload(void);

#ifdef __cplusplus
}
#endif
#endif /* _WIN32 */
#endif /* RELOADED_VFS_H */
