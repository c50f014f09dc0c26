// A game that makes Steam restart it unless Steam has started it, and such a Steam.
//
//   restarted                    the game: without SteamAppId in its environment it asks for that by a file beside it, ends at once with
//                                exit code 1, as SteamAPI_RestartAppIfNecessary wants it. With it, it writes into "seen" what it reads
//                                in "data.txt", and runs until there is a file "enough"
//   restarted broker FOLDER      Steam: waits for the file, then starts game.exe of that folder and waits for its end
#include <stdio.h>
#include <windows.h>

static int exists(const char *path) { return GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES; }

static int wait_for(const char *path)
{
    for (int i = 0; i < 1200 && !exists(path); i++)
        Sleep(50);
    return exists(path);
}

int main(int argc, char **argv)
{
    if (argc > 2)
    {
        STARTUPINFOA startup = { .cb = sizeof startup };
        PROCESS_INFORMATION game;
        if (!SetCurrentDirectoryA(argv[2]) || !wait_for("request"))
            return 2;
        SetEnvironmentVariableA("SteamAppId", "480");
        if (!CreateProcessA("game.exe", NULL, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &game))
            return 3;
        WaitForSingleObject(game.hProcess, INFINITE);
        return 0;
    }
    if (!GetEnvironmentVariableA("SteamAppId", NULL, 0))
    {
        fclose(fopen("request", "wb"));
        return 1;
    }
    char text[100];
    FILE *data = fopen("data.txt", "rb"), *seen = fopen("seen", "wb");
    fwrite(text, 1, fread(text, 1, sizeof text, data), seen);
    fclose(seen);
    wait_for("enough");
    return 0;
}
