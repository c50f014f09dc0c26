// Starts the game beside it as script extenders do that are a program of their own: suspended. A new thread of the game loads
// extension.dll, and is waited for; then the game's main thread may run. Says what the thread came to, and ends with 7.
//
//   extender code       by code of its own, which it writes into the game and which calls LoadLibraryA; through a handle that it opens by
//                       the game's id with no more rights than that needs
//   extender library    by LoadLibraryW itself
//   extender user       ... and RtlCreateUserThread
//   extender few        ... and NtCreateThreadEx, for a handle that is good for waiting and asking alone
//   extender later      ... by a thread that it makes suspended, looks at, and resumes
//   extender beside     ... and lets the main thread run at once, without waiting
//   extender two        ... by two threads at once
//   extender ended      makes a suspended thread that it ends before it has run; then as "library"
//   extender apc        by an APC of the main thread
//   extender plain      not at all, and the game isn't suspended
//   extender patched    ... and adds added.dll to its import directory while it is suspended; then as "library"
//   extender again      ... and suspends it once more, resumes it once, and only then adds added.dll; nothing more
//   extender cheated    ... and puts a folder EasyAntiCheat beside it while it is suspended, where the VFS doesn't start; nothing more
#include "add_import.h"
#include "native.h"

NTSTATUS NTAPI RtlCreateUserThread(
    HANDLE process, PSECURITY_DESCRIPTOR, BOOLEAN suspended, ULONG, SIZE_T, SIZE_T, void *routine, void *argument, HANDLE *, CLIENT_ID *);
NTSTATUS NTAPI NtCreateThreadEx(
    HANDLE *thread, ACCESS_MASK, OBJECT_ATTRIBUTES *, HANDLE process, void *, void *argument, ULONG flags, SIZE_T, SIZE_T, SIZE_T, void *);

#define WAITING_TIME 60000

static wchar_t folder[MAX_PATH], dll[MAX_PATH + 32];

static void *kernel32(const char *name) { return (void *)(ULONG_PTR)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), name); }

static void *put(HANDLE process, const void *bytes, SIZE_T size, DWORD protection)
{
    void *to = VirtualAllocEx(process, NULL, size, MEM_COMMIT | MEM_RESERVE, protection);
    return to && WriteProcessMemory(process, to, bytes, size, NULL) ? to : NULL;
}

#ifdef _WIN64
// sub rsp,28h; mov rcx,path; mov rax,LoadLibraryA; call rax; add rsp,28h; ret
static const unsigned char loading[] = { 0x48, 0x83, 0xEC, 0x28, 0x48, 0xB9, [14] = 0x48, 0xB8, [24] = 0xFF, 0xD0, 0x48, 0x83, 0xC4, 0x28,
    0xC3 };
static const int path_in_it = 6, function_in_it = 16;
#else
// push path; mov eax,LoadLibraryA; call eax; ret 4
static const unsigned char loading[] = { 0x68, [5] = 0xB8, [10] = 0xFF, 0xD0, 0xC2, 4, 0 };
static const int path_in_it = 1, function_in_it = 6;
#endif

static HANDLE by_code(DWORD id)
{
    HANDLE process = OpenProcess(
        PROCESS_CREATE_THREAD | PROCESS_QUERY_INFORMATION | PROCESS_VM_OPERATION | PROCESS_VM_WRITE | PROCESS_VM_READ, FALSE, id);
    unsigned char code[64 + MAX_PATH * 2];
    void *at = VirtualAllocEx(process, NULL, sizeof code, MEM_COMMIT | MEM_RESERVE, PAGE_EXECUTE_READWRITE);
    void *load = kernel32("LoadLibraryA");
    unsigned char *path = (unsigned char *)at + 64;
    memcpy(code, loading, sizeof loading);
    memcpy(code + path_in_it, &path, sizeof path);
    memcpy(code + function_in_it, &load, sizeof load);
    WideCharToMultiByte(CP_ACP, 0, dll, -1, (char *)code + 64, MAX_PATH * 2, NULL, NULL);
    HANDLE thread = at && WriteProcessMemory(process, at, code, sizeof code, NULL)
        ? CreateRemoteThread(process, NULL, 0, (LPTHREAD_START_ROUTINE)(ULONG_PTR)at, NULL, 0, NULL)
        : NULL;
    CloseHandle(process);
    return thread;
}

static HANDLE by_library(HANDLE process, DWORD flags, DWORD *id)
{
    void *path = put(process, dll, sizeof dll, PAGE_READWRITE);
    return CreateRemoteThread(process, NULL, 0, (LPTHREAD_START_ROUTINE)(ULONG_PTR)kernel32("LoadLibraryW"), path, flags, id);
}

