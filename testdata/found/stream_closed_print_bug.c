// check: --property memory
// expect: BUG use-after-free
// As stream_closed_bug.c, for a stream that another thread closes, and a function whose model does nothing.
#include <pthread.h>
#include <stdio.h>

static FILE *f;

static void *print(void *arg)
{
	fprintf(f, "x"); // use-after-free!
	return arg;
}

int main(void)
{
	pthread_t a;
	f = fopen("log", "w");
	if (!f)
		return 0;
	pthread_create(&a, 0, print, 0);
	fclose(f);
	pthread_join(a, 0);
	return 0;
}
