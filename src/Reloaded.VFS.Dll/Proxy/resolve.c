/* Finds the function of the system's DLL that a thunk stands for, by this image's own export table. */
#include "proxy.h"

/* IMAGE_EXPORT_DIRECTORY */
struct export_directory {
    u32 characteristics, time, version, name, base, function_count, name_count, functions, names, name_indices;
};

enum { HEADERS_OFFSET = 0x3C, OPTIONAL_HEADER = 0x18 };
#if defined(_WIN64)
enum { EXPORT_DIRECTORY = OPTIONAL_HEADER + 0x70 };
#else
enum { EXPORT_DIRECTORY = OPTIONAL_HEADER + 0x60 };
#endif

/* Room for the table that rvfs install writes. Not empty, so that the file contains it. */
#pragma section(".exports", read)
extern const volatile u8 rvfs_proxy_table[PROXY_TABLE_SIZE];
__declspec(allocate(".exports")) const volatile u8 rvfs_proxy_table[PROXY_TABLE_SIZE] = {'e', 'm', 'p', 't', 'y'};

enum { PATH_CHARS = 1024, NAME_CHARS = 64 };
#define DELAYED_MODULE_NOT_FOUND 0xC06D007Eu
#define DELAYED_FUNCTION_NOT_FOUND 0xC06D007Fu
enum { NOT_CONTINUABLE = 1 };

static const u8 *image(u32 address) { return (const u8 *)&__ImageBase + address; }

static const struct export_directory *exports(void) {
    const u8 *headers = image(*(const u32 *)image(HEADERS_OFFSET));
    return (const struct export_directory *)image(*(const u32 *)(headers + EXPORT_DIRECTORY));
}

/*
 * Returns the DLL of that name in the system's folder, loaded at the first call of any export: a program may call one before this DllMain.
 */
static void *system_dll(const char *name) {
    static void *volatile dll;
    WCHAR16 path[PATH_CHARS + NAME_CHARS];
    void *found = dll;
    if (found)
        return found;
    u32 length = GetSystemDirectoryW(path, PATH_CHARS);
    if (!length || length >= PATH_CHARS)
        return NULL_;
    path[length++] = '\\';
    for (u32 i = 0; i < NAME_CHARS - 1 && name[i]; i++)
        path[length++] = (u8)name[i];
    path[length] = 0;
    found = LoadLibraryW(path);
    /* If a file game.exe.local redirects full paths, too, this is the same module again. */
    if (found == (void *)&__ImageBase)
        found = NULL_;
    dll = found;
    return found;
}

/* Returns the function's index in the table; ordinals count from it. */
static u32 index_of(const struct export_directory *table, u32 thunk) {
    const u32 *functions = (const u32 *)image(table->functions);
    const u32 address = (u32)((const u8 *)rvfs_proxy_thunks[thunk] - image(0));
    u32 index = 0;
    while (index < table->function_count && functions[index] != address)
        index++;
    return index;
}

/* Returns the function's name, or its ordinal if it has none: ordinals of named functions differ between versions of Windows. */
static const char *name_of(const struct export_directory *table, u32 index) {
    const u16 *indices = (const u16 *)image(table->name_indices);
    for (u32 i = 0; i < table->name_count; i++) {
        if (indices[i] == index)
            return (const char *)image(((const u32 *)image(table->names))[i]);
    }
    return (const char *)(uptr)(table->base + index);
}

proxy_function NTAPI rvfs_proxy_resolve(u32 thunk) {
    const u32 error = GetLastError();
    const struct export_directory *table = exports();
    void *dll = system_dll((const char *)image(table->name));
    void *function = dll ? GetProcAddress(dll, name_of(table, index_of(table, thunk))) : NULL_;
    if (!function)
        RaiseException(dll ? DELAYED_FUNCTION_NOT_FOUND : DELAYED_MODULE_NOT_FOUND, NOT_CONTINUABLE, 0, (const uptr *)NULL_);
    rvfs_proxy_targets[thunk] = (proxy_function)function;
    SetLastError(error);
    return (proxy_function)function;
}
