// Shows what the VFS adds to a process: prints the modules of the process, and COM's answer to threads that never entered an apartment,
// one of them new. Waits for nothing.
#include <stdio.h>
#include <windows.h>
#include <tlhelp32.h>

static void modules(void)
{
    HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPMODULE, 0);
    MODULEENTRY32W entry = { .dwSize = sizeof entry };
    for (BOOL more = Module32FirstW(snapshot, &entry); more; more = Module32NextW(snapshot, &entry))
        printf("module %ls\n", entry.szModule);
    CloseHandle(snapshot);
}

static DWORD WINAPI com(void *name)
{
    HRESULT(WINAPI * apartment)(int *, int *) = (void *)GetProcAddress(LoadLibraryW(L"ole32.dll"), "CoGetApartmentType");
    int type = 0, qualifier = 0;
    printf("%s: %lx\n", (const char *)name, (unsigned long)apartment(&type, &qualifier));
    return 0;
}

int main(void)
{
    modules();
    FILE *file = fopen("data/a.txt", "r");
    char line[100] = "";
    printf("a.txt: %s\n", file && fgets(line, sizeof line, file) ? line : "none");
    com("main thread");
    HANDLE thread = CreateThread(NULL, 0, com, "new thread", 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    return 0;
}
