// check: --property memory --rounds 1 --unwind 6
// expect: POSSIBLE out-of-bounds
// The way out of the loop is the end of the process.
#include <stdlib.h>

int lib_more(void);
static int a[4];

int main(void)
{
	int i = 0;
	for (;;) {
		if (!lib_more())
			exit(0);
		a[i++] = 1; // out-of-bounds!
	}
}
