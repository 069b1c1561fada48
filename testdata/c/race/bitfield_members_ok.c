// check: --property race
// expect: PROVED
// A bit-field access touches its own memory location, never a neighbouring member, though the type of the field is wider.
#include <pthread.h>

struct { unsigned flag : 1; unsigned char near; } s;

void *worker(void *arg)
{
	s.flag = 1; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	s.near = 1; // norace
	pthread_join(t, 0);
	return 0;
}
