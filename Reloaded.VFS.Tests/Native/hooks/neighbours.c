// A game with a second hook engine that hooks the VFS's functions before or after the VFS, and unhooks them in any order.
//
//   neighbours DLL FORM ORDER...
//
//   DLL     reloaded_vfs.dll
//   FORM    what the engine does to an entry, in the way of one that games meet
//           minhook   jmp rel32 at the entry, or the jmp rel32 in the five free bytes in front and a short jump to it where the entry
//                     has a shorter jump already; that jump's target is where the way on leads
//           detours   follows a short jump at the entry and a near one behind that, and puts jmp rel32 and int3 where they lead
//           far       jmp [rip+0] and the address over the entry
//           usvfs     takes a jump that stands at the entry, or the near one that a short jump at the entry leads to, for a link of a
//                     chain: its own jmp rel32 goes over that one alone, and its way on is that jump's target. Any other entry gets
//                     jmp rel32, or a short jump to one where five nops are in front; the instructions under it are copied. The code
//                     in between saves registers and flags and asks a function, as usvfs' barrier does, and goes on by mov rax,address
//                     and jmp rax. Taking a link out, it looks for the jump again (ModOrganizer2/usvfs, src/thooklib)
//           middle    leaves the stub's first instruction and puts jmp rel32 behind it; refuses an entry that begins otherwise
//           above     not in ntdll: leads kernelbase's CreateFileW to a package of its own, as me3 does, with jmp rel32
//   ORDER   steps: V starts the VFS, v stops it, F puts the engine's hooks in, f takes them out
//
// The engine puts back what it has saved, whatever stands there by then. With RVFS_NTDLL_STAND_IN (loaded first) it works on that module,
// as the VFS does. In data\a.txt is "game a", in the mod's file "mod a"; in own\package.txt, which the engine of "above" opens instead of
// data\package.txt, is "package".
//
// Prints for each step what is seen then, by an open, a query and a listing, and whether calls came through the engine; then, for each
// order, whether the entries are as they were.
#include "crash.h"
#include "reloaded_vfs.h"
#include "stub_hook.h"

enum
{
    FUNCTIONS = 6,
    ENTRY = 24,
    CODE = 256,
    WAY_ON = 128
};
static const char *const names[FUNCTIONS] = { "NtCreateFile", "NtOpenFile", "NtQueryAttributesFile", "NtQueryFullAttributesFile",
    "NtQueryDirectoryFile", "NtClose" };

struct hook
{
    unsigned char *entry, *place, *code, *above, saved[16], saved_above[5];
    int length, is_link;
};
static struct hook hooks[FUNCTIONS];
static int count;
static unsigned char first[FUNCTIONS][ENTRY];
static volatile LONG *calls;
static const char *form;

static void write_code(unsigned char *at, const unsigned char *bytes, int length)
{
    DWORD old;
    if (!VirtualProtect(at, (SIZE_T)length, PAGE_EXECUTE_READWRITE, &old))
        ExitProcess(77);
    memcpy(at, bytes, (size_t)length);
    VirtualProtect(at, (SIZE_T)length, old, &old);
    FlushInstructionCache(GetCurrentProcess(), at, (SIZE_T)length);
}

// The length of an instruction that a function's entry begins with and that may stand anywhere; 0: none that is known.
static int length_of(const unsigned char *at)
{
    int rex = (at[0] & 0xF0) == 0x40;
    const unsigned char *op = at + rex;
    if ((*op & 0xF8) == 0x50) // push
        return rex + 1;
    if (*op == 0xB8 && !rex) // mov eax,imm32
        return 5;
    if (*op == 0xF6 && op[1] == 0x04 && op[2] == 0x25) // test byte [address],imm8
        return rex + 8;
    int mod = op[1] >> 6, rm = op[1] & 7;
    int tail = rm == 4 && mod != 3 ? 1 : 0;
    tail += mod == 1 ? 1 : mod == 2 ? 4 : 0;
    if (mod == 0 && (rm == 5 || rm == 4))
        return 0;
    if (*op == 0x89 || *op == 0x8B || *op == 0x8D || *op == 0x31 || *op == 0x33 || *op == 0x85) // mov, lea, xor, test
        return rex + 2 + tail;
    if (*op == 0x83 || *op == 0xC6) // add, sub, cmp with imm8
        return rex + 3 + tail;
    return *op == 0x81 || *op == 0xC7 ? rex + 6 + tail : 0;
}

