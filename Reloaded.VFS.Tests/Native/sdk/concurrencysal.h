// Of Visual C++: notes for its analysis of locks, which mean nothing to a compiler.
#include_next <concurrencysal.h>
