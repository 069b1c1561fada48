// check: --property assert,memory
// expect: BUG assert use-after-free
// What fails in a section before the process ends in it has failed.
#include <assert.h>
#include <heddle.h>
#include <stdlib.h>

int *p;
int a;

void quits(void)
{
	heddle_atomic
	{
		*p = 1; // use-after-free!
		assert(a == 0); // fail!
		exit(0);
	}
}

int main(void)
{
	p = malloc(sizeof *p);
	heddle_async(quits);
	a = 1;
	free(p);
	return 0;
}
