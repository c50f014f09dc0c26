// Uses the exports of reloaded_vfs.dll as a mod loader or a game would, and prints what each returned.
//
//   loader plain DLL              every export, with effect on data\a.txt beside this program
//   loader which DLL PATH ...      rvfs_which of each path
//   loader layers DLL SEED        adds, removes, enables, disables and reorders while 16 threads read
//   loader reorder DLL            rvfs_reorder with handles that are none, among some that are
//   loader ask DLL                the functions that hide, enumerate, count, wait, log and set the policy of writes
//   loader describe DLL [start]   rvfs_describe before any start, or after one
//   loader second DLL COPY        two copies in one process
//   loader late DLL HOOK          HOOK's DllMain asks for the start when this program has run for a while
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include "reloaded_vfs.h"

static HMODULE library;
#define EXPORT(name) ((__typeof__(&name))(void *)GetProcAddress(library, #name))

static void show(const char *what)
{
    char text[100] = "(none)";
    FILE *file = fopen("data\\a.txt", "rb");
    if (file)
    {
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
    }
    printf("%s: %s\n", what, text);
    fflush(stdout);
}

static int is_listed(const char *name)
{
    WIN32_FIND_DATAA found;
    int listed = 0;
    HANDLE find = FindFirstFileA("*", &found);
    if (find == INVALID_HANDLE_VALUE)
        return -1;
    do
        listed |= _stricmp(found.cFileName, name) == 0;
    while (FindNextFileA(find, &found));
    FindClose(find);
    return listed;
}

static void show_error(void)
{
    wchar_t text[500], small[4];
    uint32_t length = EXPORT(rvfs_last_error)(text, 500);
    uint32_t whole = EXPORT(rvfs_last_error)(small, 4);
    int cut = length == whole && wcslen(small) == 3 && wcsncmp(small, text, 3) == 0;
    printf("last error: %ls%s\n", text, cut && length == wcslen(text) ? "" : " (badly cut)");
}

