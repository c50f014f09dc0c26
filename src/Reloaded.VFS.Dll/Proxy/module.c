/* The image's entry point and load configuration. The image has no C runtime. */
#include "proxy.h"

enum { PROCESS_ATTACH = 1, SEARCH_SYSTEM32 = 0x800 };

i32 NTAPI rvfs_proxy_main(void *module, u32 reason, void *reserved);

/*
 * The image's entry point. The loader lock is held: reloaded_vfs.dll defers its start to the moment before the program's first instruction
 * (deferred_start.c).
 */
i32 NTAPI rvfs_proxy_main(void *module, u32 reason, void *reserved) {
    (void)reserved;
    if (reason == PROCESS_ATTACH) {
        DisableThreadLibraryCalls(module);
        rvfs_proxy_start(module);
    }
    return 1;
}

/* The loader replaces this by a random value; no function here has a cookie on its stack. */
extern uptr __security_cookie;
#if defined(_WIN64)
uptr __security_cookie = 0x00002B992DDFA232;
#else
uptr __security_cookie = 0xBB40E64E;
#endif

/* IMAGE_LOAD_CONFIG_DIRECTORY (Windows SDK, winnt.h) up to the cookie, and the fields that Windows 10's first SDK had after it. */
typedef struct {
    u32 size, time;
    u16 major, minor;
    u32 flags_clear, flags_set, critical_section_timeout;
#if defined(_WIN64)
    uptr de_commit[2], lock_prefix_table, maximum_allocation, virtual_memory_threshold, process_affinity;
    u32 process_heap_flags;
#else
    uptr de_commit[2], lock_prefix_table, maximum_allocation, virtual_memory_threshold;
    u32 process_heap_flags, process_affinity;
#endif
    u16 csd_version, dependent_load_flags;
    uptr edit_list, security_cookie, handler_table, handler_count;
    uptr guard_check, guard_dispatch, guard_table, guard_count;
    u32 guard_flags;
    u16 integrity_flags, integrity_catalog;
    u32 integrity_offset, integrity_reserved;
} load_config;

/* The linker uses the object of this name as the image's load configuration. Imports are searched for only in the system's folder. */
extern const load_config _load_config_used;
const load_config _load_config_used = {
    .size = sizeof(load_config),
    .dependent_load_flags = SEARCH_SYSTEM32,
    .security_cookie = (uptr)&__security_cookie,
};
