// File accesses through the libraries above ntdll: profiles, copies, the C runtime's folders, loaded libraries.
#include "probe.h"
#include <dirent.h>
#include <io.h>
#include <shellapi.h>

static void put_error(const char *function) { printf("%s: error %lu\n", function, GetLastError()); }

// profile FILE SECTION KEY
static void profile(int count, wchar_t **a)
{
    (void)count;
    wchar_t value[256] = L"", names[512] = L"", full[1024];
    GetFullPathNameW(a[0], 1024, full, NULL);
    DWORD length = GetPrivateProfileStringW(a[1], a[2], L"(default)", value, 256, full);
    printf("%lu ", length);
    put_text(value, length);
    length = GetPrivateProfileSectionNamesW(names, 512, full);
    printf(" sections %lu int %u\n", length, GetPrivateProfileIntW(a[1], a[2], 77, full));
}

// copyout FROM: into a temporary file, whose content and attributes are shown.
static void copy_out(int count, wchar_t **a)
{
    (void)count;
    wchar_t folder[MAX_PATH], to[MAX_PATH];
    GetTempPathW(MAX_PATH, folder);
    GetTempFileNameW(folder, L"rvf", 0, to);
    if (!CopyFileW(a[0], to, FALSE))
        put_error("CopyFileW");
    else
    {
        WIN32_FILE_ATTRIBUTE_DATA data;
        GetFileAttributesExW(to, GetFileExInfoStandard, &data);
        printf("attributes=%lx ", data.dwFileAttributes);
        put_time("written",
            (LARGE_INTEGER){ .LowPart = data.ftLastWriteTime.dwLowDateTime, .HighPart = (LONG)data.ftLastWriteTime.dwHighDateTime });
        printf(" ");
        HANDLE file = CreateFileW(to, GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
        put_handle_content(file);
        CloseHandle(file);
        SetFileAttributesW(to, FILE_ATTRIBUTE_NORMAL);
    }
    DeleteFileW(to);
}

static void compressed_size(int count, wchar_t **a)
{
    (void)count;
    DWORD high = 0;
    SetLastError(0);
    DWORD low = GetCompressedFileSizeW(a[0], &high);
    printf("%lu %lu error %lu\n", high, low, GetLastError());
}

static void w_find_first(int count, wchar_t **a)
{
    (void)count;
    struct _wfinddata64_t data;
    intptr_t find = _wfindfirst64(a[0], &data);
    if (find == -1)
    {
        printf("_wfindfirst: errno %d\n", errno);
        return;
    }
    do
    {
        printf(" attributes=%x size=%lld written=%lld name=", data.attrib, data.attrib & _A_SUBDIR ? 0 : (long long)data.size,
            data.attrib & _A_SUBDIR ? 0 : (long long)data.time_write);
        put_text(data.name, wcslen(data.name));
        printf("\n");
    } while (!_wfindnext64(find, &data));
    printf("errno %d close %d\n", errno, _findclose(find));
}

static void open_dir(int count, wchar_t **a)
{
    (void)count;
    _WDIR *folder = _wopendir(a[0]);
    if (!folder)
    {
        printf("_wopendir: errno %d\n", errno);
        return;
    }
    for (int round = 0; round < 2; round++)
    {
        for (struct _wdirent *entry; (entry = _wreaddir(folder)) != NULL;)
        {
            printf(" %d ", entry->d_namlen);
            put_text(entry->d_name, wcslen(entry->d_name));
            printf("\n");
        }
        _wrewinddir(folder);
        printf("rewound\n");
    }
    _wclosedir(folder);
}

// loadex FLAGS(hex) DLL [EXPORT] [ADDEDFOLDER]: what was loaded, from where, what it answers; or what a data file or image holds.
static void load_ex(int count, wchar_t **a)
{
    DWORD flags = wcstoul(a[0], NULL, 16);
    void *cookie = NULL;
    if (count > 3)
    {
        void *(WINAPI * add)(PCWSTR) = (void *)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "AddDllDirectory");
        cookie = add ? add(a[3]) : NULL;
        printf("folder %s ", cookie ? "added" : "not added");
    }
    HMODULE module = LoadLibraryExW(a[1], NULL, flags);
    if (!module)
        put_error("LoadLibraryExW");
    else
    {
        wchar_t path[1024] = L"";
        if (flags & (LOAD_LIBRARY_AS_DATAFILE | LOAD_LIBRARY_AS_DATAFILE_EXCLUSIVE | LOAD_LIBRARY_AS_IMAGE_RESOURCE))
        {
            const char *base = (const char *)((ULONG_PTR)module & ~(ULONG_PTR)3);
            printf("mapped as %s first %.2s\n", (ULONG_PTR)module & 1 ? "data" : "image", base);
        }
        else
        {
            DWORD length = GetModuleFileNameW(module, path, 1024);
            printf("loaded ");
            put_text(path, length);
            char name[100];
            snprintf(name, sizeof name, "%ls", count > 2 ? a[2] : L"answer");
            int (*function)(void) = (int (*)(void))(void *)GetProcAddress(module, name);
            printf(" %s=%d handle %s\n", name, function ? function() : -1, GetModuleHandleW(a[1]) == module ? "same" : "other");
        }
        FreeLibrary(module);
    }
    if (cookie)
        ((BOOL(WINAPI *)(void *))(void *)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "RemoveDllDirectory"))(cookie);
}

