// A game under me3, whose profile names the DLL as a native with the initializer ReloadedStart. me3 loads it
//
// with EARLY ("load_early = true")   at the program's entry point, on the main thread: before the first line of the game
// without                            on a thread of its own, once the game has begun
//
//   early FILE       prints whether the initializer said true, what a constructor of the game's read in FILE, and what main reads
#include <windows.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void mainCRTStartup(void);

static char constructed[64];
static const char *outcome = "not initialized";

static void read_file(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "rb");
    text[file ? fread(text, 1, size - 1, file) : 0] = 0;
    if (file)
        fclose(file);
}

static DWORD WINAPI load_native(void *unused)
{
    HMODULE module = LoadLibraryW(L"reloaded_vfs.dll");
    bool (*initializer)(void) = module ? (bool (*)(void))(void *)GetProcAddress(module, "ReloadedStart") : NULL;
    (void)unused;
    if (initializer)
        outcome = initializer() ? "initialized" : "native failed to initialize";
    return 0;
}

__attribute__((constructor)) static void construct(void) { read_file("data.txt", constructed, sizeof constructed); }

// The entry point of the program that is built with EARLY.
void before_game_main(void)
{
    load_native(NULL);
    mainCRTStartup();
}

int main(int argc, char **argv)
{
    char text[64];
    if (argc != 2)
        return 2;
#ifndef EARLY
    HANDLE thread = CreateThread(NULL, 0, load_native, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
#endif
    read_file(argv[1], text, sizeof text);
    printf("%s\n%s\n%s\n", outcome, constructed, text);
    return 0;
}
