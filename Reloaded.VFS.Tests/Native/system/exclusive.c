// A game that opens new folders without sharing them, while another process follows the same mods.
//
//   exclusive FOLDER COUNT     starts itself again, which deletes FOLDER\1 to FOLDER\COUNT, makes folders of these names, opens each
//                              without sharing it and removes it; prints how many couldn't be made, opened, removed
#include <windows.h>
#include <stdio.h>
#include <wchar.h>

static int work(const wchar_t *folder, int count)
{
    int made = 0, opened = 0, removed = 0;
    for (int i = 1; i <= count; i++)
    {
        wchar_t name[MAX_PATH];
        swprintf(name, MAX_PATH, L"%ls\\%d", folder, i);
        if (!DeleteFileW(name) || !CreateDirectoryW(name, NULL))
            continue;
        made++;
        HANDLE handle = CreateFileW(name, GENERIC_WRITE | DELETE, 0, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
        if (handle == INVALID_HANDLE_VALUE)
            continue;
        opened++;
        CloseHandle(handle);
        removed += RemoveDirectoryW(name) && GetFileAttributesW(name) == INVALID_FILE_ATTRIBUTES;
    }
    printf("not made %d, not opened %d, not removed %d\n", count - made, made - opened, opened - removed);
    return 0;
}

int wmain(int argc, wchar_t **argv)
{
    if (argc == 4 && !wcscmp(argv[3], L"child"))
        return work(argv[1], _wtoi(argv[2]));
    if (argc != 3)
        return 2;
    wchar_t line[2 * MAX_PATH], self[MAX_PATH];
    GetModuleFileNameW(NULL, self, MAX_PATH);
    swprintf(line, 2 * MAX_PATH, L"\"%ls\" %ls %ls child", self, argv[1], argv[2]);
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;
    if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child))
        return 3;
    WaitForSingleObject(child.hProcess, INFINITE);
    DWORD code = 4;
    GetExitCodeProcess(child.hProcess, &code);
    return (int)code;
}
