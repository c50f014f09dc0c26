/*
 * The program's imports, resolved here if a launcher has withheld them from the loader. Windows maps the DLLs of the import table before
 * anything can run in the process. If a mod supplies one of them, the launcher removes the table from the headers of the suspended program
 * and starts the redirection; the code here then does the loader's work, so that the hooks see every open.
 */
#include "native.h"

IMPORT void *NTAPI LoadLibraryW(const wchar_t *name);
IMPORT u32 NTAPI GetModuleFileNameW(void *module, wchar_t *path, u32 chars);
IMPORT u32 NTAPI GetFileAttributesW(const wchar_t *path);
typedef void(NTAPI *tls_callback)(void *module, u32 reason, void *reserved);

/* Offsets in the headers (winnt.h). The optional header differs by bitness. */
enum {
    HEADERS_OFFSET = 0x3C,
    OPTIONAL_HEADER = 0x18,
#if defined(_WIN64)
    DATA_DIRECTORIES = OPTIONAL_HEADER + 0x70,
#else
    DATA_DIRECTORIES = OPTIONAL_HEADER + 0x60,
#endif
    DIRECTORY_IMPORT = 1,
    DIRECTORY_TLS = 9,
    DIRECTORY_SIZE = 8,
    TLS_CALLBACKS = 3 /* the fourth pointer of IMAGE_TLS_DIRECTORY */
};

struct import_descriptor { /* IMAGE_IMPORT_DESCRIPTOR */
    u32 lookup_table, time, forwarder, name, address_table;
};

/* By ordinal if the highest bit is set, otherwise the RVA of a 16-bit hint and a name. */
#define BY_ORDINAL ((uptr)1 << (sizeof(uptr) * 8 - 1))

static u8 *directory(u8 *image, u32 index) { return image + *(u32 *)(image + HEADERS_OFFSET) + DATA_DIRECTORIES + index * DIRECTORY_SIZE; }

static i32 write_memory(void *to, const void *from, u32 size) {
    u32 protection;
    if (!VirtualProtect(to, size, PAGE_READWRITE, &protection))
        return 0;
    for (u32 i = 0; i < size; i++)
        ((volatile u8 *)to)[i] = ((const u8 *)from)[i];
    return VirtualProtect(to, size, protection, &protection);
}

/* Names in an image are ASCII. */
static void copy_name(char *to, const char *from) {
    u32 i = 0;
    for (; from[i] && i < RVFS_NAME_CHARS - 1; i++)
        to[i] = from[i];
    to[i] = 0;
}

enum { PATH_CHARS = 32768, FILE_NOT_THERE = -1 };

/*
 * Under Wine the VFS itself imports ucrtbase.dll, which a game may have beside its program: the loader would have found the game's file
 * first, but uses the system's DLL if it is loaded already. By its full path the program's own file is another module.
 */
static void *load_own(const wchar_t *name) {
    if (!is_wine() || !GetModuleHandleW(name))
        return NULL_;
    wchar_t *path = (wchar_t *)HeapAlloc(GetProcessHeap(), 0, (PATH_CHARS + RVFS_NAME_CHARS) * sizeof(wchar_t));
    if (!path)
        return NULL_;
    u32 length = GetModuleFileNameW(NULL_, path, PATH_CHARS);
    while (length && path[length - 1] != '\\')
        length--;
    for (u32 i = 0; (path[length + i] = name[i]) != 0;)
        i++;
    void *dll = GetFileAttributesW(path) == (u32)FILE_NOT_THERE ? NULL_ : LoadLibraryW(path);
    HeapFree(GetProcessHeap(), 0, path);
    return dll;
}

static void *load(const char *name) {
    wchar_t wide[RVFS_NAME_CHARS];
    u32 i = 0;
    for (; name[i] && i < RVFS_NAME_CHARS - 1; i++)
        wide[i] = (u8)name[i];
    wide[i] = 0;
    void *dll = load_own(wide);
    return dll ? dll : LoadLibraryW(wide);
}

