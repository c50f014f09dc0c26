/* The start of a DLL that is loaded and never called: by an injector, a list of DLLs to load, or an import added to a program. */
#include "native.h"

/*
 * An automatic start must come after the start of a loader that knows the DLL, and run where managed code is allowed. Two moments qualify.
 *
 * If the thread is in the loader and its own first instruction is still to come: an APC of that thread. It runs after every DllMain and TLS
 * callback, and after rvfs_enter, which a launcher calls right after it has loaded the DLL. The thread usually is the program's first one,
 * or one that another program created in the process before.
 *
 * If the program runs already: a new thread, which begins once the loader lock is free, and then waits for a while, because a loader
 * requests its start right after LoadLibrary. A loader that takes longer succeeds, too: a start with arguments replaces the automatic one
 * (VfsHost.Start).
 *
 * Neither touches the runtime unless the program's folder has something for the VFS, and nothing happens once an export was called.
 */
enum { GRACE_MILLISECONDS = 200, STEP_MILLISECONDS = 10, PATH_CHARS = 32767, NO_FILE = -1 };

IMPORT u32 NTAPI GetModuleFileNameW(void *module, wchar_t *path, u32 chars);
IMPORT u32 NTAPI GetFileAttributesW(const wchar_t *path);
IMPORT void NTAPI FreeLibraryAndExitThread(void *module, u32 exit_code);

static volatile long is_asked;

void automatic_start_give_way(void) { is_asked = 1; }

static i32 is_there(wchar_t *path, u32 folder_length, const wchar_t *name) {
    for (u32 i = 0; (path[folder_length + i] = name[i]) != 0;)
        i++;
    return GetFileAttributesW(path) != (u32)NO_FILE;
}

/* Returns 1 if rvfs\rvfs.json, rvfs\mods or rvfs\install.json is beside the program. */
static i32 has_something(void) {
    static const wchar_t configuration[] = L"rvfs\\rvfs.json", mods[] = L"rvfs\\mods", installed[] = L"rvfs\\install.json";
    wchar_t *path = (wchar_t *)HeapAlloc(GetProcessHeap(), 0, (PATH_CHARS + sizeof installed) * sizeof(wchar_t));
    if (!path)
        return 0;
    u32 length = GetModuleFileNameW(NULL_, path, PATH_CHARS);
    while (length && path[length - 1] != '\\')
        length--;
    i32 has = length && (is_there(path, length, configuration) || is_there(path, length, mods) || is_there(path, length, installed));
    HeapFree(GetProcessHeap(), 0, path);
    return has;
}

static void start_if_left(void) {
    u32 error = *last_error();
    if (!is_asked && !process_is_ending() && has_something()) {
        struct managed_call call = enter_managed();
        start_managed(START_AUTOMATIC, NULL_);
        leave_managed(call);
    }
    *last_error() = error;
}

static u32 NTAPI wait_and_start(void *module) {
    for (u32 waited = 0; !is_asked && waited < GRACE_MILLISECONDS; waited += STEP_MILLISECONDS)
        Sleep(STEP_MILLISECONDS);
    start_if_left();
    linger();
    FreeLibraryAndExitThread(module, 0);
    return 0;
}

/* The thread holds a reference to the DLL, which may be unloaded before the start. */
static void start_later(void) {
    void *module;
    if (!GetModuleHandleExW(MODULE_FROM_ADDRESS, &__ImageBase, &module))
        return;
    HANDLE thread = CreateThread(NULL_, 0, wait_and_start, module, 0, (u32 *)NULL_);
    if (thread)
        CloseHandle(thread);
}

/* A DllMain that waits alertably receives the APC while it holds the lock. */
static void NTAPI on_apc(uptr unused) {
    (void)unused;
    if (rvfs_native_holds_loader_lock())
        start_later();
    else
        start_if_left();
}

void automatic_start_arm(void) {
    static const wchar_t no[] = L"RVFS_NO_AUTOSTART";
    void *module;
    if (is_second_copy() || GetEnvironmentVariableW(no, (wchar_t *)NULL_, 0) > 1)
        return;
    if (thread_has_begun() || !QueueUserAPC(on_apc, CURRENT_THREAD, 0))
        start_later();
    else /* the APC's code must stay loaded */
        GetModuleHandleExW(MODULE_FROM_ADDRESS | MODULE_PIN, &__ImageBase, &module);
}
