// check: --property assert
// expect: PROVED
// Through a pointer, and out of a model.
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf env;
static int n;

static int compare(const void *a, const void *b)
{
	(void)a;
	(void)b;
	longjmp(env, 1);
}

static int v[2] = {2, 1};

int main(void)
{
	if (setjmp(env) == 0) {
		qsort(v, 2, sizeof *v, compare);
		n = 100;
	}
	assert(n == 0);
	return 0;
}
