// Writes, deletes, moves and creates files in Data when a thread ends, and when the process ends; prints what the system refused.
#include "native.h"

static void say(const char *when, const char *what, BOOL done)
{
    char text[100];
    DWORD written;
    int length = snprintf(text, sizeof text, "%s: %s: %s\n", when, what,
        done                                        ? "done"
            : GetLastError() == ERROR_ACCESS_DENIED ? "denied"
                                                    : "failed");
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, (DWORD)length, &written, NULL);
}

static BOOL put(const wchar_t *name, DWORD disposition)
{
    HANDLE file = CreateFileW(name, GENERIC_WRITE, 7, NULL, disposition, 0, NULL);
    DWORD bytes;
    if (file == INVALID_HANDLE_VALUE)
        return FALSE;
    WriteFile(file, "late", 4, &bytes, NULL);
    return CloseHandle(file);
}

static BOOL read(const wchar_t *name)
{
    HANDLE file = CreateFileW(name, GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
    return file != INVALID_HANDLE_VALUE && CloseHandle(file);
}

static void write_all(const char *when)
{
    say(when, "write", put(L"Data\\only-game.txt", CREATE_ALWAYS));
    say(when, "write a mod's", put(L"Data\\a.txt", OPEN_EXISTING));
    say(when, "make", put(L"Data\\new.txt", CREATE_NEW));
    say(when, "delete", DeleteFileW(L"Data\\gone.txt"));
    say(when, "move", MoveFileW(L"Data\\moved.txt", L"Data\\elsewhere.txt"));
    say(when, "make a folder", CreateDirectoryW(L"Data\\folder", NULL));
    say(when, "attributes", SetFileAttributesW(L"Data\\only-game.txt", FILE_ATTRIBUTE_HIDDEN));
    say(when, "read", read(L"Data\\only-game.txt"));
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    (void)module;
    (void)reserved;
    if (reason == DLL_THREAD_DETACH)
        write_all("thread");
    else if (reason == DLL_PROCESS_DETACH)
        write_all("process");
    return TRUE;
}
