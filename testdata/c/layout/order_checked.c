// check: --property assert --rounds 1 --unwind 1
// expect: POSSIBLE assert
// As in order.c, with a check that has no condition of its own.
#include <stdlib.h>

void reach_error(void);

int main(void)
{
	char *p = malloc(1), *q = malloc(1);
	if (p < q)
		reach_error(); // assert!
	return 0;
}
