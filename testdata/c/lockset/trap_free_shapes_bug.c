// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// One place allocates objects of two shapes, with a cell of one name at two offsets; what is freed is not known to have either.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

void *make(int large) { return malloc(large ? 16 : 8); }

void *work(void *p)
{
	int *cell = p;
	*cell = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	int large = heddle_nondet_bool();
	char *object = make(large);
	pthread_create(&t, 0, work, object + (large ? 12 : 4));
	free(object); // race!
	pthread_join(t, 0);
	return 0;
}
