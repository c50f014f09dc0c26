// The stack cookies of build/crosslink/crt_security.c, given frames as MSVC lays them out. Linked with that file, whose names are changed
// so that they don't meet the C library's own.
//
//   security CASE     seed: prints the cookie; plain, register, aligned: checks a good frame; broken: one that was overrun
#include <stdio.h>
#include <string.h>
#include <windows.h>

extern unsigned long long tested_cookie;
void crt_seed_security_cookie(void);
int tested_handler(void *record, unsigned long long frame, void *context, void *dispatcher);

typedef struct
{
    unsigned begin, end, unwind_info;
} FUNCTION;

static struct
{
    unsigned char header[4];
    FUNCTION function;
    unsigned data[3];
} image;
static __declspec(align(64)) unsigned long long stack[64];

static int check(unsigned char frame_register, unsigned first, int second, unsigned third, unsigned long long frame)
{
    DISPATCHER_CONTEXT dispatcher;
    memset(&dispatcher, 0, sizeof dispatcher);
    image.header[3] = frame_register;
    image.function.unwind_info = 0;
    image.data[0] = first;
    image.data[1] = (unsigned)second;
    image.data[2] = third;
    dispatcher.ImageBase = (ULONG_PTR)&image;
    dispatcher.FunctionEntry = (PRUNTIME_FUNCTION)&image.function;
    dispatcher.HandlerData = image.data;
    return tested_handler(NULL, frame, NULL, &dispatcher);
}

int main(int count, char **arguments)
{
    const char *which = count > 1 ? arguments[1] : "";
    unsigned long long frame = (unsigned long long)&stack[8];
    SetErrorMode(SEM_NOGPFAULTERRORBOX | SEM_FAILCRITICALERRORS);
    crt_seed_security_cookie();
    int result = -1;
    if (!strcmp(which, "seed"))
    {
        unsigned long long cookie = tested_cookie;
        crt_seed_security_cookie();
        printf("%llx %s\n", cookie, tested_cookie == cookie ? "kept" : "changed");
        return 0;
    }
    // The low three bits of the offset are flags: 1 and 2 ask for the handler on exceptions and on unwinding,
    // 4 says that the frame is aligned.
    if (!strcmp(which, "plain"))
    {
        stack[8 + 4] = tested_cookie ^ frame;
        result = check(0, 0x20 | 3, 0, 0, frame);
    }
    else if (!strcmp(which, "register"))
    {
        // rbp, set to 0x30 above the frame.
        stack[8 + 4] = tested_cookie ^ (frame + 0x30);
        result = check(0x35, 0x20 | 1, 0, 0, frame);
    }
    else if (!strcmp(which, "aligned"))
    {
        // (frame + 0x28) rounded down to 32, then 8 up.
        unsigned long long base = (frame + 0x28) & ~31ull;
        *(unsigned long long *)(base + 8) = tested_cookie ^ frame;
        result = check(0, 8 | 4, 0x28, 32, frame);
    }
    else if (!strcmp(which, "broken"))
    {
        stack[8 + 4] = 0x4141414141414141;
        result = check(0, 0x20 | 3, 0, 0, frame);
    }
    printf("%d\n", result);
    return 0;
}
