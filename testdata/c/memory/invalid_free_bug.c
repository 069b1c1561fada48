// check: --property memory
// expect: BUG invalid-free
// Only the base of a live heap object may be freed.
#include <heddle.h>
#include <stdlib.h>

int global;

int main(void)
{
	int local;
	char *p = malloc(2);
	switch (heddle_nondet_uchar()) {
	case 0:
		free(&global); // invalid-free!
		break;
	case 1:
		free(&local); // invalid-free!
		break;
	case 2:
		free(p + 1); // invalid-free!
		break;
	}
	free(p);
	return 0;
}
