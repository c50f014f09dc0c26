// Fibers that open files, wander between threads, and are deleted on threads on which they never ran.
#include "storm.h"

#define THREADS 8
#define FIBERS 64

static void *volatile pool[FIBERS]; // fibers that no thread runs
static DWORD home_slot;             // this thread's own fiber
static volatile LONG stopping;
static volatile LONG64 switches, deleted;

static void WINAPI fiber_work(void *argument)
{
    unsigned state = (unsigned)(uintptr_t)argument * 2654435761u + 1;
    while (1)
    {
        // An open before and one after the switch: the second may be on another thread.
        unsigned random = next_random(&state);
        check_entry(&manifest.entries[random % (unsigned)manifest.count], random >> 16);
        SwitchToFiber(TlsGetValue(home_slot));
    }
}

static void *take(unsigned start)
{
    for (unsigned i = 0; i < FIBERS; i++)
    {
        void *fiber = InterlockedExchangePointer(&pool[(start + i) % FIBERS], NULL);
        if (fiber)
            return fiber;
    }
    return NULL;
}

static void give(void *fiber, unsigned start)
{
    for (unsigned i = 0;; i++)
        if (!InterlockedCompareExchangePointer(&pool[(start + i) % FIBERS], fiber, NULL))
            return;
}

static DWORD WINAPI thread_work(void *argument)
{
    unsigned state = (unsigned)(uintptr_t)argument * 40503u + 7, random;
    TlsSetValue(home_slot, ConvertThreadToFiber(NULL));
    while (!stopping)
    {
        random = next_random(&state);
        void *fiber = take(random % FIBERS);
        if (!fiber)
            continue;
        SwitchToFiber(fiber);
        InterlockedIncrement64(&switches);
        if (random >> 16 & 7)
            give(fiber, random % FIBERS);
        else
        {
            // It last ran here; another one, that ran elsewhere, is deleted in its place.
            void *other = take(random / 3 % FIBERS);
            give(fiber, random % FIBERS);
            if (other)
            {
                DeleteFiber(other);
                InterlockedIncrement64(&deleted);
                give(CreateFiber(1 << 17, fiber_work, (void *)(uintptr_t)random), random % FIBERS);
            }
        }
    }
    ConvertFiberToThread();
    return 0;
}

// A thread that ends while it runs a fiber: Windows deletes the fiber with it.
static void WINAPI dying_fiber(void *argument)
{
    check_entry(&manifest.entries[0], (unsigned)(uintptr_t)argument);
    ExitThread(0);
}

static DWORD WINAPI dying_thread(void *argument)
{
    ConvertThreadToFiber(NULL);
    check_entry(&manifest.entries[0], (unsigned)(uintptr_t)argument);
    SwitchToFiber(CreateFiber(1 << 17, dying_fiber, argument));
    return 0;
}

static void WINAPI idle_fiber(void *argument)
{
    (void)argument;
    ExitThread(0);
}

static DWORD WINAPI idle_thread(void *argument)
{
    ConvertThreadToFiber(NULL);
    SwitchToFiber(CreateFiber(1 << 17, idle_fiber, argument));
    return 0;
}

static void end_on_fibers(int count, LPTHREAD_START_ROUTINE routine)
{
    for (int i = 0; i < count; i++)
    {
        HANDLE thread = CreateThread(NULL, 0, routine, (void *)(uintptr_t)(i + 1), 0, NULL);
        if (WaitForSingleObject(thread, 30000) == WAIT_TIMEOUT)
            report_failure(L"a dying thread hangs", L"", 0, 1);
        CloseHandle(thread);
    }
    if (!HeapValidate(GetProcessHeap(), 0, NULL))
        report_failure(L"the heap is damaged", L"", 0, 1);
}

// fibers SECONDS THREADS DYING: at the end, threads end on fibers with the VFS, and after it has stopped
int run_fibers(int count, wchar_t **a)
{
    (void)count;
    HANDLE threads[THREADS];
    int used = _wtoi(a[1]) < THREADS ? _wtoi(a[1]) : THREADS;
    home_slot = TlsAlloc();
    for (int i = 0; i < FIBERS; i++)
        pool[i] = i % 2 ? CreateFiber(1 << 17, fiber_work, (void *)(uintptr_t)(i + 1)) : NULL;
    for (int i = 0; i < used; i++)
        threads[i] = CreateThread(NULL, 0, thread_work, (void *)(uintptr_t)(i + 1), 0, NULL);
    Sleep((DWORD)_wtoi(a[0]) * 1000);
    stopping = 1;
    if (WaitForMultipleObjects((DWORD)used, threads, TRUE, 30000) == WAIT_TIMEOUT)
        report_failure(L"threads hang", L"", 0, 1);
    // What is left is deleted by a thread that never was a fiber.
    for (int i = 0; i < FIBERS; i++)
        if (pool[i])
            DeleteFiber(pool[i]);
    end_on_fibers(_wtoi(a[2]), dying_thread);
    if (vfs.stop)
        vfs.stop();
    end_on_fibers(_wtoi(a[2]), idle_thread);
    printf("%lld switches, %lld fibers deleted\n", (long long)switches, (long long)deleted);
    return 0;
}
