/*
 * Reloaded VFS: the C interface of reloaded_vfs.dll.
 *
 * A process loads the DLL and tells it which real folders and files to lay over which paths; from then on the process sees them there.
 * Functions are exported under their plain names with the C calling convention. The interface is stable: functions and values are added,
 * never changed. Text is UTF-16 and NUL-terminated unless stated otherwise. Paths are absolute Windows paths (C:\game\data), with or
 * without the prefix \\?\.
 *
 * Threads: every function may be called on any thread at any time, even in a DllMain. On a thread that holds the loader lock (inside a
 * DllMain) the functions that start the VFS defer the start and return RVFS_STATUS_DEFERRED. The start then runs before the program's first
 * instruction, or, if the program runs already, as soon as the loader lock is free. Other functions that need the runtime return
 * RVFS_ERROR_LOADER_LOCK there. No function changes the thread's last error (GetLastError).
 *
 * Automatic start: if no function is called, the DLL starts by itself, before the program's first instruction or 0.2 s after it was loaded,
 * if rvfs\rvfs.json or rvfs\mods exists beside the program. The environment variable RVFS_NO_AUTOSTART or "autostart": false in rvfs.json
 * prevents that. A later start with arguments replaces an automatic one.
 *
 * After the first start the DLL can't be unloaded. No thread enters a COM apartment.
 */
#ifndef RELOADED_VFS_H
#define RELOADED_VFS_H

#ifndef _WIN32
#error "reloaded_vfs.h is for programs of Windows: compile with MSVC, clang-cl or MinGW"
#else

#ifndef RVFS_FREESTANDING /* the DLL's own sources define these types themselves */
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

/* The result of a call: 0 and above is success, below 0 an error. rvfs_last_error returns the error's text. */
typedef int32_t rvfs_status;
enum {
    RVFS_OK = 0,
    /* Deferred until the loader lock is free (see above). rvfs_describe tells the result later. */
    RVFS_STATUS_DEFERRED = 1,
    /* Started before, by this or another caller, or about to start. These arguments were ignored. */
    RVFS_STATUS_ALREADY_STARTED = 2,

    /* The calling thread holds the loader lock (it is inside a DllMain). */
    RVFS_ERROR_LOADER_LOCK = -1,
    /* Another copy of the DLL is in this process and lacks this function. (If it has the function, the call is passed to it.) */
    RVFS_ERROR_SECOND_COPY = -2,
    /* No start preceded this call. */
    RVFS_ERROR_NOT_STARTED = -3,
    /* A null pointer, an unknown size or flag, or a path that isn't absolute. Nothing was done. */
    RVFS_ERROR_INVALID_ARGUMENT = -4,
    /* The configuration can't be read. rvfs_last_error names the file, the line and the key. */
    RVFS_ERROR_CONFIGURATION = -5,
    /* There is no such file or folder; from rvfs_start with RVFS_START_STRICT: one of its folders doesn't exist. */
    RVFS_ERROR_NOT_FOUND = -6,
    /* The handle wasn't returned by rvfs_add_folder, rvfs_add_file or rvfs_hide, or was removed. */
    RVFS_ERROR_UNKNOWN_HANDLE = -7,
    /* The hooks couldn't be installed. Nothing is redirected. */
    RVFS_ERROR_HOOKS = -8,
    /* The calling thread has ended (DLL_THREAD_DETACH and later). */
    RVFS_ERROR_THREAD_ENDING = -9,
    /* The process is ending. */
    RVFS_ERROR_PROCESS_ENDING = -10,
    RVFS_ERROR_OUT_OF_MEMORY = -11,
    /* An error inside the VFS. Please report the text. */
    RVFS_ERROR_INTERNAL = -12,
    /* Anti-cheat software is beside the game, and offline play wasn't declared. Nothing is redirected. */
    RVFS_ERROR_ANTI_CHEAT = -13,
    /* Windows for ARM64 emulates this process. Nothing is redirected. */
    RVFS_ERROR_MACHINE = -14,
    /* The VFS has started; the function belongs before a start, or after rvfs_stop. Nothing was done. */
    RVFS_ERROR_STARTED = -15,
    /* The wait timed out. */
    RVFS_ERROR_TIMEOUT = -16
};

