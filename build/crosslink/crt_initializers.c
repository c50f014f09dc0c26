/* The image's lists of initialisers, and atexit. */
#include "crt.h"

/*
 * The linker sorts sections of one name by the text after the '$': pointers that object files put into .CRT$XIx and .CRT$XCx lie between an
 * A and a Z that mark the list's ends. The runtime's bootstrapper registers itself by such a constructor.
 */
#pragma section(".CRT$XIA", read)
#pragma section(".CRT$XIZ", read)
#pragma section(".CRT$XCA", read)
#pragma section(".CRT$XCZ", read)
__declspec(allocate(".CRT$XIA")) static crt_initializer_status const c_first = 0;
__declspec(allocate(".CRT$XIZ")) static crt_initializer_status const c_last = 0;
__declspec(allocate(".CRT$XCA")) static crt_initializer const cpp_first = 0;
__declspec(allocate(".CRT$XCZ")) static crt_initializer const cpp_last = 0;

/* ucrtbase keeps an image's exit functions in a table that the image owns: three pointers, all zero before the table is initialised. */
typedef struct {
    crt_initializer *first, *last, *end;
} onexit_table;
int _initialize_onexit_table(onexit_table *table);
int _register_onexit_function(onexit_table *table, crt_initializer_status function);
int _execute_onexit_table(onexit_table *table);
static onexit_table exit_functions;

/*
 * Called by RhInitialize, which registers a function for the end of the process. Per image, as in MSVC's static start-up code: ucrtbase's
 * own list would outlive a DLL that is unloaded.
 */
int atexit(crt_initializer function) { return _register_onexit_function(&exit_functions, (crt_initializer_status)function); }

int crt_run_initializers(void) {
    if (_initialize_onexit_table(&exit_functions) != 0)
        return 0;
    /* volatile: the compiler takes the two ends for unrelated objects and could fold the comparison. */
    for (crt_initializer_status const volatile *entry = &c_first; entry < &c_last; entry++) {
        crt_initializer_status initializer = *entry;
        if (initializer && initializer() != 0)
            return 0;
    }
    for (crt_initializer const volatile *entry = &cpp_first; entry < &cpp_last; entry++) {
        crt_initializer initializer = *entry;
        if (initializer)
            initializer();
    }
    return 1;
}

void crt_run_exit_functions(void) { _execute_onexit_table(&exit_functions); }