/* Resolves the functions of one DLL. Returns 0 if one is missing, which is then in withheld. */
static i32 resolve(u8 *image, const struct import_descriptor *import, void *dll, rvfs_withheld *withheld) {
    uptr *addresses = (uptr *)(image + import->address_table);
    /* Old linkers leave the first table out. */
    const uptr *lookups = import->lookup_table ? (const uptr *)(image + import->lookup_table) : addresses;
    u32 count = 0;
    while (lookups[count])
        count++;
    u32 protection;
    if (!count || !VirtualProtect(addresses, count * sizeof(uptr), PAGE_READWRITE, &protection))
        return !count;
    i32 found = 1;
    for (u32 i = 0; i < count && found; i++) {
        uptr lookup = lookups[i];
        const char *name = lookup & BY_ORDINAL ? (const char *)(lookup & 0xFFFF) : (const char *)(image + lookup + sizeof(u16));
        void *function = GetProcAddress(dll, name);
        if (function)
            addresses[i] = (uptr)function;
        else {
            found = 0;
            if (lookup & BY_ORDINAL)
                withheld->ordinal = (u32)(lookup & 0xFFFF);
            else
                copy_name(withheld->function, name);
        }
    }
    VirtualProtect(addresses, count * sizeof(uptr), protection, &protection);
    return found;
}

static rvfs_status resolve_all(u8 *image, rvfs_withheld *withheld) {
    const struct import_descriptor *import = (const struct import_descriptor *)(image + withheld->import_rva);
    for (; import->name && import->address_table; import++) {
        const char *name = (const char *)image + import->name;
        void *dll = load(name);
        if (!dll || !resolve(image, import, dll, withheld)) {
            copy_name(withheld->dll, name);
            return fail(RVFS_ERROR_NOT_FOUND,
                        dll ? L"A DLL that the program imports lacks a function." : L"A DLL that the program imports can't be loaded.");
        }
    }
    return RVFS_OK;
}

/* Calls all TLS callbacks, because the loader called none: the first one was removed, since callbacks may use imports. */
static i32 call_tls_callbacks(u8 *image, const rvfs_withheld *withheld) {
    uptr first = (uptr)withheld->tls_callback;
    if (!first)
        return 1;
    u8 *tls = image + *(u32 *)directory(image, DIRECTORY_TLS);
    uptr *callbacks = ((uptr **)tls)[TLS_CALLBACKS];
    if (!write_memory(callbacks, &first, sizeof first))
        return 0;
    for (; *callbacks; callbacks++)
        ((tls_callback)*callbacks)(image, DLL_PROCESS_ATTACH, (void *)1);
    return 1;
}

rvfs_status RVFS_CALL rvfs_import(rvfs_withheld *withheld) {
    if (!withheld || withheld->size < sizeof(rvfs_withheld) || !withheld->import_rva)
        return fail(RVFS_ERROR_INVALID_ARGUMENT, L"rvfs_import: withheld is null, has no size of any version or names no table.");
    if (rvfs_native_holds_loader_lock())
        return fail(RVFS_ERROR_LOADER_LOCK, L"Called from a DllMain: this thread holds the loader lock.");
    u8 *image = (u8 *)GetModuleHandleW((const wchar_t *)NULL_);
    u32 entry[2] = {withheld->import_rva, withheld->import_size};
    if (!write_memory(directory(image, DIRECTORY_IMPORT), entry, sizeof entry))
        return fail(RVFS_ERROR_INTERNAL, L"The headers of the program can't be written.");
    rvfs_status status = resolve_all(image, withheld);
    if (status == RVFS_OK && !call_tls_callbacks(image, withheld))
        status = fail(RVFS_ERROR_INTERNAL, L"The program's TLS callbacks can't be put back.");
    return status;
}