/* A redirection that was added. Never 0. */
typedef uint64_t rvfs_handle;

/* A real folder to lay over a folder that the process sees. */
typedef struct rvfs_folder {
    const wchar_t *source; /* the real folder */
    const wchar_t *target; /* the folder as the process sees it; need not exist */
} rvfs_folder;

enum {
    /* Redirect nothing until rvfs_enable is called. */
    RVFS_START_DISABLED = 1,
    /* Fail if something can't be used, instead of leaving it out. */
    RVFS_START_STRICT = 2,
    /* The user plays offline: don't refuse to start because of anti-cheat software. */
    RVFS_START_OFFLINE = 4,
    /* Report the real path and volume for a handle of a mod's file, not those in the game's folder. */
    RVFS_START_REAL_NAMES = 8
};

/* The options of rvfs_start. Fill the structure with zeros, set size, then the wanted fields. The call copies everything. */
typedef struct rvfs_options {
    uint32_t size;                 /* sizeof(rvfs_options) */
    uint32_t flags;                /* RVFS_START_* */
    const wchar_t *const *targets; /* the folders that mods are laid over; none: the folder of the process's exe */
    const wchar_t *mods;           /* a folder of mods, each of which is laid over each target, or null */
    const rvfs_folder *folders;    /* further folders above the mods; later ones win */
    uint32_t target_count;
    uint32_t folder_count;
    const wchar_t *log;    /* the path of a log file, or null */
    const wchar_t *report; /* the path of the start report (JSON); null: in rvfs\logs of the first target */
} rvfs_options;

/* Starts with options. Doesn't read a configuration file. Threads: any; in a DllMain the start is deferred. */
RVFS_API rvfs_status RVFS_CALL rvfs_start(const rvfs_options *options);

/*
 * Starts with a configuration file (rvfs.json). Null: rvfs\rvfs.json beside the process's exe, or the defaults if it doesn't exist.
 * Threads: any; in a DllMain the start is deferred.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_start_config(const wchar_t *path);

/*
 * Lays a real folder over a virtual one, immediately and above all earlier redirections. Later changes of the folder on disk are followed.
 * handle receives the redirection's handle; may be null.
 * Threads: any, but not in a DllMain.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_add_folder(const wchar_t *source, const wchar_t *target, rvfs_handle *handle);

/*
 * Lays a real file over a virtual path, immediately and above all earlier redirections. handle may be null. Threads: any, but not in a
 * DllMain.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_add_file(const wchar_t *source, const wchar_t *target, rvfs_handle *handle);

/*
 * Hides a path of the game and of all earlier redirections, mods included, with everything below it: the process sees nothing there. It is
 * a redirection like others: rvfs_remove shows the path again, and files of later redirections are seen under it. Where the game's writes
 * go to the overwrite folder, the process can create the path anew; otherwise that fails with ERROR_ACCESS_DENIED. Nothing on disk changes.
 * handle may be null.
 * Threads: any, but not in a DllMain.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_hide(const wchar_t *path, rvfs_handle *handle);

/* Removes a redirection. Open files stay open. Threads: any, but not in a DllMain. */
RVFS_API rvfs_status RVFS_CALL rvfs_remove(rvfs_handle handle);

/*
 * Enables (not 0) or disables (0) a redirection, which keeps its place in the order. Open files stay open. Threads: any, but not in a
 * DllMain.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_set_enabled(rvfs_handle handle, uint32_t enabled);

/*
 * Reorders redirections: if two have the same file, the later one wins. The given redirections share out the places that they have now; all
 * others, mods included, keep theirs. If a handle is unknown or given twice, nothing changes.
 * Threads: any, but not in a DllMain.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_reorder(const rvfs_handle *handles, uint32_t count);

/* Resumes redirecting. A start does this, unless RVFS_START_DISABLED is set. Threads: any, but not in a DllMain. */
RVFS_API rvfs_status RVFS_CALL rvfs_enable(void);

