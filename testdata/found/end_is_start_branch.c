// check: --property race --rounds 2 --unwind 1
// expect: BOUNDED
// The threads race where the second object lies right behind the first: a comparison of the end of the one with the start of the other decides. The program was proved.
#include <pthread.h>
#include <stdlib.h>

static int n;

static void *worker(void *arg)
{
	n++;
	return arg;
}

int main(void)
{
	pthread_t t;
	char *p = malloc(16), *q = malloc(16);
	if (!p || !q)
		return 1;
	pthread_create(&t, 0, worker, 0);
	if (p + 16 == q)
		n++;
	pthread_join(t, 0);
	free(p);
	free(q);
	return 0;
}
