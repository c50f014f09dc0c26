// Both implementations of the gate's check of a name.
#include <stdint.h>

enum
{
    CAPACITY = 128,
    ANY = 0x80
};

typedef struct
{
    uint64_t length;
    uint8_t characters[CAPACITY];
} PREFIX; // struct rvfs_prefix

int agrees_by_vectors(const wchar_t *text, unsigned length, const PREFIX *prefix);
int agrees_by_words(const wchar_t *text, unsigned length, const PREFIX *prefix);
