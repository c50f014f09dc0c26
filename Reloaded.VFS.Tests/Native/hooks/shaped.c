// Installs and removes hooks on stubs that have Windows' shape, or that another engine has hooked (shaped_ntdll.dll), while threads call
// them.
//
//   shaped DLL FORM THREADS TIMES [flip | crash]
//
//   DLL    reloaded_vfs.dll
//   FORM   shaped_ntdll.c
//   flip   one more thread makes the stubs' pages read-only again and again, as another engine does that patches the same page
//   crash  runs what is no code while the hooks are in
//
// In data\a.txt is "game a", in the mod's file "mod a"; a mod alone has data\only.txt.
//
// Prints what was seen before, while the hooks were in, and after; what rvfs_describe says of a hook;
// which bytes of the stubs stay changed.
#include "crash.h"
#include "reloaded_vfs.h"

static volatile LONG stop, calls, wrong;

static int content(const wchar_t *path, char text[16])
{
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    DWORD got = 0;
    if (file == INVALID_HANDLE_VALUE)
        return 0;
    int read = ReadFile(file, text, 15, &got, NULL);
    text[got] = 0;
    CloseHandle(file);
    return read && got > 0;
}

static void fail(const char *what, const char *text)
{
    if (InterlockedIncrement(&wrong) < 10)
        fprintf(stderr, "%s: %s, %lu\n", what, text, GetLastError());
}

// With the hooks in or out: one of both files, whole, and every handle good.
static DWORD WINAPI call(void *unused)
{
    (void)unused;
    while (!stop)
    {
        char text[16] = "";
        if (!content(L"data\\a.txt", text) || (strcmp(text, "game a") && strcmp(text, "mod a")))
            fail("a.txt", text);
        if (GetFileAttributesW(L"data\\b.txt") != GetFileAttributesW(L"data\\c.txt"))
            fail("attributes", "differ");
        if (GetFileAttributesW(L"data\\missing.txt") != INVALID_FILE_ATTRIBUTES)
            fail("missing", "is there");
        WIN32_FIND_DATAW data;
        HANDLE find = FindFirstFileW(L"data\\*.txt", &data), copy;
        int count = 0;
        if (find == INVALID_HANDLE_VALUE)
            fail("list", "nothing");
        else
        {
            do
                count++;
            while (FindNextFileW(find, &data));
            FindClose(find);
            // A listing that the end of the VFS fell into goes on as the folder is on disk (rvfs_stop).
            if (count < 3 || count > 4 + 3)
                fail("list", count < 3 ? "too few" : "too many");
        }
        HANDLE event = CreateEventW(NULL, 0, 0, NULL);
        if (!DuplicateHandle(GetCurrentProcess(), event, GetCurrentProcess(), &copy, 0, 0, DUPLICATE_SAME_ACCESS) || !CloseHandle(copy)
            || !CloseHandle(event))
            fail("handles", "not copied or closed");
        InterlockedIncrement(&calls);
        Sleep(20); // the hooks' own thread gets its turn, however few processors there are
    }
    return 0;
}

static unsigned char *stubs;
static int bytes;

static DWORD WINAPI flip(void *unused)
{
    (void)unused;
    for (DWORD old; !stop; Sleep(0))
        for (int i = 0; i < 100; i++)
            VirtualProtect(stubs, (SIZE_T)bytes, PAGE_EXECUTE_READ, &old);
    return 0;
}

static void see(const char *when)
{
    char text[16] = "", only[16] = "";
    content(L"data\\a.txt", text);
    printf("%s: %s, %s\n", when, text, content(L"data\\only.txt", only) ? only : "nothing");
}

static void show_hooks(char *description)
{
    // One function a line: name, kind, where its entry led.
    for (char *at = description; (at = strstr(at, "\"function\": \"")) != NULL; at++)
    {
        char *name = at + 13, *kind = strstr(at, "\"kind\": "), *jumps = strstr(at, "\"jumpsTo\": ");
        if (kind && jumps)
            fprintf(stderr, "hook %.*s %.*s %.*s\n", (int)strcspn(name, "\""), name, (int)strcspn(kind + 8, ",\r\n"), kind + 8,
                (int)strcspn(jumps + 11, "\r\n"), jumps + 11);
    }
}