// Moves the instructions that `length` bytes at `from` belong to; the way on behind them. False: they can't be moved.
static int move_entry(unsigned char *from, unsigned char *to, int length)
{
    int moved = 0;
    while (moved < length)
    {
        unsigned char *at = from + moved;
        unsigned char *target = at[0] == 0xEB ? at + 2 + (signed char)at[1]
            : at[0] == 0xE9                   ? at + 5 + *(int *)(at + 1)
            : at[0] == 0xFF && at[1] == 0x25  ? *(unsigned char **)(at + 6 + *(int *)(at + 2))
                                              : NULL;
        if (target)
        {
            put_far_jump(to, target); // nothing behind a jump is run
            return 1;
        }
        int next = length_of(at);
        if (!next)
            return 0;
        memcpy(to, at, (size_t)next);
        to += next;
        moved += next;
    }
    put_far_jump(to, from + moved);
    return 1;
}

// ---- what usvfs does ----

static int NTAPI barrier(void *function)
{
    (void)function;
    InterlockedIncrement(calls);
    return 0; // locked: the original is called
}

static unsigned char *append(unsigned char *at, const void *bytes, size_t count)
{
    memcpy(at, bytes, count);
    return at + count;
}

static unsigned char *append_address(unsigned char *at, const char *operation, const void *address)
{
    return append(append(at, operation, 2), &address, 8);
}

// Registers and flags are as they were behind it, but for rax.
static void write_barrier(struct hook *one)
{
    static const char push_all[] = "\x9C\x51\x52\x53\x55\x56\x57\x41\x50\x41\x51\x41\x52\x41\x53\x41\x54\x41\x55\x41\x56\x41\x57",
                      pop_all[] = "\x41\x5F\x41\x5E\x41\x5D\x41\x5C\x41\x5B\x41\x5A\x41\x59\x41\x58\x5F\x5E\x5D\x5B\x5A\x59\x9D";
    unsigned char *at = append(one->code, push_all, sizeof push_all - 1);
    at = append_address(at, "\x48\xB9", one->entry);                    // mov rcx,function
    at = append_address(at, "\x48\xB8", (const void *)(size_t)barrier); // mov rax,barrier
    at = append(at, "\x48\x83\xEC\x20\xFF\xD0\x48\x83\xC4\x20", 10);    // sub rsp,32; call rax; add rsp,32
    at = append(at, pop_all, sizeof pop_all - 1);
    put_jump(at, one->code + WAY_ON);
}

// The near jump that a function begins with, at once or by a short one; null where it begins otherwise.
static unsigned char *find_link(unsigned char *entry)
{
    unsigned char *place = entry[0] == 0xEB ? entry + 2 + (signed char)entry[1] : entry;
    return place[0] == 0xE9 ? place : NULL;
}

