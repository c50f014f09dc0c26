/*
 * Writes what the running system's RtlUpcaseUnicodeChar returns for each of the 65,536 UTF-16 code units:
 * 65,536 little-endian 16-bit values, in order, to the file named by the first argument (standard output without one).
 *
 *   x86_64-w64-mingw32-gcc -O2 -municode -o upcase_dump.exe upcase_dump.c -lntdll
 *   wine upcase_dump.exe table.bin
 */
#include <stdio.h>
#include <fcntl.h>
#include <io.h>
#include <windows.h>

NTSYSAPI WCHAR NTAPI RtlUpcaseUnicodeChar(WCHAR unit);

static unsigned short table[65536];

int wmain(int argc, wchar_t **argv)
{
    FILE *output = stdout;
    int unit;

    if (argc > 1)
    {
        output = _wfopen(argv[1], L"wb");
        if (!output)
        {
            perror("open");
            return 2;
        }
    }
    else
    {
        _setmode(_fileno(stdout), _O_BINARY);
    }

    for (unit = 0; unit < 65536; unit++)
        table[unit] = RtlUpcaseUnicodeChar((WCHAR)unit);

    if (fwrite(table, sizeof(table), 1, output) != 1 || fclose(output) != 0)
    {
        perror("write");
        return 3;
    }
    return 0;
}
