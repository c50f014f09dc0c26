// A program that ends with its last thread and never calls ExitProcess.
//
//   lastthread                the first thread is the only one, and ends with status 9
//   lastthread FILE           the first thread ends; a second reads FILE, starts a third and ends; the third reads FILE again and ends
//                             with status 7
#include "native.h"

static const wchar_t *path;

static void print_file(const char *who)
{
    char text[64] = "";
    DWORD length = 0;
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file != INVALID_HANDLE_VALUE)
    {
        ReadFile(file, text, sizeof text - 1, &length, NULL);
        CloseHandle(file);
    }
    printf("%s: %.*s\n", who, (int)length, text);
    fflush(stdout);
}

static DWORD WINAPI third(void *unused)
{
    (void)unused;
    Sleep(300);
    print_file("third");
    return 7;
}

static DWORD WINAPI second(void *unused)
{
    (void)unused;
    Sleep(300);
    print_file("second");
    CloseHandle(CreateThread(NULL, 0, third, NULL, 0, NULL));
    return 5;
}

int wmain(int count, wchar_t **arguments)
{
    if (count > 1)
    {
        path = arguments[1];
        CloseHandle(CreateThread(NULL, 0, second, NULL, 0, NULL));
    }
    ExitThread(9);
}
