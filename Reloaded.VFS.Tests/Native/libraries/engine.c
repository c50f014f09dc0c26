// A game's own DLL, or a mod's, as ENGINE_NAME says. With ENGINE_PART it calls part.dll, which it imports.
#include <windows.h>

#if defined(ENGINE_PART)
__declspec(dllimport) const char *part_name(void);
__declspec(dllexport) const char *engine_name(void) { return part_name(); }
__declspec(dllexport) int engine_number = 2;
#elif defined(PART)
__declspec(dllexport) const char *part_name(void) { return ENGINE_NAME; }
#elif defined(ENGINE_EMPTY)
__declspec(dllexport) int engine_number = 3;
#else
__declspec(dllexport) const char *engine_name(void) { return ENGINE_NAME; }
__declspec(dllexport) int engine_number = 1;
#endif