static int plain(void)
{
    wchar_t folder[MAX_PATH], source[MAX_PATH], target[MAX_PATH], missing[MAX_PATH];
    GetCurrentDirectoryW(MAX_PATH, folder);
    swprintf(source, MAX_PATH, L"%ls\\other", folder);
    swprintf(target, MAX_PATH, L"%ls\\data", folder);
    swprintf(missing, MAX_PATH, L"%ls\\not there", folder);
    printf("version %x %ls\n", (unsigned)EXPORT(rvfs_version)(), EXPORT(rvfs_version_string)());
    printf("remove before start %d\n", (int)EXPORT(rvfs_remove)(1));
    show_error();
    rvfs_options options;
    memset(&options, 0, sizeof options);
    printf("start without size %d\n", (int)EXPORT(rvfs_start)(&options));
    printf("start without options %d\n", (int)EXPORT(rvfs_start)(NULL));
    options.size = sizeof options;
    options.flags = 0x80000000;
    printf("start with an unknown flag %d\n", (int)EXPORT(rvfs_start)(&options));
    struct
    {
        rvfs_options known;
        char newer[8];
    } future = { .known = { .size = sizeof future }, .newer = "\1" };
    printf("start with an unknown field %d\n", (int)EXPORT(rvfs_start)(&future.known));

    rvfs_folder folders[1] = { { source, target } };
    options.flags = RVFS_START_DISABLED;
    options.folders = folders;
    options.folder_count = 1;
    SetLastError(4711);
    // A division by zero would be raised, and one that wasn't is noted.
    const unsigned mxcsr = 0x1d84;
    __builtin_ia32_ldmxcsr(mxcsr);
    int started = (int)EXPORT(rvfs_start)(&options);
    unsigned left = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(0x1f80);
    printf("start %d, thread's error %lu, MXCSR %s\n", started, GetLastError(), left == mxcsr ? "kept" : "changed");
    show("started disabled");
    printf("enable %d\n", (int)EXPORT(rvfs_enable)());
    show("enabled");
    printf("listed: the VFS's %d %d, the game's %d\n", is_listed("rvfs"), is_listed("reloaded_vfs.dll"), is_listed("data"));
    printf("disable %d\n", (int)EXPORT(rvfs_disable)());
    show("disabled");
    EXPORT(ReloadedResume)();
    show("resumed");
    printf("start again %d, %d\n", (int)EXPORT(rvfs_start)(&options), (int)EXPORT(rvfs_start_config)(NULL));
    printf("loaders %d %d %d, can suspend %d, can unload %d\n", (int)EXPORT(ReloadedStart)(), (int)EXPORT(InitializeASI)(),
        (int)EXPORT(Init)(), (int)EXPORT(ReloadedCanSuspend)(), (int)EXPORT(ReloadedCanUnload)());

    rvfs_handle handle = 0, second = 0;
    swprintf(source, MAX_PATH, L"%ls\\third.txt", folder);
    swprintf(target, MAX_PATH, L"%ls\\DATA\\A.TXT", folder);
    printf("add a file %d", (int)EXPORT(rvfs_add_file)(source, target, &handle));
    printf(", handle %s\n", handle ? "given" : "missing");
    show("file added");
    printf("remove %d\n", (int)EXPORT(rvfs_remove)(handle));
    show("file removed");
    printf("remove again %d\n", (int)EXPORT(rvfs_remove)(handle));
    show_error();
    swprintf(source, MAX_PATH, L"%ls\\elsewhere", folder);
    swprintf(target, MAX_PATH, L"%ls\\data\\sub", folder);
    printf("add a folder %d\n", (int)EXPORT(rvfs_add_folder)(source, target, &second));
    printf("new file %s\n", GetFileAttributesA("data\\sub\\new.txt") == INVALID_FILE_ATTRIBUTES ? "missing" : "seen");
    printf("add what isn't there %d %d\n", (int)EXPORT(rvfs_add_folder)(missing, target, NULL),
        (int)EXPORT(rvfs_add_file)(missing, target, NULL));
    printf("add nothing %d, relative %d\n", (int)EXPORT(rvfs_add_folder)(NULL, target, NULL),
        (int)EXPORT(rvfs_add_folder)(L"data", target, NULL));
    // The figures in it change from call to call, and so may its length by a digit.
    int32_t size = EXPORT(rvfs_describe)(NULL, 0) + 100;
    char *text = calloc(1, (size_t)size);
    int untouched = EXPORT(rvfs_describe)(text, 1) > 1 && !text[0];
    int32_t used = EXPORT(rvfs_describe)(text, (uint32_t)size);
    printf("describe %s, %s\n", untouched ? "too small: untouched" : "wrong",
        used <= size && strlen(text) == (size_t)used - 1 ? "fits" : "wrong");
    swprintf(target, MAX_PATH, L"%ls\\data\\a.txt", folder);
    printf("hide in place %d", (int)EXPORT(rvfs_hide)(target, NULL));
    HANDLE made = CreateFileW(target, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    printf(", create %lu", made == INVALID_HANDLE_VALUE ? GetLastError() : 0);
    printf(", rename %lu\n", MoveFileExW(L"third.txt", target, MOVEFILE_REPLACE_EXISTING) ? 0 : GetLastError());
    return 0;
}

// What is behind each path that follows, started with the configuration beside the program.
static int which(int count, char **paths)
{
    if (EXPORT(rvfs_start_config)(NULL) != RVFS_OK)
        return 1;
    for (int i = 0; i < count; i++)
    {
        static char text[1 << 16];
        wchar_t path[MAX_PATH];
        swprintf(path, MAX_PATH, L"%hs", paths[i]);
        int32_t size = EXPORT(rvfs_which)(path, text, sizeof text);
        if (size < 0)
            printf("status %d\n", (int)size);
        else
            puts(text);
    }
    return 0;
}

// data\\a.txt as three redirections and the game have it; the last of those that take part is seen.
static const char *const contents[] = { "base", "other", "second", "third" };
static volatile LONG reading, strange, reads;

static int content(void)
{
    char text[100] = "";
    HANDLE file =
        CreateFileA("data\\a.txt", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
    DWORD count = 0;
    if (file == INVALID_HANDLE_VALUE)
        return -1;
    ReadFile(file, text, sizeof text - 1, &count, NULL);
    CloseHandle(file);
    for (int i = 0; i < 4; i++)
    {
        if (!strcmp(text, contents[i]))
            return i;
    }
    return -1;
}

static DWORD WINAPI read_on(void *unused)
{
    (void)unused;
    while (reading)
    {
        if (content() < 0)
            InterlockedIncrement(&strange);
        InterlockedIncrement(&reads);
    }
    return 0;
}

static int layers(unsigned seed)
{
    wchar_t folder[MAX_PATH], sources[4][MAX_PATH], data[MAX_PATH], file[MAX_PATH];
    GetCurrentDirectoryW(MAX_PATH, folder);
    swprintf(sources[1], MAX_PATH, L"%ls\\other", folder);
    swprintf(sources[2], MAX_PATH, L"%ls\\second", folder);
    swprintf(sources[3], MAX_PATH, L"%ls\\third.txt", folder);
    swprintf(data, MAX_PATH, L"%ls\\data", folder);
    swprintf(file, MAX_PATH, L"%ls\\data\\a.txt", folder);
    rvfs_options options = { .size = sizeof options };
    if (EXPORT(rvfs_start)(&options) != RVFS_OK)
        return 1;
    printf("of no redirection %d %d", (int)EXPORT(rvfs_set_enabled)(99, 1), (int)EXPORT(rvfs_reorder)(&(rvfs_handle){ 99 }, 1));
    printf(", of none at all %d, null %d\n", (int)EXPORT(rvfs_reorder)(NULL, 0), (int)EXPORT(rvfs_reorder)(NULL, 1));

    HANDLE threads[16];
    reading = 1;
    for (int i = 0; i < 16; i++)
        threads[i] = CreateThread(NULL, 0, read_on, NULL, 0, NULL);
    // order: which of the sources, the winner last.
    rvfs_handle handles[4] = { 0 };
    int enabled[4] = { 0 }, order[3], count = 0, wrong = 0, failed = 0;
    srand(seed);
    for (int round = 0; round < 300; round++)
    {
        int which = 1 + rand() % 3;
        rvfs_status status = RVFS_OK;
        if (!handles[which])
        {
            status = which == 3 ? EXPORT(rvfs_add_file)(sources[3], file, &handles[3])
                                : EXPORT(rvfs_add_folder)(sources[which], data, &handles[which]);
            enabled[which] = 1;
            order[count++] = which;
        }
        else if (rand() % 3 == 0)
        {
            status = EXPORT(rvfs_remove)(handles[which]);
            handles[which] = 0;
            int kept = 0;
            for (int i = 0; i < count; i++)
            {
                if (order[i] != which)
                    order[kept++] = order[i];
            }
            count = kept;
        }
        else if (rand() % 2)
        {
            enabled[which] = !enabled[which];
            status = EXPORT(rvfs_set_enabled)(handles[which], (uint32_t)enabled[which]);
        }
        else
        {
            rvfs_handle sorted[3];
            int from = rand() % count, to = rand() % count, moved = order[from];
            order[from] = order[to];
            order[to] = moved;
            for (int i = 0; i < count; i++)
                sorted[i] = handles[order[i]];
            status = EXPORT(rvfs_reorder)(sorted, (uint32_t)count);
        }
        int expected = 0;
        for (int i = 0; i < count; i++)
        {
            if (enabled[order[i]])
                expected = order[i];
        }
        failed += status != RVFS_OK;
        wrong += content() != expected;
    }
    reading = 0;
    WaitForMultipleObjects(16, threads, TRUE, INFINITE);
    printf("failed %d, wrong %d, strange %ld, readers %s\n", failed, wrong, strange, reads > 16 ? "read" : "didn't read");
    return 0;
}

// Nothing is changed by any of them: the second folder still wins.
static int reorder(void)
{
    wchar_t folder[MAX_PATH], source[MAX_PATH], data[MAX_PATH];
    GetCurrentDirectoryW(MAX_PATH, folder);
    swprintf(data, MAX_PATH, L"%ls\\data", folder);
    rvfs_options options = { .size = sizeof options };
    rvfs_handle first = 0, second = 0;
    if (EXPORT(rvfs_start)(&options) != RVFS_OK)
        return 1;
    swprintf(source, MAX_PATH, L"%ls\\other", folder);
    rvfs_status status = EXPORT(rvfs_add_folder)(source, data, &first);
    swprintf(source, MAX_PATH, L"%ls\\second", folder);
    if (status != RVFS_OK || EXPORT(rvfs_add_folder)(source, data, &second) != RVFS_OK)
        return 1;
    const rvfs_handle sets[][3] = { { second, 99, first }, { second, first, second }, { 0, second, first },
        { second, first + 0x100000000ull, first }, { second, first, ~0ull } };
    for (int i = 0; i < 5; i++)
    {
        printf("%d, ", (int)EXPORT(rvfs_reorder)(sets[i], 3));
        show_error();
        show("then");
    }
    printf("%d, ", (int)EXPORT(rvfs_reorder)((rvfs_handle[]){ second, first }, 2));
    show("in a new order");
    return 0;
}

static const wchar_t *leaf(const wchar_t *path)
{
    const wchar_t *name = wcsrchr(path, L'\\');
    return name ? name + 1 : path;
}

static int32_t RVFS_CALL print_item(const rvfs_item *item, void *context)
{
    char text[20] = "";
    FILE *file = _wfopen(item->path, L"rb"); // as the program, not as the VFS
    if (file)
    {
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
    }
    const wchar_t *folder = item->source + wcslen(item->source) - wcslen(leaf(item->source)) - 1;
    while (folder > item->source && folder[-1] != L'\\')
        folder--;
    printf(" %ls%s<-%ls|%ls=%s", leaf(item->path), item->is_folder ? "/" : "", folder, item->mod ? item->mod : L"-", text);
    return ++*(int *)context == 2; // no more than two
}

static void enumerate(const wchar_t *folder)
{
    int count = 0;
    rvfs_status status = EXPORT(rvfs_enumerate)(folder, print_item, &count);
    printf(": %d, %d names\n", (int)status, count);
}

static volatile LONG messages;
static uint32_t message_level;
static char message_content[20];
static void RVFS_CALL on_message(uint32_t level, const wchar_t *text, void *context)
{
    if (context != (void *)&messages || wcsstr(text, L"not there") == NULL)
        return;
    message_level = level;
    FILE *file = fopen("data\\a.txt", "rb"); // as the program, not as the VFS
    if (file)
    {
        message_content[fread(message_content, 1, sizeof message_content - 1, file)] = 0;
        fclose(file);
    }
    InterlockedIncrement(&messages);
}

static int ask(void)
{
    wchar_t folder[MAX_PATH], source[MAX_PATH], data[MAX_PATH], file[MAX_PATH], missing[MAX_PATH];
    GetCurrentDirectoryW(MAX_PATH, folder);
    swprintf(source, MAX_PATH, L"%ls\\other", folder);
    swprintf(data, MAX_PATH, L"%ls\\data", folder);
    swprintf(file, MAX_PATH, L"%ls\\data\\A.TXT", folder);
    swprintf(missing, MAX_PATH, L"%ls\\not there", folder);
    rvfs_statistics figures = { .size = sizeof figures };
    printf("before a start: hide %d, enumerate %d, stats %d, wait %d\n", (int)EXPORT(rvfs_hide)(file, NULL),
        (int)EXPORT(rvfs_enumerate)(data, print_item, NULL), (int)EXPORT(rvfs_stats)(&figures), (int)EXPORT(rvfs_wait_ready)(0));
    printf("wrong: policy %d %d %d, log %d, configuration %d\n", (int)EXPORT(rvfs_set_policy)(7, NULL),
        (int)EXPORT(rvfs_set_policy)(RVFS_WRITES_IN_PLACE, missing), (int)EXPORT(rvfs_set_policy)(RVFS_WRITES_OVERWRITE, L"over"),
        (int)EXPORT(rvfs_set_log)(9, on_message, NULL), (int)EXPORT(rvfs_start_config)(L"rvfs\\rvfs.json"));
    printf("policy %d, log %d\n", (int)EXPORT(rvfs_set_policy)(RVFS_WRITES_OVERWRITE, NULL),
        (int)EXPORT(rvfs_set_log)(RVFS_LOG_WARNING, on_message, (void *)&messages));
    rvfs_folder folders[] = { { source, data }, { missing, data } };
    rvfs_options options = { .size = sizeof options, .folders = folders, .folder_count = 2 };
    printf("start %d\n", (int)EXPORT(rvfs_start)(&options));
    for (int i = 0; i < 1000 && !messages; i++)
        Sleep(10);
    printf("message of level %u, seen by its callback: %s\n", message_level, message_content);
    printf("log off %d, policy too late %d\n", (int)EXPORT(rvfs_set_log)(RVFS_LOG_OFF, NULL, NULL),
        (int)EXPORT(rvfs_set_policy)(RVFS_WRITES_IN_PLACE, NULL));

    struct
    {
        rvfs_statistics known;
        char newer[8];
    } future = { .known = { .size = sizeof future }, .newer = "1234567" };
    figures.size = 8;
    printf("stats too small %d, none %d, newer %d", (int)EXPORT(rvfs_stats)(&figures), (int)EXPORT(rvfs_stats)(NULL),
        (int)EXPORT(rvfs_stats)(&future.known));
    printf(" (%s, %s)", future.known.size == sizeof figures ? "known" : "unknown", future.newer[0] ? "kept" : "zero");
    printf(", enabled %u, files %d, hooks %s\n", future.known.enabled, (int)future.known.files, future.known.hooks > 10 ? "in" : "out");

    printf("data:");
    enumerate(data);
    printf("missing:");
    enumerate(missing);
    printf("relative:");
    enumerate(L"data");
    printf("no callback %d\n", (int)EXPORT(rvfs_enumerate)(data, NULL, NULL));
    EXPORT(rvfs_disable)();
    printf("disabled:");
    enumerate(data);
    EXPORT(rvfs_enable)();

    rvfs_handle hidden = 0, above = 0;
    printf("hide nothing %d, relative %d, a drive %d\n", (int)EXPORT(rvfs_hide)(NULL, NULL), (int)EXPORT(rvfs_hide)(L"data", NULL),
        (int)EXPORT(rvfs_hide)(L"C:\\", NULL));
    printf("hide %d, ", (int)EXPORT(rvfs_hide)(file, &hidden));
    show("hidden");
    printf("hidden:");
    enumerate(data);
    swprintf(missing, MAX_PATH, L"%ls\\third.txt", folder);
    printf("add %d, ", (int)EXPORT(rvfs_add_file)(missing, file, &above));
    show("above");
    printf("remove %d, ", (int)EXPORT(rvfs_remove)(above));
    show("hidden again");
    printf("disable %d, ", (int)EXPORT(rvfs_set_enabled)(hidden, 0));
    show("not hidden");
    printf("remove %d, ", (int)EXPORT(rvfs_remove)(hidden));
    show("removed");
    printf("hide a folder %d", (int)EXPORT(rvfs_hide)(data, &hidden));
    printf(", attributes %s", GetFileAttributesA("data\\a.txt") == INVALID_FILE_ATTRIBUTES ? "missing" : "seen");
    printf(", listed %d", is_listed("data"));
    printf(", remove %d", (int)EXPORT(rvfs_remove)(hidden));
    printf(", listed %d\n", is_listed("data"));
    EXPORT(rvfs_hide)(file, &hidden);
    FILE *written = fopen("data\\a.txt", "wb");
    if (written)
    {
        fputs("written", written);
        fclose(written);
    }
    show("written anew");
    EXPORT(rvfs_remove)(hidden);

    // Others put files into a folder that is laid over: here the program itself, while it isn't redirected.
    int late = 0, unready = 0;
    for (int i = 0; i < 10; i++)
    {
        char name[40];
        EXPORT(rvfs_disable)();
        sprintf(name, "other\\new%d.txt", i);
        FILE *made = fopen(name, "wb");
        if (made)
            fclose(made);
        EXPORT(rvfs_enable)();
        unready += EXPORT(rvfs_wait_ready)(60000) != RVFS_OK;
        sprintf(name, "data\\new%d.txt", i);
        late += GetFileAttributesA(name) == INVALID_FILE_ATTRIBUTES;
    }
    printf("not ready %d, not seen %d\n", unready, late);
    printf("messages %ld\n", messages);
    return 0;
}

static int describe(int start)
{
    static char text[1 << 16];
    if (start && EXPORT(rvfs_start_config)(NULL) != RVFS_OK)
        return 1;
    if (EXPORT(rvfs_describe)(text, sizeof text) < 0)
        return 1;
    puts(text);
    return 0;
}

static int second(const char *copy)
{
    HMODULE first = library, other = LoadLibraryA(copy);
    printf("two modules %d\n", other && other != first);
    library = other;
    printf("start by the copy %d\n", (int)EXPORT(ReloadedStart)());
    show("started");
    library = first;
    printf("start by the first %d\n", (int)EXPORT(rvfs_start_config)(NULL));
    printf("disable by the first %d\n", (int)EXPORT(rvfs_disable)());
    show("disabled");
    library = other;
    printf("enable by the copy %d\n", (int)EXPORT(rvfs_enable)());
    show("enabled");
    printf("remove by the copy %d\n", (int)EXPORT(rvfs_remove)(12345));
    library = first;
    show_error();
    return 0;
}

static int late(const char *hook)
{
    show("before");
    SetEnvironmentVariableA("RVFS_TEST_PRINT", "1");
    if (!LoadLibraryA(hook))
        return 1;
    // The start is on its way in another thread.
    for (int i = 0; i < 1000 && EXPORT(rvfs_enable)() < 0; i++)
        Sleep(10);
    show("after");
    printf("start again %d\n", (int)EXPORT(rvfs_start_config)(NULL));
    return 0;
}

int main(int count, char **arguments)
{
    if (count < 3 || !(library = LoadLibraryA(arguments[2])))
    {
        printf("not loaded: %lu\n", GetLastError());
        return 2;
    }
    if (!strcmp(arguments[1], "plain"))
        return plain();
    if (!strcmp(arguments[1], "reorder"))
        return reorder();
    if (!strcmp(arguments[1], "ask"))
        return ask();
    if (!strcmp(arguments[1], "describe"))
        return describe(count > 3);
    if (!strcmp(arguments[1], "which"))
        return which(count - 3, arguments + 3);
    if (!strcmp(arguments[1], "layers") && count > 3)
        return layers((unsigned)atoi(arguments[3]));
    if (!strcmp(arguments[1], "second") && count > 3)
        return second(arguments[3]);
    if (!strcmp(arguments[1], "late") && count > 3)
        return late(arguments[3]);
    return 2;
}
