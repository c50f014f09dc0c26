// Starts copies of itself in every unusual way, and prints what each copy found.
//
//   children show [ARGS]       what every copy does: whether reloaded_vfs.dll and added.dll are in it, what Data\a.txt has, whether main
//                              runs on the thread on which the loader has called the TLS callback; counts what is the VFS's in %TEMP%;
//                              ends with 42
//   children plain ARGS        starts a copy with these arguments as they are, in one command line
//   children token             ... with a token of which one group is for denying only
//   children policy NUMBER     ... with this mitigation policy
//   children debug             ... as its debugger
//   children import DLL        ... suspended, adds DLL (which exports ordinal 1) to its import directory, and resumes it
//   children suspended         makes a suspended copy that it ends, and one that it leaves to its own end
//   children many COUNT AT     COUNT copies, so many at once; only those that found something wrong say so
//   children in FOLDER         ... in that working folder beside it, then in its own, after it has gone there: each tells its working
//                              folder, what is in it, and makes a file
//   children code [FILE]       counts the pages of private memory that can be run in a copy that it makes suspended, then with a thread that
//                              it makes in it, and has the copy, once it runs, count its own unless the VFS is in it; before all that
//                              waits until the file is there
//   children other PROGRAM     makes PROGRAM, a copy of this one, suspended, and counts what is at the places where the VFS leaves its
//                              request; then lets it run, and says so if the VFS is in it
//   children wait FILE         waits until the file is there, then as "plain show"
//   children linger FILE       likewise, and then waits until the file has gone
#include "add_import.h"
#include "native.h"
#include <stdint.h>
#include <stdlib.h>
#define RVFS_BUILD
#include "Native/entry_block.h"

static DWORD loader_thread;

static void NTAPI on_tls(PVOID module, DWORD reason, PVOID reserved)
{
    (void)module;
    (void)reserved;
    if (reason == DLL_PROCESS_ATTACH)
        loader_thread = GetCurrentThreadId();
}
__attribute__((section(".CRT$XLB"), used)) PIMAGE_TLS_CALLBACK tls_callback = on_tls;

static wchar_t self[MAX_PATH], folder[MAX_PATH];

