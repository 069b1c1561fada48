// check: --property race
// expect: POSSIBLE race
// What strtol takes for a number may depend on the locale.
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>

static long n;

static void *reads(void *p)
{
	n = strtol("12", 0, 10);
	return p;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, reads, 0);
	setlocale(LC_ALL, "C");
	pthread_join(t, 0);
	return (int)n;
}
