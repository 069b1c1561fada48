// check: --engine rounds --property memory
// expect: BUG use-after-free
// Inside a section a thread looks at memory that another frees, and then has to wait. It never comes to wait: the access ends the process.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

static int *state;
static int ready; // only main looks at it

static void *frees(void *arg)
{
	free(state);
	return arg;
}

int main(void)
{
	pthread_t t;
	int s = 0;
	state = calloc(1, sizeof *state);
	if (!state)
		return 0;
	pthread_create(&t, 0, frees, 0);
	if (heddle_nondet_bool()) {
		heddle_atomic {
			s = *state; // use-after-free!
			heddle_assume(ready);
		}
	}
	return s;
}
