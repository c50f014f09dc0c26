// Names, and the handles that they are relative to.
#include "fuzz.h"

// What the test's trees have (HandlerFuzzTests.cs), and what no folder has.
static const wchar_t *const existing_names[] = {
    L"Data\\a.txt",
    L"Data\\new.txt",
    L"Data\\only-game.txt",
    L"Data",
    L"ModFolder",
    L"ModFolder\\y.txt",
    L"ModFolder\\inner",
    L"ModFolder\\inner\\x.txt",
    L"Untouched\\u.txt",
    L"Untouched",
    L"readme.txt",
    L"Data\\Sub\\deep.txt",
    L"Data\\filled\\now.txt",
    L"Data\\\x00fcmlaut.txt",
};
static const wchar_t *const other_names[] = {
    L"Data\\missing.txt",
    L"ModFolder\\missing",
    L"ModFolder\\missing\\deeper",
    L"nowhere\\at\\all",
    L"Data\\a.txt\\below",
    L"ModFolder\\y.txt\\below",
    L"",
    L"\\",
    L"Data\\",
    L"ModFolder\\",
    L".",
    L"..",
    L"Data\\..\\readme.txt",
    L"Data\\.\\a.txt",
    L"Data\\\\a.txt",
    L"Data/a.txt",
    L"ModFolder/y.txt",
    L"Data\\a.txt.",
    L"Data\\a.txt ",
    L"ModFolder\\y.txt. ",
};
static const wchar_t odd_characters[] = { L'/', L'\\', 0, 0xd800, 0xdc00, L'*', L'?', L'"', L'<', L'>', L'|', L' ', L'.', 1, 31, 0x130,
    0x131, 0xffff, 0xfeff };

static void mutate(wchar_t *text, size_t *length, size_t room)
{
    size_t at = *length ? below((unsigned)*length) : 0;
    switch (below(6))
    {
        case 0:
            if (*length)
                text[at] = odd_characters[below(sizeof odd_characters / sizeof odd_characters[0])];
            break;
        case 1:
            if (*length)
                text[at] = (wchar_t)below(0x10000);
            break;
        case 2: *length = at; break;
        case 3:
            if (*length + 1 < room)
            {
                memmove(text + at + 1, text + at, (*length - at) * sizeof *text);
                text[at] = odd_characters[below(sizeof odd_characters / sizeof odd_characters[0])];
                ++*length;
            }
            break;
        case 4:
            // Longer than anything takes.
            while (one_in(2) && *length + 600 < room)
                for (int i = 0; i < 500; i++, ++*length)
                    text[*length] = i % 100 ? L'x' : L'\\';
            break;
        default:
            for (size_t i = 0; i < *length; i++)
                if (one_in(2) && text[i] < 0x80)
                    text[i] = (wchar_t)(text[i] >= L'a' && text[i] <= L'z' ? text[i] - 32
                            : text[i] >= L'A' && text[i] <= L'Z'           ? text[i] + 32
                                                                           : text[i]);
            break;
    }
}

size_t random_path(wchar_t *text, size_t room, int relative, int *existing)
{
    *existing = !one_in(3);
    const wchar_t *name = *existing ? existing_names[below(sizeof existing_names / sizeof existing_names[0])]
                                    : other_names[below(sizeof other_names / sizeof other_names[0])];
    if (relative)
    {
        // Below one of the roots: the name without its first folder, now and then the whole.
        const wchar_t *rest = wcschr(name, L'\\');
        wcscpy(text, rest && !one_in(3) ? rest + 1 : name);
    }
    else
        swprintf(text, room, L"%ls\\%ls", game, name);
    size_t length = wcslen(text);
    for (int i = one_in(2) ? 0 : 1 + (int)below(3); i > 0; i--)
    {
        mutate(text, &length, room);
        *existing = 0;
    }
    return length;
}

static HANDLE roots[8];

void make_roots(void)
{
    static const wchar_t *const folders[] = { L"Data", L"ModFolder", L"Untouched", L".", L"Data\\Sub", L"ModFolder\\inner" };
    for (int i = 0; i < 6; i++)
        roots[i] = CreateFileW(
            folders[i], FILE_LIST_DIRECTORY | FILE_TRAVERSE | SYNCHRONIZE, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    roots[6] = CreateFileW(L"Data\\a.txt", GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
    roots[7] = CreateEventW(NULL, TRUE, FALSE, NULL);
}

HANDLE random_root(void)
{
    switch (below(12))
    {
        case 0: return roots[6];
        case 1: return roots[7];
        case 2: return (HANDLE)(ULONG_PTR)(0x7ff0 + 4 * below(8));
        case 3: return (HANDLE)((ULONG_PTR)roots[below(6)] | below(4));
        case 4: return (HANDLE)(LONG_PTR) - (1 + (int)below(8));
        default: return roots[below(6)];
    }
}
