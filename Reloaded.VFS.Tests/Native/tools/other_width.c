// The C code of 32-bit images that hashes, for the tests of a 64-bit process: a program for Linux (i386), and what talks to it.
//
//   In 64 bits this is a part of the library with the 64-bit code. other_width_start starts the program, and the two functions beside it
//   have the parameters of those that they ask for.
//   In 32 bits it is that program: it answers on its standard input, a socket. It lays each text against an inaccessible page, once with
//   its end and once with its beginning, and ends if that makes a difference.
#include "path_hash_avx2.h"

typedef uptr (*path_keys)(
    const u8 *folder, uptr folder_length, const u8 *names, const u8 *listed, uptr record_size, uptr count, u64 *keys, const u64 *key_table);
path_keys rvfs_path_keys_get_avx2(void);

// What is asked: with names their keys, otherwise the hash of the text. Then come the keys that are hashed with and the three parts.
struct request
{
    u32 is_keys, text_bytes, names_bytes, listed_bytes, record_size, count;
};

enum
{
    TABLE_BYTES = 512,
    BEHIND_FOLDER = 32,
    RECORD_BYTES = 10,
    WIDE_NAME = 1 << 13,
    NAME_LENGTH = 0xFF
};

#if defined(__x86_64__)
enum
{
    CALL_READ = 0,
    CALL_WRITE = 1,
    CALL_CLOSE = 3,
    CALL_DUP2 = 33,
    CALL_SOCKETPAIR = 53,
    CALL_FORK = 57,
    CALL_EXECVE = 59,
    CALL_EXIT = 60
};
static long system_call(long number, long a, long b, long c, long d)
{
    long result;
    register long fourth __asm__("r10") = d;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth) : "rcx", "r11", "memory");
    return result;
}
#else
enum
{
    CALL_EXIT = 1,
    CALL_READ = 3,
    CALL_WRITE = 4,
    CALL_MPROTECT = 125
};
static long system_call(long number, long a, long b, long c, long d)
{
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c), "S"(d) : "memory");
    return result;
}
#endif

static int move(long number, int file, void *data, uptr bytes)
{
    for (u8 *at = data; bytes;)
    {
        long moved = system_call(number, file, (long)at, (long)bytes, 0);
        if (moved <= 0)
            return 0;
        at += moved;
        bytes -= (uptr)moved;
    }
    return 1;
}
static int get(int file, void *data, uptr bytes) { return move(CALL_READ, file, data, bytes); }
static int put(int file, const void *data, uptr bytes) { return move(CALL_WRITE, file, (void *)data, bytes); }

#if defined(__x86_64__)
static int server = -1;
static volatile char is_busy;

// Starts the program. Returns 1 if it runs, and its processor has what the code needs.
int other_width_start(const char *program)
{
    enum
    {
        AF_UNIX = 1,
        SOCK_STREAM_CLOEXEC = 1 | 02000000
    };
    int ends[2];
    if (system_call(CALL_SOCKETPAIR, AF_UNIX, SOCK_STREAM_CLOEXEC, 0, (long)ends) != 0)
        return 0;
    if (system_call(CALL_FORK, 0, 0, 0, 0) == 0)
    {
        const char *arguments[] = { program, 0 }, *none[] = { 0 };
        system_call(CALL_DUP2, ends[1], 0, 0, 0);
        system_call(CALL_EXECVE, (long)program, (long)arguments, (long)none, 0);
        system_call(CALL_EXIT, 127, 0, 0, 0);
    }
    // The other end is left open in no other process, so that a program that ends is noticed.
    system_call(CALL_CLOSE, ends[1], 0, 0, 0);
    char ready = 0;
    server = ends[0];
    return get(server, &ready, 1) && ready == 1;
}