/*
 * Stops redirecting until rvfs_enable is called. Open files stay open. Programs that this process starts meanwhile don't see mods either,
 * nor do the programs that they start.
 * Threads: any, but not in a DllMain.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_disable(void);

/*
 * Removes the hooks and all redirections; a new start is possible afterwards. Other threads may be in hooked functions. A function that
 * another program hooked later keeps its hook, which passes every call on. Open folders are listed as they are on disk from then on. The
 * DLL stays loaded.
 * Threads: any, but not in a DllMain.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_stop(void);

/* Returns the version: major << 16 | minor << 8 | patch. Never fails, needs no start. Threads: any, even in a DllMain. */
RVFS_API uint32_t RVFS_CALL rvfs_version(void);

/*
 * Returns the version as text, "0.1.0". The text lives as long as the module. Never fails, needs no start. Threads: any, even in a
 * DllMain.
 */
RVFS_API const wchar_t *RVFS_CALL rvfs_version_string(void);

/*
 * Gets the text of the last error of any call in this process. Works inside a DllMain.
 *
 * There is one text for the whole process, because a deferred start fails on another thread. Copies at most chars - 1 characters and a NUL.
 * Returns the length of the whole text without the NUL; 0 if there was no error. buffer may be null if chars is 0.
 * Threads: any, even in a DllMain.
 */
RVFS_API uint32_t RVFS_CALL rvfs_last_error(wchar_t *buffer, uint32_t chars);

/*
 * Describes the running DLL in JSON (UTF-8, NUL-terminated): version, whether started and enabled, the runtime's settings, the instruction
 * set, hooks, counts.
 *
 * For reports and tests: fields may be added at any time. Returns the required size in bytes, with the NUL, or an error below 0. If the
 * buffer is too small, nothing is written. Starts the runtime, but not the redirection.
 * Threads: any, but not in a DllMain.
 */
RVFS_API int32_t RVFS_CALL rvfs_describe(char *buffer, uint32_t size);

/*
 * Describes in JSON (UTF-8, NUL-terminated) what is really behind a path, like rvfs which --json.
 *
 * The fields are "winner" (null if neither a mod nor the game has the path), "losers", and for a folder "merged", its contributors. Each
 * has "mod" (null: the game itself), "source" (the real path) and "isFolder". buffer and size are used as by rvfs_describe, which also has
 * the same result.
 * Threads: any, but not in a DllMain.
 */
RVFS_API int32_t RVFS_CALL rvfs_which(const wchar_t *path, char *buffer, uint32_t size);

/* A name that the process sees in a folder. */
typedef struct rvfs_item {
    uint32_t size; /* sizeof(rvfs_item) of the DLL's version */
    uint32_t is_folder;
    const wchar_t *path;   /* as the process sees it */
    const wchar_t *source; /* the real file or folder; of a merged folder, that of the highest priority */
    const wchar_t *mod;    /* the name of the mod's or the redirection's folder or file; null: the game itself */
} rvfs_item;
/* Returns 0 to go on, anything else to stop. The item and its texts are valid during the call. */
typedef int32_t(RVFS_CALL *rvfs_item_callback)(const rvfs_item *item, void *context);

/*
 * Calls back for each name that the process sees in a folder, in the order of a listing, without "." and "..". RVFS_ERROR_NOT_FOUND if
 * the process sees no such folder. The callback may call every function, and its file calls are redirected.
 * Threads: any, but not in a DllMain. The callback runs on the calling thread.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_enumerate(const wchar_t *folder, rvfs_item_callback callback, void *context);

/* What rvfs_stats reports. Fields are added at the end. */
typedef struct rvfs_statistics {
    uint32_t size;    /* sizeof(rvfs_statistics); receives the number of bytes that this version knows, the rest is 0 */
    uint32_t enabled; /* 1 while calls are redirected */
    uint64_t mods;    /* laid over the game at the start */
    uint64_t layers;  /* mods, parts of mods, redirections, the overwrite folder */
    uint64_t folders; /* that the process sees in the targets because of layers */
    uint64_t files;   /* names of files that layers supply, each counted once */
    uint64_t hooks;   /* functions that are hooked */
    uint64_t native_bytes;
    uint64_t heap_bytes;
    uint64_t followed_folders; /* real folders whose changes are followed */
    uint64_t changes;          /* batches of such changes since the start */
    uint64_t start_microseconds;
} rvfs_statistics;