static void read_mod(char *text, DWORD size)
{
    wchar_t file[MAX_PATH + 16];
    swprintf(file, MAX_PATH + 16, L"%ls\\Data\\a.txt", folder);
    DWORD got = 0;
    HANDLE handle = CreateFileW(file, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (handle != INVALID_HANDLE_VALUE)
    {
        ReadFile(handle, text, size - 1, &got, NULL);
        CloseHandle(handle);
    }
    text[got] = 0;
}

static int count_in_temp(void)
{
    wchar_t pattern[MAX_PATH + 8];
    GetTempPathW(MAX_PATH, pattern);
    wcscat(pattern, L"rvfs*");
    WIN32_FIND_DATAW found;
    int count = 0;
    HANDLE find = FindFirstFileW(pattern, &found);
    if (find == INVALID_HANDLE_VALUE)
        return 0;
    do
        count++;
    while (FindNextFileW(find, &found));
    FindClose(find);
    return count;
}

static int show(int quiet)
{
    char text[32];
    read_mod(text, sizeof text);
    int in = GetModuleHandleW(L"reloaded_vfs.dll") != NULL, same = loader_thread == GetCurrentThreadId();
    if (quiet && in && same && !strcmp(text, "mod"))
        return 42;
    printf("in=%d a=%s added=%d thread=%s temp=%d\n", in, text, GetModuleHandleW(L"added.dll") != NULL, same ? "same" : "other",
        count_in_temp());
    fflush(stdout);
    return 42;
}

static BOOL create(HANDLE token, const wchar_t *arguments, DWORD flags, STARTUPINFOW *startup, PROCESS_INFORMATION *made)
{
    wchar_t line[1024];
    swprintf(line, 1024, L"\"%ls\" %ls", self, arguments);
    ULONGLONG began = GetTickCount64();
    BOOL done = token ? CreateProcessAsUserW(token, self, line, NULL, NULL, TRUE, flags, NULL, NULL, startup, made)
                      : create_process(self, line, TRUE, flags, NULL, startup, made);
    if (!done)
        printf("error %lu\n", GetLastError());
    else if (GetTickCount64() - began > 15000)
        printf("CreateProcess took %llu ms\n", GetTickCount64() - began);
    fflush(stdout);
    return done;
}

static int end_of(PROCESS_INFORMATION *made)
{
    DWORD code = 0;
    WaitForSingleObject(made->hProcess, INFINITE);
    GetExitCodeProcess(made->hProcess, &code);
    CloseHandle(made->hThread);
    CloseHandle(made->hProcess);
    if (code != 42)
        printf("it ended with %lu\n", code);
    return 7;
}

static int run(HANDLE token, const wchar_t *arguments, DWORD flags, STARTUPINFOW *startup)
{
    STARTUPINFOW usual = { .cb = sizeof usual };
    PROCESS_INFORMATION made;
    return create(token, arguments, flags, startup ? startup : &usual, &made) ? end_of(&made) : 8;
}

// One group that is enabled becomes one for denying only.
static HANDLE restricted_token(void)
{
    HANDLE own, restricted;
    DWORD size;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_ALL_ACCESS, &own))
        return NULL;
    GetTokenInformation(own, TokenGroups, NULL, 0, &size);
    TOKEN_GROUPS *groups = malloc(size);
    GetTokenInformation(own, TokenGroups, groups, size, &size);
    for (DWORD i = 0; i < groups->GroupCount; i++)
    {
        if (!(groups->Groups[i].Attributes & SE_GROUP_ENABLED) || (groups->Groups[i].Attributes & (SE_GROUP_LOGON_ID | SE_GROUP_INTEGRITY)))
            continue;
        SID_AND_ATTRIBUTES disable = { groups->Groups[i].Sid, 0 };
        return CreateRestrictedToken(own, 0, 1, &disable, 0, NULL, 0, NULL, &restricted) ? restricted : NULL;
    }
    return NULL;
}

static int with_policy(const wchar_t *number)
{
    char list[256];
    SIZE_T size = sizeof list;
    STARTUPINFOEXW startup = { .StartupInfo.cb = sizeof startup, .lpAttributeList = (LPPROC_THREAD_ATTRIBUTE_LIST)list };
    DWORD64 policy = wcstoull(number, NULL, 0);
    if (!InitializeProcThreadAttributeList(startup.lpAttributeList, 1, 0, &size)
        || !UpdateProcThreadAttribute(
            startup.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_MITIGATION_POLICY, &policy, sizeof policy, NULL, NULL))
        return printf("attributes: error %lu\n", GetLastError()), 8;
    return run(NULL, L"show", EXTENDED_STARTUPINFO_PRESENT, &startup.StartupInfo);
}

static int debug(void)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION made;
    if (!create(NULL, L"show", DEBUG_ONLY_THIS_PROCESS, &startup, &made))
        return 8;
    DEBUG_EVENT event;
    do
    {
        if (!WaitForDebugEvent(&event, 30000))
            return printf("no debug event: %lu\n", GetLastError()), 8;
        ContinueDebugEvent(event.dwProcessId, event.dwThreadId,
            event.dwDebugEventCode == EXCEPTION_DEBUG_EVENT && event.u.Exception.ExceptionRecord.ExceptionCode != EXCEPTION_BREAKPOINT
                ? DBG_EXCEPTION_NOT_HANDLED
                : DBG_CONTINUE);
    } while (event.dwDebugEventCode != EXIT_PROCESS_DEBUG_EVENT);
    return end_of(&made);
}

static int import(const wchar_t *dll)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION made;
    if (!create(NULL, L"show", CREATE_SUSPENDED, &startup, &made))
        return 8;
    if (!add_import(made.hProcess, dll))
        printf("the import directory couldn't be changed: %lu\n", GetLastError());
    ResumeThread(made.hThread);
    return end_of(&made);
}

