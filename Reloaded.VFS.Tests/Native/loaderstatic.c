// Imports loaderhook.dll: the start is asked for before this program's first instruction, and must have happened by then.
#include <stdio.h>
#include <windows.h>

__declspec(dllimport) int loaderhook_status(void);

int main(void)
{
    char text[100] = "(none)";
    FILE *file = fopen("data\\a.txt", "rb");
    if (file)
        text[fread(text, 1, sizeof text - 1, file)] = 0;
    printf("status %d\nfirst: %s\n", loaderhook_status(), text);
    return 0;
}
