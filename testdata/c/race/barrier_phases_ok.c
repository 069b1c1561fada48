// check: --property race
// expect: PROVED
// One barrier between two phases, and again before the next.
#include <pthread.h>

pthread_barrier_t b;
int in[2], out[2];

void *worker(void *arg)
{
	int me = arg != 0;
	in[me] = 1; // norace
	pthread_barrier_wait(&b);
	out[me] = in[0] + in[1]; // norace
	pthread_barrier_wait(&b);
	in[1 - me] = 2; // norace
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_barrier_init(&b, 0, 2);
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, &b);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
