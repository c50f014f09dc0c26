// Without windows.h, because the gate has its own names for its types.
#include "../../../src/Reloaded.VFS.Hooks/Native/prefix.h"

#if !defined(HAS_TEXT_VECTOR)
#error "This compiler has no vectors: nothing would be tested."
#endif

_Static_assert(sizeof(struct rvfs_prefix) == 8 + 128, "PREFIX of ways.h is another one");

int agrees_by_vectors(const WCHAR16 *text, u32 length, const struct rvfs_prefix *prefix) { return has_prefix(text, length, prefix); }
