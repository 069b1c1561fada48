// check: --property assert --rounds 1 --unwind 1
// expect: BUG assert
// A branch on the order of two objects decides what is executed; what fails then is the program's own.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(1), *q = malloc(1);
	int first = 2;
	if (p < q)
		first = 1;
	assert(first == 0); // assert!
	return 0;
}
