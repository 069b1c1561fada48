// check: --property race
// expect: BUG race
// As stream_closed_print_bug.c: fclose is not ordered with the use of the stream.
#include <pthread.h>
#include <stdio.h>

static FILE *f;

static void *print(void *arg)
{
	fputc('x', f); // race!
	return arg;
}

int main(void)
{
	pthread_t a;
	f = fopen("log", "w");
	if (!f)
		return 0;
	pthread_create(&a, 0, print, 0);
	fclose(f); // race!
	pthread_join(a, 0);
	return 0;
}
