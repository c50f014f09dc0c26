// Starts the DLL with options that it refuses, then with valid ones: prints each call's result, and the text of the error.
//
//   refusals TARGET MISSING     TARGET is a folder, MISSING isn't there; both absolute
#include <windows.h>
#include <stdio.h>
#include <string.h>
#include "reloaded_vfs.h"

static rvfs_status(RVFS_CALL *start)(const rvfs_options *);
static uint32_t(RVFS_CALL *last_error)(wchar_t *, uint32_t);

static void try_start(const char *what, const wchar_t *target, const wchar_t *mods, const wchar_t *report, uint32_t flags)
{
    rvfs_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.flags = flags;
    options.targets = &target;
    options.target_count = 1;
    options.mods = mods;
    options.report = report;
    rvfs_status status = start(&options);
    wchar_t text[1024] = L"";
    if (status < 0)
        last_error(text, 1024);
    printf("%s: %d %ls\n", what, (int)status, text);
}

int wmain(int argc, wchar_t **argv)
{
    HMODULE dll = LoadLibraryW(L"reloaded_vfs.dll");
    if (argc != 3 || !dll)
        return 1;
    start = (void *)GetProcAddress(dll, "rvfs_start");
    last_error = (void *)GetProcAddress(dll, "rvfs_last_error");
    try_start("relative target", L"data", NULL, NULL, 0);
    try_start("relative mods", argv[1], L"mods", NULL, 0);
    try_start("relative report", argv[1], NULL, L"report.json", 0);
    try_start("missing target", argv[2], NULL, NULL, RVFS_START_STRICT);
    try_start("missing mods", argv[1], argv[2], NULL, RVFS_START_STRICT);
    try_start("good", argv[1], NULL, NULL, RVFS_START_STRICT);
    return 0;
}
