// Opens without a pause while mods come and go, as live.c's command has them.
#pragma once
#include "native.h"

// Six threads open, ask and find f0000.txt and so on in a folder, for so many milliseconds, and a seventh lists the folder:
// what they did, and what failed.
const char *open_without_a_pause(const wchar_t *folder, int files, DWORD milliseconds);
