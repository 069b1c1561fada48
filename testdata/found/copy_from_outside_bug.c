// check: --harness copy --property memory
// expect: BUG out-of-bounds
// A negative length is huge. The source has no known end, so what is wrong is the destination. The engines did not agree on that, which was an
// internal error.
#include <string.h>

void copy(int n, char *from)
{
	char to[64];
	if (n > 64 || !from)
		return;
	memcpy(to, from, n);
}