static int hook_as_usvfs(struct hook *one)
{
    unsigned char patch[5], *entry = one->entry, *link = find_link(entry), *at = one->code + WAY_ON;
    write_barrier(one);
    one->is_link = link != NULL;
    if (link)
    {
        at = append_address(at, "\x48\xB8", link + 5 + *(int *)(link + 1));
        append(at, "\xFF\xE0", 2);
        one->place = link;
        one->length = 5;
    }
    else
    {
        int has_room = !memcmp(entry - 5, "\x90\x90\x90\x90\x90", 5), length = 0;
        while (length < (has_room ? 2 : 5))
        {
            int next = length_of(entry + length);
            if (!next)
                return 0;
            length += next;
        }
        at = append(at, entry, (size_t)length);
        at = append_address(append(at, "\x50\x50", 2), "\x48\xB8", entry + length);
        append(at, "\x48\x89\x44\x24\x08\x58\xC3", 7); // mov [rsp+8],rax; pop rax; ret
        one->place = entry;
        one->length = length;
        if (has_room)
        {
            memcpy(one->saved, entry, (size_t)length);
            write_jump(patch, entry - 5, one->code);
            write_code(entry - 5, patch, 5); // stays when the hook is taken out
            write_code(entry, (const unsigned char *)"\xEB\xF9", 2);
            return 1;
        }
    }
    memcpy(one->saved, one->place, (size_t)one->length);
    write_jump(patch, one->place, one->code);
    write_code(one->place, patch, 5);
    return 1;
}

// The way to the original stands at code + WAY_ON.
static int hook(struct hook *one, unsigned char *entry, const void *detour)
{
    static const unsigned char free_bytes[5];
    unsigned char patch[16], *place = entry;
    int length = 5, patched = 5;
    one->entry = entry;
    one->above = NULL;
    one->is_link = 0;
    if (!strcmp(form, "usvfs"))
        return hook_as_usvfs(one);
    if (!strcmp(form, "detours") && place[0] == 0xEB)
    {
        place += 2 + (signed char)place[1];
        if (place[0] == 0xE9)
            place += 5 + *(int *)(place + 1);
    }
    if (!strcmp(form, "middle"))
    {
        if (!is_stub(entry))
            return 0;
        place += 3;
    }
    if (!strcmp(form, "far"))
        length = patched = 14;
    if (!move_entry(place, one->code + WAY_ON, length))
        return 0;
    if (detour)
        put_far_jump(one->code, detour);
    else
    {
        int distance = (int)((unsigned char *)calls - (one->code + 7));
        memcpy(one->code, "\xF0\xFF\x05", 3); // lock inc dword [rip+x]
        memcpy(one->code + 3, &distance, 4);
        put_jump(one->code + 7, one->code + WAY_ON);
    }
    if (!strcmp(form, "far"))
        put_far_jump(patch, one->code);
    else if (!strcmp(form, "minhook") && entry[0] == 0xEB)
    {
        if (memcmp(entry - 5, free_bytes, 5))
            return 0;
        one->above = entry - 5;
        memcpy(one->saved_above, one->above, 5);
        write_jump(patch, one->above, one->code);
        write_code(one->above, patch, 5);
        memcpy(patch, "\xEB\xF9", 2);
        patched = 2;
    }
    else
        write_jump(patch, place, one->code);
    if (!strcmp(form, "detours"))
        while (patched < 8 && place == entry && is_stub(entry))
            patch[patched++] = 0xCC;
    one->place = place;
    one->length = patched;
    memcpy(one->saved, place, (size_t)patched);
    write_code(place, patch, patched);
    return 1;
}

static void unhook(const struct hook *one)
{
    // Where that jump is gone or another one, usvfs ends the program, or writes where it doesn't belong.
    if (one->is_link && find_link(one->entry) != one->place)
        ExitProcess(79);
    write_code(one->place, one->saved, one->length);
    if (one->above)
        write_code(one->above, one->saved_above, 5);
}

// ---- what me3 does, above ntdll ----

typedef HANDLE(WINAPI *create)(const wchar_t *, DWORD, DWORD, SECURITY_ATTRIBUTES *, DWORD, DWORD, HANDLE);

static HANDLE WINAPI open_package(
    const wchar_t *path, DWORD access, DWORD share, SECURITY_ATTRIBUTES *security, DWORD disposition, DWORD flags, HANDLE like)
{
    InterlockedIncrement(calls);
    create original = (create)(void *)(hooks[0].code + WAY_ON);
    if (path && !wcscmp(path, L"data\\package.txt"))
        path = L"own\\package.txt";
    return original(path, access, share, security, disposition, flags, like);
}

