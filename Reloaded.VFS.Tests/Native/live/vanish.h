// Continuous opens while mods come and go, for a command of live.c.
#pragma once
#include "native.h"

// Six threads open, ask and find f0000.txt and so on in a folder, for so many milliseconds, and a seventh lists the folder:
// what they did, and what failed.
const char *open_without_a_pause(const wchar_t *folder, int files, DWORD milliseconds);

// So many times: a mod's folder, in which "file.txt" and "sub\inner.txt" are, is seen in the game and moved aside; what was in it is
// opened at once, and the folder comes back. How often each name was said to be missing, or a folder above it.
const char *open_what_has_gone(const wchar_t *folder, const wchar_t *real, const wchar_t *aside, int rounds);
