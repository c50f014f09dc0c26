/*
 * Two copies of the DLL in one process (from two mods) would hook the same functions twice, with two runtimes. The first copy registers
 * itself under a name that only this process uses; a later copy passes every call to it.
 */
#include "native.h"

static HANDLE registration;
static void *first_module;
static i32 second;

/* The contents of the section: the first copy. */
struct registered {
    void *volatile module;
};

static void make_name(wchar_t *name) {
    static const wchar_t prefix[] = L"Local\\reloaded_vfs.";
    u32 at = 0;
    while (prefix[at]) {
        name[at] = prefix[at];
        at++;
    }
    for (i32 shift = 28; shift >= 0; shift -= 4)
        name[at++] = L"0123456789abcdef"[GetCurrentProcessId() >> shift & 15];
    name[at] = 0;
}

i32 second_copy_initialize(void) {
    wchar_t name[32];
    make_name(name);
    *last_error() = 0;
    registration = CreateFileMappingW(INVALID_HANDLE, NULL_, PAGE_READWRITE, 0, sizeof(struct registered), name);
    if (!registration)
        return 0;
    i32 existed = *last_error() == ERROR_ALREADY_EXISTS;
    struct registered *shared = (struct registered *)MapViewOfFile(registration, 2 /* FILE_MAP_WRITE */, 0, 0, sizeof(struct registered));
    if (!shared)
        return 0;
    void *module = NULL_;
    /* Anyone may have created the name: the base must be that of a module of this process that exports the function. */
    if (existed && shared->module && GetModuleHandleExW(MODULE_FROM_ADDRESS | MODULE_UNCHANGED_REFCOUNT, shared->module, &module)
        && module == shared->module && module != &__ImageBase && GetProcAddress(module, "rvfs_start_config")) {
        first_module = module;
        second = 1;
    } else {
        shared->module = &__ImageBase;
    }
    UnmapViewOfFile(shared);
    return 1;
}

/* Only if the runtime never started: afterwards the module stays loaded. */
void second_copy_free(void) {
    if (registration)
        CloseHandle(registration);
}

i32 is_second_copy(void) { return second; }

void *first_copy_function(const char *name) { return GetProcAddress(first_module, name); }