/*
 * Reports the state in numbers. Calls aren't counted, since that would slow every call down: rvfs monitor shows them.
 * Threads: any, but not in a DllMain.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_stats(rvfs_statistics *statistics);

/*
 * Waits until a start that is deferred or in progress is done, and until the process sees every change that was made on disk, in mods and
 * redirected folders, before this call. milliseconds: the longest time, 0xFFFFFFFF for no limit; RVFS_ERROR_TIMEOUT if it is over. With
 * RVFS_LIVE=off in the environment changes aren't followed, and the call waits for the start only.
 * Threads: any, but not in a DllMain.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_wait_ready(uint32_t milliseconds);

enum {
    RVFS_WRITES_IN_PLACE = 0, /* into the file that the process sees; what is new goes to the game's folder */
    RVFS_WRITES_OVERWRITE = 1 /* into the overwrite folder; no file of the game or of a mod is changed */
};

/*
 * Sets where everything goes that the process writes, for all later starts that it asks for with rvfs_start, rvfs_start_config and the
 * like; a configuration file's "writes" is ignored then. overwrite: the overwrite folder, or null for the default, rvfs\overwrite in the
 * first target. RVFS_ERROR_STARTED if the VFS runs: files that are open belong to the policy under which they were opened.
 * Threads: any, but not in a DllMain.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_set_policy(uint32_t policy, const wchar_t *overwrite);

/* Levels of messages; each includes those above it. */
enum {
    RVFS_LOG_OFF = 0,
    RVFS_LOG_ERROR = 1,
    RVFS_LOG_WARNING = 2,
    RVFS_LOG_NOTICE = 3,
    RVFS_LOG_EVENT = 4 /* what happens to the mods on disk meanwhile */
};
/* text is NUL-terminated and valid during the call. */
typedef void(RVFS_CALL *rvfs_log_callback)(uint32_t level, const wchar_t *text, void *context);

/*
 * Sets the callback for messages: what starts report from now on, and what is noticed later. Never called for a file call. Null or
 * RVFS_LOG_OFF: none. Once this function has returned, the callback that was set before isn't called any more.
 * Threads: any, but not in a DllMain. The callback runs on a thread of the DLL's own, one call at a time and a moment later; it may call
 * every function, and its file calls are redirected.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_set_log(uint32_t level, rvfs_log_callback callback, void *context);

/* The data that a launcher removed from the image of the suspended program, for rvfs_import. */
enum { RVFS_NAME_CHARS = 260 };
typedef struct rvfs_withheld {
    uint32_t size;       /* sizeof(rvfs_withheld) */
    uint32_t import_rva; /* the original entry of the import directory; the launcher wrote zeros there */
    uint32_t import_size;
    uint32_t ordinal;               /* out: the missing function, if imported by ordinal */
    uint64_t tls_callback;          /* the program's first TLS callback, replaced by 0 by the launcher; 0 if there is none */
    char dll[RVFS_NAME_CHARS];      /* out: the DLL that can't be loaded, or lacks a function; UTF-8 */
    char function[RVFS_NAME_CHARS]; /* out: the missing function; empty if the DLL itself is missing */
} rvfs_withheld;

