// Stands in for GameAssembly.dll, a game's own code compiled ahead of time.
#include <windows.h>
#include <stdio.h>

__declspec(dllexport) int il2cpp_init(const char *name)
{
    printf("%s begun\n", name);
    fflush(stdout);
    return 1;
}
