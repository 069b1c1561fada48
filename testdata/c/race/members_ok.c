// check: --property race
// expect: PROVED
// Distinct members of a struct do not race, however close they stand.
#include <pthread.h>

struct { char a, b; short c; } s;

void *worker(void *arg)
{
	s.b = 1; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	s.a = 1; // norace
	s.c = 1; // norace
	pthread_join(t, 0);
	return 0;
}
