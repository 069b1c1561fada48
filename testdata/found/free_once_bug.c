// check: --engine rounds --property assert --schedule eager
// expect: BUG assert
// What is freed may be the pointer itself, which everybody looks at, so the free is a step of its thread. But nobody else can tell that the object is gone: its life has no rounds.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

static void *object;
static int freed;

static void *frees(void *arg)
{
	if (heddle_nondet_int())
		return 0;
	free(object);
	freed = 1;
	return 0;
}

int main(void)
{
	pthread_t t;
	object = malloc(8);
	pthread_create(&t, 0, frees, 0);
	object = &object;
	pthread_join(t, 0);
	assert(!freed);
	return 0;
}
