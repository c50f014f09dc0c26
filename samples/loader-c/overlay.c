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
    if (start && add_file && remove_ && last_error)
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

/* overlay.exe SOURCE TARGET: mounts the folder SOURCE over the folder TARGET, both absolute, and reads through the mount. */
int wmain(int argc, wchar_t **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: overlay.exe SOURCE TARGET (two folders, absolute)\n");
        return 1;
    }
    if (!load(L"reloaded_vfs.dll"))
        return 1;
    wchar_t a[MAX_PATH], b[MAX_PATH];
    _snwprintf(a, MAX_PATH, L"%ls\\data\\a.txt", argv[2]);
    _snwprintf(b, MAX_PATH, L"%ls\\data\\b.txt", argv[2]);
    show(a);

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
    return 0;
}
