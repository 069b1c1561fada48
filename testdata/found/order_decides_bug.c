// check: --property memory --rounds 1 --unwind 1
// expect: BUG out-of-bounds
// Which of two objects lies first decides where the program goes, and both ways fail.
#include <stdlib.h>

static int a[8];

int main(void)
{
	char *p = malloc(1), *q = malloc(1);
	if (p < q)
		a[8] = 1;
	else
		a[9] = 1;
	return 0;
}
