// A soak, for the commands of live.c.
#pragma once
#include "native.h"

// Works for so many seconds on what a list names: threads that open and read, threads that are born and end, listings, saves.
// Gives what was done and what was wrong, in a line.
// The list: "F path content other" (either content is right), "D path names" (a folder with at least so many names),
// "S path" (a name to save to), words separated by tabs.
const char *soak_run(const wchar_t *list, int seconds, unsigned seed);
// Working set in bytes, handles and threads of this process, while nothing runs in it.
const char *soak_measure(void);
// What each handle of this process is, for a message.
const char *soak_handles(void);
