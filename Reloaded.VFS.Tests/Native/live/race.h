// Two processes that write the same files at the same moments, for a command of live.c.
#pragma once
#include "native.h"

// Of FOLDER\0.txt and so on each is opened at the moment at which another process, which was told the same name of a meeting, opens it:
// to replace it ("truncate") or to append to it ("append"), shared with no other handle, and written to; or at which a new file is renamed
// onto it ("move"). A character for each: 'w' written, '-' refused since the other has it open, '?' anything else.
const char *race_with_other(const wchar_t *folder, int files, const char *mode, const char *text, const char *meeting, int side);