// The test's process must not go on without an answer.
static void ask(const struct request *request, const u64 *table, const void *text, const void *names, const void *listed, void *answer,
    uptr answer_bytes)
{
    while (__atomic_test_and_set(&is_busy, __ATOMIC_ACQUIRE))
        ;
    if (!put(server, request, sizeof *request) || !put(server, table, TABLE_BYTES) || !put(server, text, request->text_bytes)
        || !put(server, names, request->names_bytes) || !put(server, listed, request->listed_bytes) || !get(server, answer, answer_bytes))
        __builtin_trap();
    __atomic_clear(&is_busy, __ATOMIC_RELEASE);
}

u64 other_width_hash(const u16 *text, uptr length, const u64 *table)
{
    struct request request = { 0, (u32)length * sizeof(u16), 0, 0, 0, 0 };
    u64 hash;
    ask(&request, table, text, 0, 0, &hash, sizeof hash);
    return hash;
}

uptr other_width_keys(
    const u8 *folder, uptr folder_length, const u8 *names, const u8 *listed, uptr record_size, uptr count, u64 *keys, const u64 *table)
{
    struct request request = { 1, (u32)folder_length + BEHIND_FOLDER, 0, (u32)((count - 1) * record_size + RECORD_BYTES), (u32)record_size,
        (u32)count };
    for (uptr i = 0; i < count; i++)
    {
        const u8 *record = listed + i * record_size;
        u32 offset = *(const u32 *)record, info = *(const u16 *)(record + 8), end = offset + (info & WIDE_NAME ? 0 : info & NAME_LENGTH);
        request.names_bytes = end > request.names_bytes ? end : request.names_bytes;
    }
    u64 answer[1 + count];
    ask(&request, table, folder, names, listed, answer, sizeof answer);
    for (uptr i = 0; answer[0] && i < count; i++)
        keys[i] = answer[1 + i];
    return answer[0];
}
#else
enum
{
    PAGE = 4096,
    ROOM = 64 * PAGE,
    MOST_NAMES = 1024
};
static struct
{
    u8 before[PAGE], data[ROOM], after[PAGE];
} texts __attribute__((aligned(PAGE))), names __attribute__((aligned(PAGE)));
static u8 text_copy[ROOM], names_copy[ROOM], listed[ROOM];
static u64 table[TABLE_BYTES / sizeof(u64)], answers[2][1 + MOST_NAMES];

static void fail(void) { system_call(CALL_EXIT, 1, 0, 0, 0); }

static u8 *lay(u8 *room, const u8 *copy, u32 bytes, int at_end)
{
    u8 *at = at_end ? room + ROOM - bytes : room;
    for (u32 i = 0; i < bytes; i++)
        at[i] = copy[i];
    return at;
}

static void answer(const struct request *request, int at_end, u64 *result)
{
    u8 *text = lay(texts.data, text_copy, request->text_bytes, at_end);
    if (request->is_keys)
        result[0] = rvfs_path_keys_get_avx2()(text, request->text_bytes - BEHIND_FOLDER,
            lay(names.data, names_copy, request->names_bytes, at_end), listed, request->record_size, request->count, result + 1, table);
    else
        result[0] = rvfs_path_hash_get_avx2()((const u16 *)text, request->text_bytes / sizeof(u16), table);
}

__attribute__((force_align_arg_pointer)) void _start(void)
{
    char ready = rvfs_path_hash_get_avx2() && rvfs_path_keys_get_avx2();
    void *guards[] = { texts.before, texts.after, names.before, names.after };
    for (int i = 0; i < 4; i++)
        ready &= system_call(CALL_MPROTECT, (long)guards[i], PAGE, 0, 0) == 0;
    put(0, &ready, 1);
    struct request request;
    while (get(0, &request, sizeof request) && get(0, table, TABLE_BYTES) && get(0, text_copy, request.text_bytes)
        && get(0, names_copy, request.names_bytes) && get(0, listed, request.listed_bytes))
    {
        for (int at_end = 0; at_end < 2; at_end++)
            answer(&request, at_end, answers[at_end]);
        for (u32 i = 0; i <= request.count; i++)
        {
            if (answers[0][i] != answers[1][i])
                fail();
        }
        put(0, answers[0], (1 + request.count) * sizeof(u64));
    }
    system_call(CALL_EXIT, 0, 0, 0, 0);
}
#endif
