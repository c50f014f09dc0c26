// Shows what Windows tells a game about its files, as plain text lines. See Behaviour/ for the scripts it runs.
#include <windows.h>
#include <stdio.h>
#include <wchar.h>

int wmain(int argc, wchar_t **argv)
{
    if (argc == 3 && !wcscmp(argv[1], L"sleep"))
    {
        printf("sleeping\n");
        fflush(stdout);
        Sleep((DWORD)_wtoi(argv[2]));
        return 0;
    }
    return 2;
}
