// check: --property memory,race
// expect: PROVED
// The twin of stream_closed_bug.c: two threads print to one stream, which is closed when both have ended. Standard streams may be closed, once.
#include <pthread.h>
#include <stdio.h>

static FILE *f;

static void *print(void *arg)
{
	fprintf(f, "x");
	return arg;
}

int main(void)
{
	pthread_t a;
	f = fopen("log", "w");
	if (!f)
		return 0;
	pthread_create(&a, 0, print, 0);
	print(0);
	pthread_join(a, 0);
	fflush(f);
	fflush(NULL);
	fclose(f);
	fclose(stdout);
	return 0;
}
