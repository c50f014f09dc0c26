/* The smallest loader in C; README.md explains how to build and run the program. */
#include <stdio.h>
#include <string.h>
#include <windows.h>
#include "reloaded_vfs.h"

/* The functions are found at run time, so that the program also runs without the DLL. */
static rvfs_start_fn start;
static rvfs_add_file_fn add_file;
static rvfs_remove_fn remove_;
static rvfs_last_error_fn last_error;
static rvfs_set_log_fn set_log;
static rvfs_set_policy_fn set_policy;
static rvfs_wait_ready_fn wait_ready;
static rvfs_hide_fn hide;
static rvfs_enumerate_fn enumerate;
static rvfs_stats_fn stats;

static int load(const wchar_t *path) {
    HMODULE dll = LoadLibraryW(path);
    if (!dll) {
        fprintf(stderr, "%ls can't be loaded (error %lu): it belongs beside overlay.exe\n", path, GetLastError());
        return 0;
    }
    start = (rvfs_start_fn)(void *)GetProcAddress(dll, "rvfs_start");
    add_file = (rvfs_add_file_fn)(void *)GetProcAddress(dll, "rvfs_add_file");
    remove_ = (rvfs_remove_fn)(void *)GetProcAddress(dll, "rvfs_remove");
    last_error = (rvfs_last_error_fn)(void *)GetProcAddress(dll, "rvfs_last_error");
    set_log = (rvfs_set_log_fn)(void *)GetProcAddress(dll, "rvfs_set_log");
    set_policy = (rvfs_set_policy_fn)(void *)GetProcAddress(dll, "rvfs_set_policy");
    wait_ready = (rvfs_wait_ready_fn)(void *)GetProcAddress(dll, "rvfs_wait_ready");
    hide = (rvfs_hide_fn)(void *)GetProcAddress(dll, "rvfs_hide");
    enumerate = (rvfs_enumerate_fn)(void *)GetProcAddress(dll, "rvfs_enumerate");
    stats = (rvfs_stats_fn)(void *)GetProcAddress(dll, "rvfs_stats");
    if (start && add_file && remove_ && last_error && set_log && set_policy && wait_ready && hide && enumerate && stats)
        return 1;
    fprintf(stderr, "%ls lacks a function that this program needs\n", path);
    return 0;
}

static int failed(rvfs_status status) {
    if (status >= RVFS_OK)
        return 0;
    wchar_t text[1024] = L"";
    last_error(text, 1024);
    fprintf(stderr, "%d: %ls\n", (int)status, text);
    return 1;
}

static void show(const wchar_t *path) {
    char text[100] = "(not there)\n";
    FILE *file = _wfopen(path, L"r");
    if (file) {
        fgets(text, sizeof text, file);
        fclose(file);
    }
    printf("%ls: %s", path, text);
}

/* Runs on a thread of the DLL's own. */
static void RVFS_CALL print_message(uint32_t level, const wchar_t *text, void *context) {
    (void)context;
    fprintf(stderr, "message of level %u: %ls\n", (unsigned)level, text);
}

static int32_t RVFS_CALL print_item(const rvfs_item *item, void *context) {
    ++*(int *)context;
    printf("%ls: %ls\n", item->path, item->mod ? item->mod : L"(the game)");
    return 0;
}

/* What the process sees in a folder, who has each name, and what the VFS has done for it. */
static int look(const wchar_t *folder) {
    int count = 0;
    if (failed(enumerate(folder, print_item, &count)))
        return 0;
    rvfs_statistics numbers;
    numbers.size = sizeof numbers;
    if (failed(stats(&numbers)))
        return 0;
    printf("names and layers: %d, %llu\n", count, (unsigned long long)numbers.layers);
    return 1;
}

/* overlay.exe SOURCE TARGET: mounts the folder SOURCE over the folder TARGET, both absolute, and reads through the mount. */
int wmain(int argc, wchar_t **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: overlay.exe SOURCE TARGET (two folders, absolute)\n");
        return 1;
    }
    if (!load(L"reloaded_vfs.dll"))
        return 1;
    wchar_t a[MAX_PATH], b[MAX_PATH], written[MAX_PATH], data[MAX_PATH];
    _snwprintf(data, MAX_PATH, L"%ls\\data", argv[2]);
    _snwprintf(written, MAX_PATH, L"%ls\\data\\written.txt", argv[2]);
    _snwprintf(a, MAX_PATH, L"%ls\\data\\a.txt", argv[2]);
    _snwprintf(b, MAX_PATH, L"%ls\\data\\b.txt", argv[2]);
    show(a);

    /* Both come before the start. What the program writes goes to TARGET\rvfs\overwrite. */
    if (failed(set_log(RVFS_LOG_WARNING, print_message, NULL)) || failed(set_policy(RVFS_WRITES_OVERWRITE, NULL)))
        return 1;
    rvfs_folder folder = {argv[1], argv[2]};
    const wchar_t *target = argv[2];
    rvfs_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.targets = &target;
    options.target_count = 1;
    options.folders = &folder;
    options.folder_count = 1;
    if (failed(start(&options)))
        return 1;
    show(a);
    show(b);

    rvfs_handle handle;
    if (failed(add_file(a, b, &handle))) /* b now has the content of a */
        return 1;
    show(b);
    if (failed(remove_(handle)))
        return 1;
    show(b);

    if (failed(hide(a, &handle)))
        return 1;
    show(a);
    if (failed(remove_(handle)))
        return 1;
    show(a);

    FILE *file = _wfopen(written, L"w");
    if (!file)
        return 1;
    fputs("written\n", file);
    fclose(file);
    /* From here on, changes on disk are seen that were made before. */
    if (failed(wait_ready(10000)))
        return 1;
    show(written);
    return look(data) ? 0 : 1;
}
