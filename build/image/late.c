/*
 * Loads DLLs of Windows' from the system's folder when one of their functions is first called. .NET's runtime imports them for features
 * that most runs never use: the registry, the event log, file versions, hashes of archives, large pages. These definitions take precedence
 * over the import libraries'. A linker's own delayed imports (/DELAYLOAD) would search the program's folder first, and lld's thunks have no
 * unwind information.
 *
 * All arguments have a pointer's size or less, which 64-bit code passes alike; the names are those of Windows' headers.
 */
typedef unsigned int u32;
typedef unsigned long long uptr;

__declspec(dllimport) void *__stdcall LoadLibraryExA(const char *name, void *file, u32 flags);
__declspec(dllimport) void *__stdcall GetProcAddress(void *module, const char *name);
__declspec(dllimport) void __stdcall RaiseException(u32 code, u32 flags, u32 count, const uptr *arguments);

enum { LOAD_LIBRARY_SEARCH_SYSTEM32 = 0x800 };

/* VcppException(ERROR_SEVERITY_ERROR, ERROR_PROC_NOT_FOUND), which debuggers know. */
#define PROCEDURE_NOT_FOUND 0xC06D007Fu

/* Two threads may run this at once: both find the same function, and the DLL then has one reference more. */
static void *find(void *volatile *address, const char *library, const char *name) {
    void *found = *address;
    if (!found) {
        void *module = LoadLibraryExA(library, (void *)0, LOAD_LIBRARY_SEARCH_SYSTEM32);
        found = module ? GetProcAddress(module, name) : (void *)0;
        if (!found)
            RaiseException(PROCEDURE_NOT_FOUND, 0, 0, (const uptr *)0);
        *address = found;
    }
    return found;
}

#define P0 void
#define P1 uptr a
#define P2 P1, uptr b
#define P3 P2, uptr c
#define P4 P3, uptr d
#define P5 P4, uptr e
#define P6 P5, uptr f
#define P7 P6, uptr g
#define P8 P7, uptr h
#define P9 P8, uptr i
#define P10 P9, uptr j
#define P11 P10, uptr k
#define P12 P11, uptr l
#define A0
#define A1 a
#define A2 A1, b
#define A3 A2, c
#define A4 A3, d
#define A5 A4, e
#define A6 A5, f
#define A7 A6, g
#define A8 A7, h
#define A9 A8, i
#define A10 A9, j
#define A11 A10, k
#define A12 A11, l

/* The function, and the pointer that importing calls use. */
#define LATE(library, count, name)                                                                                                         \
    static void *volatile address_of_##name;                                                                                               \
    uptr __stdcall name(P##count) { return ((uptr(__stdcall *)(P##count))find(&address_of_##name, library ".dll", #name))(A##count); }     \
    void *const __imp_##name = (void *)name;

LATE("advapi32", 6, AdjustTokenPrivileges)
LATE("advapi32", 1, DeregisterEventSource)
LATE("advapi32", 3, LookupPrivilegeValueW)
LATE("advapi32", 3, OpenProcessToken)
LATE("advapi32", 1, RegCloseKey)
LATE("advapi32", 8, RegEnumKeyExW)
LATE("advapi32", 8, RegEnumValueW)
LATE("advapi32", 5, RegOpenKeyExW)
LATE("advapi32", 12, RegQueryInfoKeyW)
LATE("advapi32", 6, RegQueryValueExW)
LATE("advapi32", 2, RegisterEventSourceW)
LATE("advapi32", 9, ReportEventW)

LATE("bcrypt", 2, BCryptCloseAlgorithmProvider)
LATE("bcrypt", 7, BCryptCreateHash)
LATE("bcrypt", 10, BCryptDecrypt)
LATE("bcrypt", 9, BCryptDeriveKeyPBKDF2)
LATE("bcrypt", 1, BCryptDestroyHash)
LATE("bcrypt", 1, BCryptDestroyKey)
LATE("bcrypt", 10, BCryptEncrypt)
LATE("bcrypt", 4, BCryptFinishHash)
LATE("bcrypt", 7, BCryptGenerateSymmetricKey)
LATE("bcrypt", 6, BCryptGetProperty)
LATE("bcrypt", 4, BCryptHashData)
LATE("bcrypt", 9, BCryptImportKey)
LATE("bcrypt", 4, BCryptOpenAlgorithmProvider)
LATE("bcrypt", 5, BCryptSetProperty)

LATE("ole32", 5, CoCreateInstance)
LATE("ole32", 1, CoTaskMemFree)
LATE("ole32", 5, CoWaitForMultipleHandles)
LATE("ole32", 1, OleInitialize)
LATE("ole32", 0, OleUninitialize)

LATE("secur32", 3, GetUserNameExW)

LATE("version", 5, GetFileVersionInfoExW)
LATE("version", 3, GetFileVersionInfoSizeExW)
LATE("version", 4, VerQueryValueW)