static int suspended(void)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION ended, left;
    if (!create(NULL, L"show", CREATE_SUSPENDED, &startup, &ended) || !create(NULL, L"show", CREATE_SUSPENDED, &startup, &left))
        return 8;
    TerminateProcess(ended.hProcess, 42);
    Sleep(2500); // longer than the time after which the VFS asks
    printf("in %%TEMP%%: %d\n", count_in_temp());
    TerminateProcess(left.hProcess, 42);
    return end_of(&ended);
}

static volatile LONG to_start;

static DWORD WINAPI start_many(void *unused)
{
    while (InterlockedDecrement(&to_start) >= 0)
        run(NULL, L"quiet", 0, NULL);
    return (DWORD)(ULONG_PTR)unused;
}

static int many(int count, int at_once)
{
    HANDLE threads[64];
    to_start = count;
    for (int i = 0; i < at_once && i < 64; i++)
        threads[i] = CreateThread(NULL, 0, start_many, NULL, 0, NULL);
    WaitForMultipleObjects((DWORD)at_once, threads, TRUE, INFINITE);
    printf("done, in %%TEMP%%: %d\n", count_in_temp());
    return 7;
}

// Code that lies in no module's file.
static int count_code(HANDLE process)
{
    const DWORD runs = PAGE_EXECUTE | PAGE_EXECUTE_READ | PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY;
    MEMORY_BASIC_INFORMATION memory;
    int count = 0, all = 0;
    for (char *at = NULL; VirtualQueryEx(process, at, &memory, sizeof memory); at = (char *)memory.BaseAddress + memory.RegionSize, all++)
        count += memory.State == MEM_COMMIT && memory.Type == MEM_PRIVATE && (memory.Protect & runs) != 0;
    return all > 5 ? count : -1;
}

static int code(void)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION made;
    if (!create(NULL, L"counted", CREATE_SUSPENDED, &startup, &made))
        return 8;
    printf("code in it: %d\n", count_code(made.hProcess));
    FARPROC nothing = GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "GetCurrentThreadId");
    HANDLE thread = CreateRemoteThread(made.hProcess, NULL, 0, (LPTHREAD_START_ROUTINE)(ULONG_PTR)nothing, NULL, CREATE_SUSPENDED, NULL);
    printf("with a thread: %d\n", thread ? count_code(made.hProcess) : -2);
    fflush(stdout);
    ResumeThread(thread);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    ResumeThread(made.hThread);
    return end_of(&made);
}

static int other(const wchar_t *program)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION made;
    wchar_t path[MAX_PATH * 2], line[MAX_PATH * 2 + 16];
    swprintf(path, MAX_PATH * 2, L"%ls\\%ls", folder, program);
    swprintf(line, MAX_PATH * 2 + 16, L"\"%ls\" counted quietly", path);
    if (!create_process(path, line, TRUE, CREATE_SUSPENDED, NULL, &startup, &made))
        return printf("error %lu\n", GetLastError()), 8;
    int kept = 0;
    for (int i = 0; i < ENTRY_MOST_ADDRESSES; i++)
    {
        MEMORY_BASIC_INFORMATION memory;
        VirtualQueryEx(made.hProcess, (char *)ENTRY_FIRST_ADDRESS + (ULONG_PTR)i * ENTRY_STEP, &memory, sizeof memory);
        kept += memory.State == MEM_COMMIT;
    }
    printf("kept in it: %d\n", kept);
    fflush(stdout);
    ResumeThread(made.hThread);
    return end_of(&made);
}

// The working folder, relative to the game's; what is in it, and whether a file is made there by its name alone.
static int tell_folder(const wchar_t *made)
{
    wchar_t current[MAX_PATH];
    GetCurrentDirectoryW(MAX_PATH, current);
    size_t length = wcslen(folder);
    printf("in %ls:", !_wcsnicmp(current, folder, length) && current[length] ? current + length + 1 : current);
    WIN32_FIND_DATAW found;
    HANDLE find = FindFirstFileW(L"*", &found);
    while (find != INVALID_HANDLE_VALUE)
    {
        if (found.cFileName[0] != L'.')
            printf(" %ls", found.cFileName);
        if (!FindNextFileW(find, &found))
            break;
    }
    FindClose(find);
    HANDLE file = CreateFileW(made, GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL);
    printf(file == INVALID_HANDLE_VALUE ? ", not made: %lu\n" : "\n", GetLastError());
    CloseHandle(file);
    fflush(stdout);
    return 42;
}

