// The implementation for compilers without vectors.
#include "../../../src/Reloaded.VFS.Hooks/Native/gate.h"
#undef HAS_TEXT_VECTOR
#include "../../../src/Reloaded.VFS.Hooks/Native/prefix.h"

int agrees_by_words(const WCHAR16 *text, u32 length, const struct rvfs_prefix *prefix) { return has_prefix(text, length, prefix); }
