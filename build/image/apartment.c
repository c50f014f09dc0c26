/*
 * COM, kept out of an image's threads. .NET's runtime enters the multithreaded apartment on each thread that it starts, asks before each
 * wait whether the thread has an apartment of its own, and imports ole32 for that: with it come rpcrt4, user32 and gdi32, which take
 * longer to start than the rest of the process together (docs/startup.md). Nothing here uses COM; and an apartment of the DLL's would be
 * seen by the game: threads that never called CoInitializeEx would be in it.
 *
 * These definitions stand in front of the import library's. Their signatures are combaseapi.h's.
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

/* What the runtime has asked for on its own threads. It asks before each wait in managed code, too: on a thread of the game's that has a
   single-threaded apartment it would dispatch that thread's messages, and no open of a file may run code of the game's in its midst. */
HRESULT __stdcall CoGetApartmentType(int *type, int *qualifier) {
    *type = APTTYPE_MTA;
    *qualifier = APTTYPEQUALIFIER_NONE;
    return S_OK;
}

/* As an importing call refers to them. */
void *const __imp_CoInitializeEx = (void *)CoInitializeEx;
void *const __imp_CoUninitialize = (void *)CoUninitialize;
void *const __imp_CoGetApartmentType = (void *)CoGetApartmentType;
