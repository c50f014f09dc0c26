/*
 * Keeps COM out of an image's threads. .NET's runtime enters the multithreaded apartment on each thread that it starts, checks before each
 * wait whether the thread has an apartment of its own, and imports ole32 for these calls. With ole32 come rpcrt4, user32 and gdi32, which
 * take longer to start than the rest of the process together (docs/startup.md). Nothing here uses COM; and the game would see an apartment
 * of the DLL's: threads that never called CoInitializeEx would be in it.
 *
 * These definitions take precedence over the import library's. Their signatures are combaseapi.h's.
 */
typedef long HRESULT;

#define S_OK ((HRESULT)0)
enum { APTTYPE_MTA = 1, APTTYPEQUALIFIER_NONE = 0 };

HRESULT __stdcall CoInitializeEx(void *reserved, unsigned long apartment) {
    (void)reserved;
    (void)apartment;
    return S_OK;
}

void __stdcall CoUninitialize(void) {}

/*
 * The apartment that the runtime has requested on its own threads. The runtime also checks before each wait in managed code: on a thread of
 * the game's in a single-threaded apartment, the true answer would make the runtime dispatch that thread's messages, and no code of the
 * game's may run in the middle of an open.
 */
HRESULT __stdcall CoGetApartmentType(int *type, int *qualifier) {
    *type = APTTYPE_MTA;
    *qualifier = APTTYPEQUALIFIER_NONE;
    return S_OK;
}

/* The pointers that importing calls use. In 32-bit code their names tell the size of the arguments. */
#if defined(_WIN64)
#define OWN_IMPORT(name, bytes) void *const __imp_##name = (void *)name;
#else
#define OWN_IMPORT(name, bytes) void *const __imp_##name __asm__("__imp__" #name "@" #bytes) = (void *)name;
#endif
OWN_IMPORT(CoInitializeEx, 8)
OWN_IMPORT(CoUninitialize, 0)
OWN_IMPORT(CoGetApartmentType, 8)