// ---- what is seen ----

static void read_all(const wchar_t *path)
{
    char text[32] = "nothing";
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    DWORD got = 0;
    if (file != INVALID_HANDLE_VALUE)
    {
        ReadFile(file, text, 31, &got, NULL);
        text[got] = 0;
        CloseHandle(file);
    }
    printf(" %s,", text);
}

static void see(char step)
{
    WIN32_FIND_DATAW data;
    LONG before = *calls;
    int names_found = 0;
    printf("%c:", step);
    read_all(L"data\\a.txt");
    read_all(L"data\\package.txt");
    printf(" only %s,", GetFileAttributesW(L"data\\only.txt") != INVALID_FILE_ATTRIBUTES ? "yes" : "no");
    HANDLE find = FindFirstFileW(L"data\\*.txt", &data);
    if (find != INVALID_HANDLE_VALUE)
    {
        do
            names_found++;
        while (FindNextFileW(find, &data));
        FindClose(find);
    }
    printf(" %d names, engine %s\n", names_found, *calls > before ? "yes" : "no");
}

int wmain(int argc, wchar_t **argv)
{
    static char narrow[16];
    wchar_t stand_in[64];
    end_at_once_when_crashing();
    if (argc < 4)
        return 2;
    for (int i = 0; i < 15 && argv[2][i]; i++)
        narrow[i] = (char)argv[2][i];
    form = narrow;
    int is_above = !strcmp(form, "above");
    HMODULE module = GetModuleHandleW(is_above ? L"kernelbase.dll" : L"ntdll.dll"), vfs;
    if (!is_above && GetEnvironmentVariableW(L"RVFS_NTDLL_STAND_IN", stand_in, 64))
        module = LoadLibraryW(stand_in);
    vfs = LoadLibraryW(argv[1]);
    rvfs_status (*start)(const wchar_t *) = (void *)GetProcAddress(vfs, "rvfs_start_config");
    rvfs_status (*end)(void) = (void *)GetProcAddress(vfs, "rvfs_stop");
    if (!module || !start || !end)
        return 3;
    count = is_above ? 1 : FUNCTIONS;
    for (int i = 0; i < count; i++)
    {
        hooks[i].entry = (unsigned char *)(void *)GetProcAddress(module, is_above ? "CreateFileW" : names[i]);
        memcpy(first[i], hooks[i].entry, ENTRY);
    }
    unsigned char *pages = near_pages(hooks[0].entry, 0x10000);
    calls = (volatile LONG *)(void *)pages;
    for (int i = 0; i < count; i++)
        hooks[i].code = pages + 0x1000 + i * CODE;
    see('-');
    for (int order = 3; order < argc; order++)
    {
        for (const wchar_t *step = argv[order]; *step; step++)
        {
            int status = 0, refused = 0;
            if (*step == L'V')
                status = start(NULL);
            else if (*step == L'v')
                status = end();
            for (int i = 0; i < count && *step == L'F'; i++)
                if (!hook(&hooks[i], hooks[i].entry, is_above ? (void *)open_package : NULL))
                {
                    hooks[i].place = NULL;
                    refused++;
                }
            for (int i = count; i-- > 0 && *step == L'f';)
                if (hooks[i].place)
                    unhook(&hooks[i]);
            if (status)
                printf("status %d\n", status);
            if (refused)
                printf("refused %d\n", refused);
            see((char)*step);
        }
        int changed = 0;
        for (int i = 0; i < count; i++)
            changed += !!memcmp(first[i], hooks[i].entry, is_stub(first[i]) ? 18 : ENTRY); // a stub's padding keeps a jump
        printf("%ls: %d entries changed\n", argv[order], changed);
    }
    return 0;
}