/*
 * For launchers: loads the program's imports, restores what was removed, and calls the program's TLS callbacks, like Windows' loader at a
 * process's start.
 *
 * Because this happens after the start of the VFS, DLLs that mods supply are found. Call once, before the program's entry point runs, on a
 * thread that doesn't hold the loader lock. RVFS_ERROR_NOT_FOUND means that the program can't run; dll and function tell why.
 * Threads: the main thread, before the program runs.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_import(rvfs_withheld *withheld);

/* The progress of an rvfs_entry. */
enum {
    RVFS_ENTRY_TO_COME = 0,
    RVFS_ENTRY_BEGUN = 1,     /* the DLL is in the process */
    RVFS_ENTRY_DONE = 2,      /* status has the result of the start */
    RVFS_ENTRY_NOT_LOADED = 3 /* the DLL can't be loaded and status is Windows' error code; set by launchers, never by the DLL */
};
/* The flags of an rvfs_entry. */
enum {
    RVFS_ENTRY_DISABLED = 1,           /* redirect nothing until rvfs_enable is called */
    RVFS_ENTRY_CHILD = 2,              /* the process was started by one that has the DLL, not by a launcher */
    RVFS_ENTRY_STOP = 4,               /* if the start fails, exit with exit_code before anything of the program runs */
    RVFS_ENTRY_IN_MOD = 8,             /* the working folder is a mod's real one: replace it by the virtual folder that it is laid over */
    RVFS_ENTRY_WITHOUT_MODS = 16,      /* the process and its children see the overwrite folder, but no mods */
    RVFS_ENTRY_WITHHELD = 32,          /* the program's imports were withheld: if the DLL can't be loaded, the launcher ends the process */
    RVFS_ENTRY_NOTHING_INHERITED = 64, /* the process has inherited no handle of a mod's folder or file */
    /* For the DLL alone: a process passes its trees to one that it starts. The bits are zero if it passes none. */
    RVFS_ENTRY_AGE_SHIFT = 8,     /* the lowest of eight bits: how old the trees are, in tenths of a second */
    RVFS_ENTRY_SECTION_SHIFT = 16 /* the lowest of sixteen bits: the handle of their section, divided by four */
};

/* A start requested by another process. The structure stays in this process's memory, where the other process reads the results. */
typedef struct rvfs_entry {
    uint32_t size;             /* sizeof(rvfs_entry) */
    volatile int32_t state;    /* out */
    volatile int32_t status;   /* out: an rvfs_status, or Windows' error code */
    volatile int32_t imported; /* out: the result of rvfs_import */
    uint32_t flags;
    uint32_t exit_code;
    uint32_t configuration_size; /* in bytes */
    volatile uint32_t starter;   /* out: the id of the thread that starts the VFS */
    const char *configuration;   /* the content of an rvfs.json, UTF-8, with absolute paths */
    void *done;                  /* an event of this process: set when the results are there, then closed */
    void *go;                    /* an event that must be set before the program runs, then closed; null: run at once */
    rvfs_withheld *withheld;     /* the argument for rvfs_import after the start; null: nothing was withheld */
} rvfs_entry;

/*
 * For launchers: starts from an entry in memory and writes the results there.
 *
 * Meant to be the first call of a new process's suspended main thread: an APC, which runs after Windows has initialised the process and
 * before the program's entry point. Other threads of the process may get the same entry: the first one starts the VFS, and the others wait
 * until it has.
 * Threads: any; in a DllMain the start is deferred.
 */
RVFS_API rvfs_status RVFS_CALL rvfs_enter(rvfs_entry *entry);

/*
 * Entry points that mod loaders call after loading a DLL (Reloaded-II, ASI loaders, me3): rvfs_start_config(NULL). Return 1 if the VFS has
 * started, now or before, or will start once the loader lock is free; 0 if the start failed. Loaders that declare these functions void
 * ignore the result.
 * Threads: any; in a DllMain the start is deferred.
 */
RVFS_API int32_t RVFS_CALL ReloadedStart(void);
RVFS_API int32_t RVFS_CALL InitializeASI(void);
RVFS_API int32_t RVFS_CALL Init(void);

/*
 * The entry point that ModEngine2 and me3 call in a DLL that their configuration names: starts like ReloadedStart. Returns 0 ("no
 * extension"): both loaders keep the DLL, and ModEngine2's log says so. The arguments are ignored.
 * Threads: any; in a DllMain the start is deferred.
 */
RVFS_API int32_t RVFS_CALL modengine_ext_init(void *connector, void **extension);

/*
 * For Reloaded-II: suspend is rvfs_disable, resume is rvfs_enable. The DLL can't be unloaded. 1 means true. Threads: any; in a DllMain the
 * first two do nothing.
 */
