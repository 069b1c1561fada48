// check: --property race
// expect: PROVED
// Trap 12: a bit-field of width zero, or an ordinary member, separates memory locations.
#include <pthread.h>

struct { unsigned a : 4; unsigned : 0; unsigned b : 4; char c; unsigned d : 4; } s;

void *worker(void *arg)
{
	s.b = 1; // norace
	s.d = 1; // norace
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
