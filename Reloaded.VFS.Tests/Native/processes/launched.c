// A game that prints what a launcher passes to it, and returns what it is told to.
//
//   launched show ARGS...      prints its arguments, one a line in brackets, and some of its environment
//   launched raw ...           prints its raw command line after the program's name
//   launched exit CODE         ends with CODE (decimal or 0x...)
//   launched crash             writes to address 0
//   launched tree MS FILE [P]  starts a child (or P, a copy of itself) that writes FILE after MS milliseconds, and ends at once with code 3
//   launched mark FILE         writes FILE
//   launched cat FILES...      prints the content of each file
//   launched copy A B          writes A's content to B
//   launched twice A MS B      writes A at once, and B after MS milliseconds
//   launched echo              prints its standard input, to the end
//   launched place             prints its own path, its working folder and its raw command line
//   launched registers         prints MXCSR and the x87 unit's control word
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static void put(const wchar_t *text)
{
    char bytes[32768];
    int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, sizeof bytes, NULL, NULL);
    fwrite(bytes, 1, size > 0 ? (size_t)size - 1 : 0, stdout);
}

static void put_variable(const wchar_t *name)
{
    const wchar_t *value = _wgetenv(name);
    put(name);
    printf("=");
    put(value ? value : L"(none)");
    printf("\n");
}

static int mark(const wchar_t *path)
{
    FILE *file = _wfopen(path, L"wb");
    if (!file)
        return 9;
    fputs("done", file);
    return fclose(file);
}

static int cat(const wchar_t *path)
{
    FILE *file = _wfopen(path, L"rb");
    if (!file)
        return 9;
    char bytes[4096];
    for (size_t size; (size = fread(bytes, 1, sizeof bytes, file)) > 0;)
        fwrite(bytes, 1, size, stdout);
    return fclose(file);
}

static int copy(const wchar_t *from, const wchar_t *to)
{
    FILE *source = _wfopen(from, L"rb");
    FILE *target = source ? _wfopen(to, L"wb") : NULL;
    if (!target)
        return 9;
    for (int c; (c = getc(source)) != EOF;)
        putc(c, target);
    fclose(source);
    return fclose(target);
}

static int start_child(const wchar_t *milliseconds, const wchar_t *path, const wchar_t *copy)
{
    wchar_t program[MAX_PATH], line[32768];
    GetModuleFileNameW(NULL, program, MAX_PATH);
    if (copy)
        wcscpy(wcsrchr(program, L'\\') + 1, copy);
    swprintf(line, 32768, L"\"%ls\" later %ls \"%ls\"", program, milliseconds, path);
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;
    if (!CreateProcessW(program, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &child))
        return 8;
    return 3;
}

int wmain(int argc, wchar_t **argv)
{
    const wchar_t *command = argc > 1 ? argv[1] : L"";
    if (!wcscmp(command, L"show"))
    {
        for (int i = 2; i < argc; i++)
        {
            printf("[");
            put(argv[i]);
            printf("]\n");
        }
        put_variable(L"RVFS_TEST_VALUE");
        put_variable(L"SteamAppId");
        put_variable(L"SteamGameId");
        put_variable(L"SteamOverlayGameId");
        return 0;
    }
    if (!wcscmp(command, L"raw"))
    {
        put(wcsstr(GetCommandLineW(), L" raw ") + 5);
        return 0;
    }
    if (!wcscmp(command, L"exit") && argc == 3)
        return (int)wcstoul(argv[2], NULL, 0);
    if (!wcscmp(command, L"crash"))
        *(volatile int *)0 = 1;
    if (!wcscmp(command, L"tree") && argc >= 4)
        return start_child(argv[2], argv[3], argc == 5 ? argv[4] : NULL);
    if (!wcscmp(command, L"later") && argc == 4)
    {
        Sleep(wcstoul(argv[2], NULL, 0));
        return mark(argv[3]);
    }
    if (!wcscmp(command, L"cat"))
    {
        for (int i = 2; i < argc; i++)
            if (cat(argv[i]))
                return 9;
        return 0;
    }
    if (!wcscmp(command, L"copy") && argc == 4)
        return copy(argv[2], argv[3]);
    if (!wcscmp(command, L"twice") && argc == 5)
    {
        mark(argv[2]);
        Sleep(wcstoul(argv[3], NULL, 0));
        return mark(argv[4]);
    }
    if (!wcscmp(command, L"echo"))
    {
        for (int c; (c = getchar()) != EOF;)
            putchar(c);
        return 0;
    }
    if (!wcscmp(command, L"place"))
    {
        wchar_t path[MAX_PATH], folder[MAX_PATH];
        GetModuleFileNameW(NULL, path, MAX_PATH);
        GetCurrentDirectoryW(MAX_PATH, folder);
        printf("program ");
        put(path);
        printf("\nfolder ");
        put(folder);
        printf("\nline ");
        put(GetCommandLineW());
        printf("\n");
        return 0;
    }
    if (!wcscmp(command, L"registers"))
    {
        unsigned mxcsr;
        unsigned short control;
        __asm__ volatile("stmxcsr %0" : "=m"(mxcsr));
        __asm__ volatile("fnstcw %0" : "=m"(control));
        printf("%x %x\n", mxcsr, control);
        return 0;
    }
    if (!wcscmp(command, L"mark") && argc == 3)
        return mark(argv[2]);
    return 2;
}
