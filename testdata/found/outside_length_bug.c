// check: --property memory --rounds 1 --unwind 1
// expect: BUG out-of-bounds
// As outside_length.c, but the outside says only whether, and the program how many.
#include <string.h>

unsigned lib_length(void);
static char a[8];

int main(void)
{
	if (lib_length() == 3)
		memset(a, 0, 9); // out-of-bounds!
	return 0;
}