int wmain(int argc, wchar_t **argv)
{
    if (argc < 5)
        return 2;
    end_at_once_when_crashing();
    int count = _wtoi(argv[3]), times = _wtoi(argv[4]);
    SetEnvironmentVariableW(L"RVFS_TEST_SHAPE", argv[2]);
    SetEnvironmentVariableW(L"RVFS_NTDLL_STAND_IN", L"shaped_ntdll.dll");
    HMODULE shaped = LoadLibraryW(L"shaped_ntdll.dll"), vfs = LoadLibraryW(argv[1]);
    rvfs_status (*start)(const wchar_t *) = (void *)GetProcAddress(vfs, "rvfs_start_config");
    rvfs_status (*end)(void) = (void *)GetProcAddress(vfs, "rvfs_stop");
    int32_t (*describe)(char *, uint32_t) = (void *)GetProcAddress(vfs, "rvfs_describe");
    void (*get_counts)(LONG *) = (void *)GetProcAddress(shaped, "shaped_counts");
    stubs = *(unsigned char **)(void *)GetProcAddress(shaped, "shaped_stubs");
    bytes = *(int *)(void *)GetProcAddress(shaped, "shaped_bytes");
    if (!start || !end || !describe || !get_counts)
        return 3;
    unsigned char *before = malloc((size_t)bytes);
    memcpy(before, stubs, (size_t)bytes);
    see("before");
    HANDLE threads[64];
    for (int i = 0; i < count; i++)
        threads[i] = CreateThread(NULL, 0, call, NULL, 0, NULL);
    HANDLE flipper = argc > 5 && !wcscmp(argv[5], L"flip") ? CreateThread(NULL, 0, flip, NULL, 0, NULL) : NULL;
    LONG counts[3], last[3];
    int hooked = 0;
    for (int i = 0; i < times && !wrong; i++)
    {
        rvfs_status status = start(NULL);
        if (status)
        {
            wchar_t text[1000] = L"";
            ((uint32_t(*)(wchar_t *, uint32_t))(void *)GetProcAddress(vfs, "rvfs_last_error"))(text, 1000);
            printf("start %d: %ls\n", status, text);
            break;
        }
        char seen[16] = "";
        if (!content(L"data\\only.txt", seen) || strcmp(seen, "mod only"))
            fail("only.txt", seen);
        if (argc > 5 && !wcscmp(argv[5], L"crash"))
            ((void (*)(void))(uintptr_t)0x1000)();
        if (!i)
        {
            static char description[1 << 17];
            describe(description, sizeof description);
            show_hooks(description);
            get_counts(last);
            see("while the hooks are in");
            get_counts(counts);
            printf("through the stubs: %s, through the other engine's hooks: %s\n", counts[0] > last[0] ? "yes" : "no",
                counts[2] > last[2] ? "yes" : "no");
        }
        if ((status = end()) != 0)
            fail("rvfs_stop", "");
        hooked++;
    }
    get_counts(last);
    see("after");
    get_counts(counts);
    printf("through the stubs: %s, through the other engine's hooks: %s\n", counts[0] > last[0] ? "yes" : "no",
        counts[2] > last[2] ? "yes" : "no");
    stop = 1;
    if (WaitForMultipleObjects((DWORD)count, threads, TRUE, 30000) == WAIT_TIMEOUT)
        fail("threads", "hang");
    if (flipper)
        WaitForSingleObject(flipper, 10000);
    // Padding keeps the jump; nothing else may differ.
    int kept = 0, other = 0;
    for (int i = 0; i < bytes; i++)
    {
        if (stubs[i] == before[i])
            continue;
        int from = i & ~7, is_padding = !memcmp(before + from, "\x0F\x1F\x84\0\0\0\0\0", 8) && stubs[from] == 0xE9;
        kept += is_padding;
        other += !is_padding;
    }
    printf("bytes changed: %s in padding, %d elsewhere\n", kept ? "some" : "none", other);
    printf("wrong %ld, registers wrong %ld\n", wrong, counts[1]);
    fprintf(stderr, "in and out %d times, %ld rounds of calls, %ld calls\n", hooked, calls, counts[0]);
    fflush(stdout);
    TerminateProcess(GetCurrentProcess(), wrong || counts[1] ? 1 : 0);
    return 0;
}
