// Compares both implementations of the gate's check of a name with its definition: random names and targets, each name before memory that
// can't be read.
//
//   prefix ROUNDS SEED
//
// Prints how many agreed and how many didn't; ends with 1 at the first wrong answer, which it prints.
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include "ways.h"

enum
{
    PAGE = 4096,
    LONGEST = 200
};

// xorshift64*
static uint64_t state;
static unsigned next(unsigned below)
{
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return (unsigned)((state * 0x2545F4914F6CDD1Dull) >> 33) % below;
}

static int agrees(const wchar_t *text, unsigned length, const PREFIX *prefix)
{
    for (unsigned i = 0; i < length && i < CAPACITY; i++)
        if (prefix->characters[i] != ANY && prefix->characters[i] != (text[i] & 31))
            return 0;
    return 1;
}

// Any character, mostly one of a few, so that neighbours are often the same.
static wchar_t a_character(void)
{
    static const wchar_t some[] = L"aAbB\\\\Ж日.0";
    return next(8) ? some[next(sizeof some / sizeof *some - 1)] : (wchar_t)(1 + next(0xFFFF));
}

int wmain(int argc, wchar_t **argv)
{
    long rounds = argc > 2 ? wcstol(argv[1], NULL, 10) : 0, agreed = 0;
    state = argc > 2 ? wcstoull(argv[2], NULL, 10) | 1 : 1;
    char *pages = VirtualAlloc(NULL, 2 * PAGE, MEM_RESERVE, PAGE_NOACCESS);
    if (rounds <= 0 || !pages || !VirtualAlloc(pages, PAGE, MEM_COMMIT, PAGE_READWRITE))
        return 2;
    for (long round = 0; round < rounds; round++)
    {
        unsigned length = next(LONGEST), target = next(CAPACITY + 1);
        // Its last byte is the page's last.
        wchar_t *text = (wchar_t *)(pages + PAGE) - length;
        for (unsigned i = 0; i < length; i++)
            text[i] = a_character();
        // Mostly the name's own beginning, in any letter case, with at most one difference.
        PREFIX prefix = { 0 };
        unsigned different = next(3) ? next(target + 1) : CAPACITY;
        for (unsigned i = 0; i < CAPACITY; i++)
        {
            wchar_t character = i == different || i >= length ? a_character() : text[i];
            prefix.characters[i] = i >= target || character >= 0x80 ? ANY : (uint8_t)(character & 31);
            if (prefix.characters[i] != ANY)
                prefix.length = i + 1;
        }

        int expected = agrees(text, length, &prefix), vectors = agrees_by_vectors(text, length, &prefix),
            words = agrees_by_words(text, length, &prefix);
        agreed += expected;
        if (!!vectors != expected || !!words != expected)
        {
            printf("round %ld: %u characters, target of %u: %d, by vectors %d, by words %d\n", round, length, (unsigned)prefix.length,
                expected, vectors, words);
            return 1;
        }
    }
    printf("agreed %ld, differed %ld\n", agreed, rounds - agreed);
    return 0;
}
