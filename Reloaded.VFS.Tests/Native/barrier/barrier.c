// Tests a thread's store and load against those of a garbage collector: can both miss the other's store?
//
//   barrier ROUNDS ours|system|none
//
// Each round, one thread stores to "mine" and loads "theirs" with nothing between; the other stores to "theirs", calls the barrier and
// loads "mine". Both loading the old value is what the barrier must make impossible. Prints the rounds in which that happened; without a
// barrier the first one ends the test.
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

void process_barrier_initialize(void);
void WINAPI process_barrier(void);

static struct
{
    volatile LONG value;
    char apart[252];
} mine, theirs, go, done, seen;
static LONG rounds;

// A little before or after the other thread, differently each round: the window is a few nanoseconds.
static void wait_a_little(LONG round)
{
    for (volatile int i = round % 61; i > 0; i--) {}
}

// Where another program has the other thread's processor, spinning would only keep it waiting.
static void wait_for(volatile LONG *value, LONG round)
{
    for (int spins = 1; *value != round; spins++)
        if (spins % 4096 == 0)
            SwitchToThread();
}

static DWORD WINAPI fast_side(void *unused)
{
    (void)unused;
    for (LONG round = 1; round <= rounds; round++)
    {
        wait_for(&go.value, round);
        wait_a_little(round);
        mine.value = round;
        __asm__ volatile("" ::: "memory"); // for the compiler only: the processor may still swap the two
        seen.value = theirs.value;
        InterlockedExchange(&done.value, round);
    }
    return 0;
}

int wmain(int argc, wchar_t **argv)
{
    if (argc != 3)
        return 2;
    rounds = _wtoi(argv[1]);
    // By its address: the import's name is this program's here.
    void(WINAPI * barrier)(void) = NULL;
    if (!wcscmp(argv[2], L"ours"))
        barrier = process_barrier;
    else if (!wcscmp(argv[2], L"system"))
        barrier = (void(WINAPI *)(void))(void *)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "FlushProcessWriteBuffers");
    process_barrier_initialize();
    CreateThread(NULL, 0, fast_side, NULL, 0, NULL);
    int both_missed = 0, overlapped = 0;
    LONG round = 1;
    for (; round <= rounds && (barrier || !both_missed); round++)
    {
        InterlockedExchange(&go.value, round);
        wait_a_little(round / 61);
        theirs.value = round;
        __asm__ volatile("" ::: "memory");
        if (barrier)
            barrier();
        LONG their_mine = mine.value;
        wait_for(&done.value, round);
        both_missed += their_mine != round && seen.value != round;
        overlapped += their_mine != round || seen.value != round;
    }
    printf("%d rounds, %d in which one missed the other, %d in which both did\n", (int)round - 1, overlapped, both_missed);
    return both_missed ? 1 : 0;
}
