// numbers DLL   Loads a DLL and prints what its functions answer to numbers, each asked twice: the first call goes through more of a proxy
// than the second. With -DDLL it is the DLL itself.
#include <stdio.h>
#include <windows.h>

#if defined(DLL)
__declspec(dllexport) double four(double a, double b, double c, double d) { return a + 10 * b + 100 * c + 1000 * d; }

__declspec(dllexport) double mixed(int a, float b, const double *c, double d, double e, int f)
{
    return a + 10 * b + 100 * *c + 1000 * d + 10000 * e + 100000 * f;
}
#else
int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    HMODULE dll = LoadLibraryA(argv[1]);
    double (*four)(double, double, double, double) = (void *)GetProcAddress(dll, "four");
    double (*mixed)(int, float, const double *, double, double, int) = (void *)GetProcAddress(dll, "mixed");
    double three = 3;
    for (int i = 0; i < 2; i++)
    {
        printf("four %g\n", four(1, 2, 3, 4));
        printf("mixed %g\n", mixed(1, 2.0f, &three, 4, 5, 6));
    }
    return 0;
}
#endif
