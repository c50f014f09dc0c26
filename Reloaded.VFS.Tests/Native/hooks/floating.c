// A game that uses floating-point flags: no call of Windows may change those of a thread.
//
//   floating unmasked FOLDER  asks for the name of a mod's file, and opens it, with every exception of floating point raised, until the VFS
//                             has collected; prints whether it has
//   floating FOLDER           works in FOLDER through every kind of hooked call; prints each kind, and the flags of MXCSR that are set afterwards
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static unsigned flags; // of the kind that is under way

static void begin(void)
{
    unsigned clear = 0x1f80;
    __asm__ volatile("ldmxcsr %0" : : "m"(clear));
}

static void end(void)
{
    unsigned now;
    __asm__ volatile("stmxcsr %0" : "=m"(now));
    flags |= now ^ 0x1f80;
}

// One call, between setting the register and looking at it.
#define CALL(call) (begin(), (void)(call), end())

static void kind(const char *name)
{
    printf("%s: %x\n", name, flags);
    flags = 0;
}

static HANDLE file(const wchar_t *name, DWORD access, DWORD disposition, DWORD options)
{
    return CreateFileW(name, access, 7, NULL, disposition, options, NULL);
}

// As a debugger's, or an older library's, thread has it: whatever isn't exact ends the program, unless it is caught.
static void unmask(void)
{
    unsigned none = 0;
    __asm__ volatile("ldmxcsr %0" : : "m"(none));
}

static long collections(void)
{
    static char text[1 << 17];
    HMODULE vfs = GetModuleHandleW(L"reloaded_vfs.dll");
    int(__cdecl * describe)(char *, unsigned) = vfs ? (int(__cdecl *)(char *, unsigned))(void *)GetProcAddress(vfs, "rvfs_describe") : NULL;
    if (!describe || describe(text, sizeof text) <= 0)
        return -1;
    const char *at = strstr(text, "\"collections\": ");
    return at ? strtol(at + 15, NULL, 10) : -1;
}

static int raise_all(const wchar_t *folder)
{
    if (!SetCurrentDirectoryW(folder))
        return 2;
    long before = collections(), now = before;
    wchar_t text[4096];
    for (int i = 0; i < 100 && now == before; i++)
    {
        for (int k = 0; k < 1000; k++)
        {
            unmask();
            HANDLE handle = file(L"file 1.txt", GENERIC_READ, OPEN_EXISTING, 0);
            GetFinalPathNameByHandleW(handle, text, 4096, 0);
            CloseHandle(handle);
            begin();
        }
        now = collections();
    }
    printf("collected: %s\n", now > before ? "yes" : "no");
    return 0;
}

int wmain(int argc, wchar_t **argv)
{
    if (argc == 3 && !wcscmp(argv[1], L"child"))
        return 0;
    if (argc == 3 && !wcscmp(argv[1], L"unmasked"))
        return raise_all(argv[2]);
    if (argc != 2 || !SetCurrentDirectoryW(argv[1]))
        return 2;

    wchar_t name[MAX_PATH], text[4096];
    HANDLE handle = INVALID_HANDLE_VALUE, found = INVALID_HANDLE_VALUE;
    for (int i = 0; i < 300; i++)
    {
        swprintf(name, MAX_PATH, L"file %d.txt", i);
        CALL(handle = file(name, GENERIC_READ, OPEN_EXISTING, 0));
        CALL(CloseHandle(handle));
        CALL(GetFileAttributesW(name));
    }
    kind("open, close, attributes");

    WIN32_FIND_DATAW entry;
    int more = 1;
    for (int i = 0; i < 3; i++)
    {
        CALL(found = FindFirstFileW(L"*", &entry));
        do
            CALL(more = FindNextFileW(found, &entry));
        while (more);
        CALL(FindClose(found));
    }
    kind("list");

    handle = file(L"file 1.txt", GENERIC_READ, OPEN_EXISTING, 0);
    CALL(GetFinalPathNameByHandleW(handle, text, 4096, 0));
    CALL(GetVolumeInformationByHandleW(handle, NULL, 0, NULL, NULL, NULL, NULL, 0));
    BY_HANDLE_FILE_INFORMATION information;
    CALL(GetFileInformationByHandle(handle, &information));
    CloseHandle(handle);
    kind("names of handles");

    HANDLE folder = file(L".", FILE_LIST_DIRECTORY, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED);
    OVERLAPPED call = { .hEvent = CreateEventW(NULL, TRUE, FALSE, NULL) };
    DWORD bytes;
    CALL(ReadDirectoryChangesW(folder, text, sizeof text, TRUE, FILE_NOTIFY_CHANGE_FILE_NAME, NULL, &call, NULL));
    CALL(handle = file(L"new.txt", GENERIC_WRITE, CREATE_NEW, 0));
    CALL(WriteFile(handle, "new", 3, &bytes, NULL));
    CALL(CloseHandle(handle));
    CALL(GetOverlappedResult(folder, &call, &bytes, TRUE));
    CALL(CloseHandle(folder));
    kind("watch");

    CALL(MoveFileExW(L"new.txt", L"file 2.txt", MOVEFILE_REPLACE_EXISTING));
    CALL(MoveFileExW(L"file 3.txt", L"moved.txt", 0));
    CALL(CreateHardLinkW(L"linked.txt", L"file 4.txt", NULL));
    CALL(handle = file(L"file 5.txt", GENERIC_WRITE, CREATE_ALWAYS, 0));
    CALL(CloseHandle(handle));
    CALL(CreateDirectoryW(L"folder", NULL));
    CALL(CopyFileW(L"file 6.txt", L"folder\\copy.txt", FALSE));
    CALL(DeleteFileW(L"folder\\copy.txt"));
    CALL(RemoveDirectoryW(L"folder"));
    CALL(DeleteFileW(L"file 7.txt"));
    kind("save, move, delete");

    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child = { 0 };
    wchar_t line[MAX_PATH + 32], self[MAX_PATH];
    GetModuleFileNameW(NULL, self, MAX_PATH);
    for (int i = 0; i < 2; i++)
    {
        swprintf(line, MAX_PATH + 32, L"\"%ls\" child %d", self, i);
        CALL(CreateProcessW(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &child));
        WaitForSingleObject(child.hProcess, INFINITE);
        CloseHandle(child.hThread);
        CloseHandle(child.hProcess);
    }
    kind("start a program");
    return 0;
}
