// check: --property memory --rounds 1 --unwind 1
// expect: POSSIBLE out-of-bounds
// How many bytes are cleared the outside says.
#include <string.h>

unsigned lib_length(void);
static char a[8];

int main(void)
{
	memset(a, 0, lib_length() & 15); // out-of-bounds!
	return 0;
}