// setdlldir FOLDER
static void set_dll_directory(int count, wchar_t **a)
{
    (void)count;
    printf("%d\n", SetDllDirectoryW(a[0][0] ? a[0] : NULL));
}

// searchpath NAME [EXTENSION]: as programs look for a file in a list of folders.
static void search_path(int count, wchar_t **a)
{
    wchar_t found[1024];
    DWORD length = SearchPathW(a[0], a[1], count > 2 ? a[2] : NULL, 1024, found, NULL);
    printf("%s ", length ? "found" : "not found");
    put_text(found, length);
    printf("\n");
}

static void put_end(HANDLE process)
{
    DWORD code = 0;
    WaitForSingleObject(process, 60000);
    GetExitCodeProcess(process, &code);
    printf("ended with %lu\n", code);
    CloseHandle(process);
}

// run PROGRAM LINE [FOLDER]: CreateProcess; "-" is no program, or no line.
static void run(int count, wchar_t **a)
{
    wchar_t line[1000];
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;
    wcscpy(line, a[1]);
    fflush(stdout);
    if (!create_process(
            wcscmp(a[0], L"-") ? a[0] : NULL, wcscmp(a[1], L"-") ? line : NULL, TRUE, 0, count > 2 ? a[2] : NULL, &startup, &child))
    {
        put_error("CreateProcessW");
        return;
    }
    CloseHandle(child.hThread);
    put_end(child.hProcess);
}

// shellrun FILE PARAMETERS: ShellExecuteEx.
static void shell_run(int count, wchar_t **a)
{
    (void)count;
    SHELLEXECUTEINFOW execute = { .cbSize = sizeof execute,
        .fMask = SEE_MASK_NOCLOSEPROCESS | SEE_MASK_FLAG_NO_UI,
        .lpFile = a[0],
        .lpParameters = a[1][0] ? a[1] : NULL };
    BOOL(WINAPI * shell_execute)(SHELLEXECUTEINFOW *) = (void *)GetProcAddress(LoadLibraryW(L"shell32.dll"), "ShellExecuteExW");
    fflush(stdout);
    if (!shell_execute(&execute))
        put_error("ShellExecuteExW");
    else if (execute.hProcess)
        put_end(execute.hProcess);
    else
        printf("no process\n");
}

const COMMAND programs_commands[] = {
    { L"run", run, 2, L"PROGRAM LINE [FOLDER]" },
    { L"shellrun", shell_run, 2, L"FILE PARAMETERS" },
    { L"profile", profile, 3, L"FILE SECTION KEY" },
    { L"copyout", copy_out, 1, L"FROM" },
    { L"compressed", compressed_size, 1, L"FILE" },
    { L"wfindfirst", w_find_first, 1, L"PATTERN" },
    { L"opendir", open_dir, 1, L"FOLDER" },
    { L"loadex", load_ex, 2, L"FLAGS DLL [EXPORT] [ADDEDFOLDER]" },
    { L"setdlldir", set_dll_directory, 1, L"FOLDER" },
    { L"searchpath", search_path, 2, L"FOLDERS NAME [EXTENSION]" },
    { 0 },
};
