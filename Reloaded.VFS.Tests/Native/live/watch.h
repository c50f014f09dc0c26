// Change notifications, for the commands of live.c.
#pragma once
#include "native.h"

// Begins to watch a folder under a number. Mode: event, apc, sync, port, handle (an overlapped call, waited for by the folder's handle),
// first (FindFirstChangeNotification). The error code.
DWORD watch_begin(int number, const wchar_t *path, const char *mode, int tree, DWORD filter, DWORD bytes);
// Takes what has come, of every watch, and asks for more.
void watch_pump(void);
// What a watch was told until nothing more came for so many milliseconds: "action name|", "lost|" for a call without a record, "signal|",
// "error N|". Forgets it.
const char *watch_changes(int number, DWORD quiet);
// Ends the call that is under way, by CancelIoEx, CancelIo or by closing the handle; how it completed.
const char *watch_end(int number, const char *way);
// So many times: a thread begins to watch and ends, and the folder's handle is closed at about the same moment.
// How many of these calls ended.
int watch_close_beside_end(const wchar_t *path, int rounds);
// Changes a folder's content so many times while it's watched; how often the one who watches has been told when the call that changes it is
// done, a number for each kind of change, and whether the folder's handle counted as signalled.
const char *watch_at_once(const wchar_t *path, int rounds);
// Deletes a folder and then begins to watch the one around it: what is told within some milliseconds.
const char *watch_after_delete(const wchar_t *folder, const wchar_t *deleted, int tree, DWORD milliseconds);