static int start_in(const wchar_t *name)
{
    wchar_t line[1024], place[1024];
    swprintf(place, 1024, L"%ls\\%ls", folder, name);
    for (int i = 0; i < 2; i++)
    {
        STARTUPINFOW startup = { .cb = sizeof startup };
        PROCESS_INFORMATION made;
        if (i == 1 && !SetCurrentDirectoryW(place))
            printf("not gone there: %lu\n", GetLastError());
        swprintf(line, 1024, L"\"%ls\" tell made%d.txt", self, i);
        if (!create_process(self, line, TRUE, 0, i == 0 ? place : NULL, &startup, &made))
            return printf("error %lu\n", GetLastError()), 8;
        end_of(&made);
    }
    return 7;
}

int wmain(int argc, wchar_t **argv)
{
    GetModuleFileNameW(NULL, self, MAX_PATH);
    wcscpy(folder, self);
    *wcsrchr(folder, L'\\') = 0;
    const wchar_t *command = argc > 1 ? argv[1] : L"";
    if (!wcscmp(command, L"show") || !wcscmp(command, L"quiet"))
        return show(!wcscmp(command, L"quiet"));
    if (!wcscmp(command, L"counted"))
    {
        if (GetModuleHandleW(L"reloaded_vfs.dll"))
            printf("the VFS is in it\n");
        else if (argc == 2)
            printf("once it runs: %d\n", count_code(GetCurrentProcess()));
        fflush(stdout);
        return 42;
    }
    if (!wcscmp(command, L"tell") && argc == 3)
        return tell_folder(argv[2]);
    if (!wcscmp(command, L"in") && argc == 3)
        return start_in(argv[2]);
    // What the copies have in %TEMP% is to be seen in a folder of the game.
    wchar_t temporary[MAX_PATH + 8];
    swprintf(temporary, MAX_PATH + 8, L"%ls\\Data", folder);
    SetEnvironmentVariableW(L"TEMP", temporary);
    SetEnvironmentVariableW(L"TMP", temporary);
    if (!wcscmp(command, L"plain"))
        return run(NULL, wcsstr(GetCommandLineW(), L" plain ") + 7, 0, NULL);
    if (!wcscmp(command, L"token"))
    {
        HANDLE token = restricted_token();
        return token ? run(token, L"show", 0, NULL) : (printf("no token: %lu\n", GetLastError()), 8);
    }
    if (!wcscmp(command, L"policy") && argc == 3)
        return with_policy(argv[2]);
    if (!wcscmp(command, L"debug"))
        return debug();
    if (!wcscmp(command, L"import") && argc == 3)
        return import(argv[2]);
    if (!wcscmp(command, L"suspended"))
        return suspended();
    if (!wcscmp(command, L"many") && argc == 4)
        return many(_wtoi(argv[2]), _wtoi(argv[3]));
    BOOL waits = !wcscmp(command, L"code") || !wcscmp(command, L"wait") || !wcscmp(command, L"linger");
    while (waits && argc == 3 && GetFileAttributesW(argv[2]) == INVALID_FILE_ATTRIBUTES)
        Sleep(50);
    if (!wcscmp(command, L"code"))
        return code();
    if (!wcscmp(command, L"other") && argc == 3)
        return other(argv[2]);
    if (!wcscmp(command, L"wait") && argc == 3)
        return run(NULL, L"show", 0, NULL);
    if (!wcscmp(command, L"linger") && argc == 3)
    {
        int code = run(NULL, L"show", 0, NULL);
        while (GetFileAttributesW(argv[2]) != INVALID_FILE_ATTRIBUTES)
            Sleep(50);
        return code;
    }
    return 2;
}
