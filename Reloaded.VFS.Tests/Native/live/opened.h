// Files that stay open between two commands of live.c.
#pragma once
#include "native.h"

// Does what the words say with file number words[1], and gives an error code, 0 for none:
//   open N PATH ACCESS SHARE DISPOSITION     numbers in hexadecimal
//   put N OFFSET TEXT
//   close N
const char *opened_do(char **words);

// So many rounds, each with a file of its own, FOLDER\0.txt and so on, with the same text in it. One thread opens the file to write to it,
// closes it unchanged, and does so again; another one does once what the way says at the same time: "append", "replace", "delete",
// "rename" or "read". How often what is there then isn't what that leaves, and what it was first.
const char *opened_race(const wchar_t *folder, int rounds, const char *way, const char *text);