// What the thread's start routine returned, in words: the low half of the module's address.
static void tell(HANDLE thread)
{
    DWORD module = 0, ended = WaitForSingleObject(thread, WAITING_TIME);
    GetExitCodeThread(thread, &module);
    printf(!thread ? "no thread\n" : ended ? "it hasn't ended\n" : module && module != STILL_ACTIVE ? "loaded\n" : "not loaded\n");
    fflush(stdout);
    CloseHandle(thread);
}

int wmain(int argc, wchar_t **argv)
{
    const wchar_t *way = argc > 1 ? argv[1] : L"";
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION made;
    wchar_t game[MAX_PATH + 32];
    GetModuleFileNameW(NULL, folder, MAX_PATH);
    *wcsrchr(folder, L'\\') = 0;
    swprintf(dll, MAX_PATH + 32, L"%ls\\extension.dll", folder);
    swprintf(game, MAX_PATH + 32, L"%ls\\game.exe", folder);
    printf("the DLL is %s\n", GetFileAttributesW(dll) == INVALID_FILE_ATTRIBUTES ? "not there" : "there");
#ifdef PROXIED
    printf("the extender is %s\n", GetFileVersionInfoSizeW(game, NULL) ? "versioned" : "ready");
#endif
    fflush(stdout);
    if (!create_process(game, NULL, TRUE, wcscmp(way, L"plain") ? CREATE_SUSPENDED : 0, NULL, &startup, &made))
        return printf("error %lu\n", GetLastError()), 8;
    HANDLE thread = NULL;
    if (!wcscmp(way, L"cheated"))
    {
        wchar_t cheat[MAX_PATH + 32];
        swprintf(cheat, MAX_PATH + 32, L"%ls\\EasyAntiCheat", folder);
        CreateDirectoryW(cheat, NULL);
    }
    if (!wcscmp(way, L"code"))
        tell(by_code(made.dwProcessId));
    else if (!wcscmp(way, L"library"))
        tell(by_library(made.hProcess, 0, NULL));
    else if (!wcscmp(way, L"user") || !wcscmp(way, L"few"))
    {
        void *path = put(made.hProcess, dll, sizeof dll, PAGE_READWRITE);
        NTSTATUS status = !wcscmp(way, L"user")
            ? RtlCreateUserThread(made.hProcess, NULL, FALSE, 0, 0, 0, kernel32("LoadLibraryW"), path, &thread, NULL)
            : NtCreateThreadEx(&thread, SYNCHRONIZE | THREAD_QUERY_LIMITED_INFORMATION, NULL, made.hProcess, kernel32("LoadLibraryW"), path,
                0, 0, 0, 0, NULL);
        if (status)
            printf("status %lx\n", status);
        tell(thread);
    }
    else if (!wcscmp(way, L"later"))
    {
        DWORD id = 0;
        thread = by_library(made.hProcess, CREATE_SUSPENDED, &id);
        Sleep(100);
        printf("its id is %s, it was suspended %lu times\n", id && id == GetThreadId(thread) ? "right" : "wrong", ResumeThread(thread));
        tell(thread);
    }
    else if (!wcscmp(way, L"beside") || !wcscmp(way, L"two"))
    {
        HANDLE second = by_library(made.hProcess, 0, NULL);
        thread = !wcscmp(way, L"two") ? by_library(made.hProcess, 0, NULL) : NULL;
        if (!thread)
            ResumeThread(made.hThread);
        else
            tell(thread);
        tell(second);
        if (!thread)
            goto runs;
    }
    else if (!wcscmp(way, L"ended"))
    {
        thread = by_library(made.hProcess, CREATE_SUSPENDED, NULL);
        TerminateThread(thread, 1);
        WaitForSingleObject(thread, WAITING_TIME);
        CloseHandle(thread);
        tell(by_library(made.hProcess, 0, NULL));
    }
    else if (!wcscmp(way, L"patched") || !wcscmp(way, L"again"))
    {
        if (!wcscmp(way, L"again"))
        {
            SuspendThread(made.hThread);
            printf("it was suspended %lu times\n", ResumeThread(made.hThread));
        }
        if (!add_import(made.hProcess, L"added.dll"))
            printf("its imports can't be changed\n");
        fflush(stdout);
        if (!wcscmp(way, L"patched"))
            tell(by_library(made.hProcess, 0, NULL));
    }
    else if (!wcscmp(way, L"apc"))
    {
        void *path = put(made.hProcess, dll, sizeof dll, PAGE_READWRITE);
        QueueUserAPC((PAPCFUNC)(ULONG_PTR)kernel32("LoadLibraryW"), made.hThread, (ULONG_PTR)path);
    }
    ResumeThread(made.hThread);
runs:;
    DWORD code = 0;
    WaitForSingleObject(made.hProcess, INFINITE);
    GetExitCodeProcess(made.hProcess, &code);
    if (code != 42)
        printf("the game ended with %lu\n", code);
    return 7;
}
