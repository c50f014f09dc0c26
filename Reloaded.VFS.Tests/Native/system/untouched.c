// Prints what a runtime could change for a whole process or for its threads, before the VFS starts and afterwards, each behind "before" or
// "after": exceptions and who sees them, COM's apartments, the error mode, the reserve of a stack, the floating-point settings.
//
//   untouched DLL FILE
#include "native.h"
#include "late.h"

#include <float.h>

enum
{
    OWN_CODE = 0xE1234567,
    ROUNDS = 20000
};

static const wchar_t *path;
static volatile LONG seen;

static double now(void)
{
    LARGE_INTEGER frequency, count;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    return (double)count.QuadPart * 1e9 / (double)frequency.QuadPart;
}

static LONG WINAPI count_exceptions(EXCEPTION_POINTERS *pointers)
{
    InterlockedIncrement(&seen);
    return pointers->ExceptionRecord->ExceptionCode == OWN_CODE ? EXCEPTION_CONTINUE_EXECUTION : EXCEPTION_CONTINUE_SEARCH;
}

static LONG WINAPI filter(EXCEPTION_POINTERS *pointers)
{
    (void)pointers;
    return EXCEPTION_CONTINUE_SEARCH;
}

#if defined(__i386__)
// A frame's handler, as __try makes one: the instruction that failed is skipped.
static EXCEPTION_DISPOSITION skip(EXCEPTION_RECORD *record, void *frame, CONTEXT *context, void *dispatcher)
{
    (void)frame;
    (void)dispatcher;
    printf("%08lx ", record->ExceptionCode);
    // Both instructions have two bytes.
    context->Eip += 2;
    return ExceptionContinueExecution;
}

static void fail(void)
{
    struct
    {
        void *next, *handler;
    } frame = { NULL, (void *)skip };
    __asm__ volatile("movl %%fs:0, %%eax\n\t"
                     "movl %%eax, (%0)\n\t"
                     "movl %0, %%fs:0\n\t"
                     "movl $0x8000, %%eax\n\t"
                     "movl (%%eax), %%eax\n\t" // leads nowhere
                     "xorl %%ecx, %%ecx\n\t"
                     "xorl %%edx, %%edx\n\t"
                     "divl %%ecx\n\t"
                     "movl (%0), %%eax\n\t"
                     "movl %%eax, %%fs:0"
                     :
                     : "r"(&frame)
                     : "eax", "ecx", "edx", "memory");
}
#else
static void fail(void) {}
#endif

static void open_file(void)
{
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    char text[32] = "";
    DWORD length = 0;
    if (file != INVALID_HANDLE_VALUE)
    {
        ReadFile(file, text, sizeof text - 1, &length, NULL);
        CloseHandle(file);
    }
    printf("file %s\n", text);
}

static DWORD WINAPI print_thread(void *name)
{
    int type = 0, qualifier = 0;
    HRESULT(WINAPI * apartment)(int *, int *) = (void *)GetProcAddress(LoadLibraryW(L"ole32.dll"), "CoGetApartmentType");
    open_file();
    LONG before = seen;
    printf("%s: ", (const char *)name);
    fail();
    RaiseException(OWN_CODE, 0, 0, NULL);
    ULONG guarantee = 0;
    SetThreadStackGuarantee(&guarantee);
    printf("%ld seen, COM %lx, guarantee %lu, floating point %x\n", seen - before, (unsigned long)apartment(&type, &qualifier), guarantee,
        _control87(0, 0));
    return 0;
}

static void print_state(const char *when)
{
    printf("%s\n", when);
    print_thread("main thread");
    HANDLE thread = CreateThread(NULL, 0, print_thread, "new thread", 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    printf("error mode %u, filter %s\n", GetErrorMode(), SetUnhandledExceptionFilter(filter) == filter ? "kept" : "changed");
    double began = now();
    for (int i = 0; i < ROUNDS; i++)
        RaiseException(OWN_CODE, 0, 0, NULL);
    fprintf(stderr, "%.0f ns\n", (now() - began) / ROUNDS);
}

int wmain(int count, wchar_t **arguments)
{
    if (count < 3)
        return 2;
    path = arguments[2];
    setvbuf(stdout, NULL, _IONBF, 0);
    SetErrorMode(SEM_NOGPFAULTERRORBOX);
    SetUnhandledExceptionFilter(filter);
    AddVectoredExceptionHandler(0, count_exceptions);
    print_state("before");
    if (!start_late(arguments[1]))
        return 3;
    print_state("after");
    return 0;
}