RVFS_API void RVFS_CALL ReloadedSuspend(void);
RVFS_API void RVFS_CALL ReloadedResume(void);
RVFS_API int32_t RVFS_CALL ReloadedCanSuspend(void);
RVFS_API int32_t RVFS_CALL ReloadedCanUnload(void);

/*
 * The functions' types, for pointers that GetProcAddress returns. A loader that works without the DLL, or with an older one, imports
 * nothing:
 *
 *     rvfs_start_fn start = (rvfs_start_fn)GetProcAddress(LoadLibraryW(path), "rvfs_start");
 */
typedef rvfs_status(RVFS_CALL *rvfs_start_fn)(const rvfs_options *options);
typedef rvfs_status(RVFS_CALL *rvfs_start_config_fn)(const wchar_t *path);
typedef rvfs_status(RVFS_CALL *rvfs_add_folder_fn)(const wchar_t *source, const wchar_t *target, rvfs_handle *handle);
typedef rvfs_status(RVFS_CALL *rvfs_add_file_fn)(const wchar_t *source, const wchar_t *target, rvfs_handle *handle);
typedef rvfs_status(RVFS_CALL *rvfs_hide_fn)(const wchar_t *path, rvfs_handle *handle);
typedef rvfs_status(RVFS_CALL *rvfs_remove_fn)(rvfs_handle handle);
typedef rvfs_status(RVFS_CALL *rvfs_set_enabled_fn)(rvfs_handle handle, uint32_t enabled);
typedef rvfs_status(RVFS_CALL *rvfs_reorder_fn)(const rvfs_handle *handles, uint32_t count);
typedef rvfs_status(RVFS_CALL *rvfs_enable_fn)(void);
typedef rvfs_status(RVFS_CALL *rvfs_disable_fn)(void);
typedef rvfs_status(RVFS_CALL *rvfs_stop_fn)(void);
typedef uint32_t(RVFS_CALL *rvfs_version_fn)(void);
typedef const wchar_t *(RVFS_CALL *rvfs_version_string_fn)(void);
typedef uint32_t(RVFS_CALL *rvfs_last_error_fn)(wchar_t *buffer, uint32_t chars);
typedef int32_t(RVFS_CALL *rvfs_describe_fn)(char *buffer, uint32_t size);
typedef int32_t(RVFS_CALL *rvfs_which_fn)(const wchar_t *path, char *buffer, uint32_t size);
typedef rvfs_status(RVFS_CALL *rvfs_enumerate_fn)(const wchar_t *folder, rvfs_item_callback callback, void *context);
typedef rvfs_status(RVFS_CALL *rvfs_stats_fn)(rvfs_statistics *statistics);
typedef rvfs_status(RVFS_CALL *rvfs_wait_ready_fn)(uint32_t milliseconds);
typedef rvfs_status(RVFS_CALL *rvfs_set_policy_fn)(uint32_t policy, const wchar_t *overwrite);
typedef rvfs_status(RVFS_CALL *rvfs_set_log_fn)(uint32_t level, rvfs_log_callback callback, void *context);
typedef rvfs_status(RVFS_CALL *rvfs_import_fn)(rvfs_withheld *withheld);
typedef rvfs_status(RVFS_CALL *rvfs_enter_fn)(rvfs_entry *entry);
typedef int32_t(RVFS_CALL *ReloadedStart_fn)(void);
typedef int32_t(RVFS_CALL *InitializeASI_fn)(void);
typedef int32_t(RVFS_CALL *Init_fn)(void);
typedef int32_t(RVFS_CALL *modengine_ext_init_fn)(void *connector, void **extension);
typedef void(RVFS_CALL *ReloadedSuspend_fn)(void);
typedef void(RVFS_CALL *ReloadedResume_fn)(void);
typedef int32_t(RVFS_CALL *ReloadedCanSuspend_fn)(void);
typedef int32_t(RVFS_CALL *ReloadedCanUnload_fn)(void);

#ifdef __cplusplus
}
#endif
#endif /* _WIN32 */
#endif /* RELOADED_VFS_H */
