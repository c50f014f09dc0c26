// Prints what a program finds in the user's known folders: for each the files and folders below the given names, and whether the known
// folder lists the first of them. The system is asked for the folders.
#include <stdio.h>
#include <string.h>
#include <windows.h>

typedef HRESULT(WINAPI *known_folder)(const GUID *, DWORD, HANDLE, PWSTR *);

static const struct
{
    const char *name;
    GUID id;
} FOLDERS[] = {
    { "documents", { 0xFDD39AD0, 0x238F, 0x46AF, { 0xAD, 0xB4, 0x6C, 0x85, 0x48, 0x03, 0x69, 0xC7 } } },
    { "savedgames", { 0x4C5C32FF, 0xBB9D, 0x43B0, { 0xB5, 0xB4, 0x2D, 0x72, 0xE5, 0x4E, 0xAA, 0xA4 } } },
    { "appdata", { 0x3EB685DB, 0x65F9, 0x4CF6, { 0xA0, 0x3A, 0xE3, 0xEF, 0x65, 0x72, 0x9F, 0x3D } } },
    { "localappdata", { 0xF1B32785, 0x6FBA, 0x4FCF, { 0x9D, 0x55, 0x7B, 0x8E, 0x7F, 0x15, 0x70, 0x91 } } },
};

static void content(const wchar_t *path)
{
    FILE *file = _wfopen(path, L"rb");
    char text[100] = "(can't be opened)";
    if (file)
    {
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
    }
    printf("%s\n", text);
}

static void list(const wchar_t *folder, int depth)
{
    wchar_t path[MAX_PATH];
    WIN32_FIND_DATAW found;
    swprintf(path, MAX_PATH, L"%ls\\*", folder);
    HANDLE search = FindFirstFileW(path, &found);
    if (search == INVALID_HANDLE_VALUE)
    {
        printf("%*sno listing: %lu\n", depth, "", GetLastError());
        return;
    }
    do
    {
        if (!wcscmp(found.cFileName, L".") || !wcscmp(found.cFileName, L".."))
            continue;
        printf("%*s%ls%s", depth, "", found.cFileName, found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? "\\\n" : ": ");
        swprintf(path, MAX_PATH, L"%ls\\%ls", folder, found.cFileName);
        if (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
            list(path, depth + 1);
        else
            content(path);
    } while (FindNextFileW(search, &found));
    FindClose(search);
}

static void listed(const wchar_t *folder, const wchar_t *name)
{
    wchar_t path[MAX_PATH];
    WIN32_FIND_DATAW found;
    swprintf(path, MAX_PATH, L"%ls\\*", folder);
    HANDLE search = FindFirstFileW(path, &found);
    BOOL more = search != INVALID_HANDLE_VALUE;
    while (more && wcscmp(found.cFileName, name))
        more = FindNextFileW(search, &found);
    printf("listed: %d\n", more);
    FindClose(search);
}

int wmain(int count, wchar_t **names)
{
    known_folder find = (known_folder)(void *)GetProcAddress(LoadLibraryW(L"shell32.dll"), "SHGetKnownFolderPath");
    for (int i = 0; i < 4 && count == 2; i++)
    {
        PWSTR folder;
        if (find(&FOLDERS[i].id, 0, NULL, &folder) < 0)
            return 2;
        printf("%s\n", FOLDERS[i].name);
        listed(folder, names[1]);
        wchar_t path[MAX_PATH];
        swprintf(path, MAX_PATH, L"%ls\\%ls", folder, names[1]);
        printf("attributes: %lx\n", GetFileAttributesW(path) & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_HIDDEN));
        list(path, 1);
    }
    return 0;
}
