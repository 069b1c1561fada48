// check: --property race
// expect: BUG race
// Trap 12: bit-fields side by side are one memory location; writing one reads and writes the other.
#include <pthread.h>

struct { unsigned a : 4, b : 4; } s;

void *worker(void *arg)
{
	s.b = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	s.a = 1; // race!
	pthread_join(t, 0);
	return 0;
}
