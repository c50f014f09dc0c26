// Writes that meet those of another process, file by file.
#include "race.h"

// Waits until the other side has come to a turn, too.
static int meet(volatile LONG *turns, int side, LONG turn)
{
    enum
    {
        PATIENCE = 60000
    };
    DWORD began = GetTickCount();
    InterlockedExchange(&turns[side], turn);
    while (turns[!side] < turn)
    {
        if (GetTickCount() - began > PATIENCE)
            return 0;
        SwitchToThread();
    }
    return 1;
}

// '-': the other side has it open. 'n': the other side has deleted it.
static char refusal(DWORD error)
{
    return error == ERROR_SHARING_VIOLATION || error == ERROR_ACCESS_DENIED ? '-' : error == ERROR_FILE_NOT_FOUND ? 'n' : '?';
}

static char delete_once(const wchar_t *path) { return DeleteFileW(path) ? 'w' : refusal(GetLastError()); }

static char write_once(const wchar_t *path, int appends, const char *text)
{
    HANDLE file = CreateFileW(
        path, appends ? FILE_APPEND_DATA | SYNCHRONIZE : GENERIC_WRITE, 0, NULL, appends ? OPEN_EXISTING : CREATE_ALWAYS, 0, NULL);
    DWORD error = GetLastError(), written = 0;
    if (file == INVALID_HANDLE_VALUE)
        return refusal(error);
    // Whoever replaces a file is told that it was there.
    if (!appends && error != ERROR_ALREADY_EXISTS)
        text = "new";
    char result = WriteFile(file, text, (DWORD)strlen(text), &written, NULL) && written == strlen(text) ? 'w' : '?';
    CloseHandle(file);
    return result;
}

static void path_of(wchar_t *path, const wchar_t *folder, int file, const wchar_t *ending)
{
    swprintf(path, 1024, L"%ls\\%d.%ls", folder, file, ending);
}

// The new file is whole before the meeting.
static void prepare(const wchar_t *folder, int file, int side, const char *text)
{
    wchar_t path[1024];
    DWORD written = 0;
    path_of(path, folder, file, side ? L"right" : L"left");
    HANDLE made = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    WriteFile(made, text, (DWORD)strlen(text), &written, NULL);
    CloseHandle(made);
}

static char move_once(const wchar_t *folder, int file, int side)
{
    wchar_t from[1024], to[1024];
    path_of(from, folder, file, side ? L"right" : L"left");
    path_of(to, folder, file, L"txt");
    if (MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING))
        return 'w';
    return refusal(GetLastError());
}

const char *race_with_other(const wchar_t *folder, int files, const char *mode, const char *text, const char *meeting, int side)
{
    static char results[4096];
    HANDLE map = CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 2 * sizeof(LONG), meeting);
    volatile LONG *turns = map ? MapViewOfFile(map, FILE_MAP_ALL_ACCESS, 0, 0, 0) : NULL;
    if (!turns || files >= (int)sizeof results)
        return "no meeting";
    for (int i = 0; i < files; i++)
    {
        wchar_t path[1024];
        path_of(path, folder, i, L"txt");
        int moves = !strcmp(mode, "move");
        if (moves)
            prepare(folder, i, side, text);
        if (!meet(turns, side, i + 1))
            return "the other hasn't come";
        results[i] = moves            ? move_once(folder, i, side)
            : !strcmp(mode, "delete") ? delete_once(path)
                                      : write_once(path, !strcmp(mode, "append"), text);
    }
    results[files] = 0;
    meet(turns, side, files + 1);
    UnmapViewOfFile((void *)turns);
    CloseHandle(map);
    return results;
}
