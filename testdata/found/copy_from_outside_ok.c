// check: --harness copy --property memory
// expect: PROVED
// expect[explore]: UNKNOWN
// Not all lengths are tried by explore.
// The twin of copy_from_outside_bug.c: the length is checked.
#include <string.h>

void copy(unsigned n, char *from)
{
	char to[64];
	if (n > 64 || !from)
		return;
	memcpy(to, from, n);
}
