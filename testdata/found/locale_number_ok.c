// check: --property race
// expect: PROVED
// The locale is set before anybody reads a number.
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

	setlocale(LC_ALL, "C");
	pthread_create(&t, 0, reads, 0);
	pthread_join(t, 0);
	return (int)n;
}
