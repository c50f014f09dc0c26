/* The image's load configuration: settings for the loader. On Windows, MSVC's static start-up code has one (loadcfg.obj). */
#include "crt.h"

extern u64 __security_cookie; /* crt_security.c */

/*
 * IMAGE_LOAD_CONFIG_DIRECTORY64 (Windows SDK, winnt.h) up to CodeIntegrity, as in Windows 10's first SDK. The loader reads no further than
 * size.
 */
typedef struct {
    u32 size, time_date_stamp;
    u16 major_version, minor_version;
    u32 global_flags_clear, global_flags_set, critical_section_default_timeout;
    u64 de_commit_free_block_threshold, de_commit_total_free_threshold, lock_prefix_table, maximum_allocation_size,
        virtual_memory_threshold, process_affinity_mask;
    u32 process_heap_flags;
    u16 csd_version, dependent_load_flags;
    u64 edit_list, security_cookie, se_handler_table, se_handler_count;
    u64 guard_cf_check_function_pointer, guard_cf_dispatch_function_pointer, guard_cf_function_table, guard_cf_function_count;
    u32 guard_flags;
    u16 code_integrity_flags, code_integrity_catalog;
    u32 code_integrity_catalog_offset, code_integrity_reserved;
} load_config;
_Static_assert(sizeof(load_config) == 0xA0, "the size that winnt.h documents");

enum { LOAD_LIBRARY_SEARCH_SYSTEM32 = 0x800 };

/*
 * The linker takes the object called _load_config_used for the image's load configuration. dependent_load_flags: the loader finds this
 * image's imports in the system's folder, not beside the program, where a game or a download folder may have a DLL of that name.
 * security_cookie: the address at which the loader stores the cookie's random value before any code of the image runs. No guard: control
 * flow guard is off.
 */
const load_config _load_config_used = {
    .size = sizeof(load_config),
    .dependent_load_flags = LOAD_LIBRARY_SEARCH_SYSTEM32,
    .security_cookie = (u64)&__security_cookie,
};
