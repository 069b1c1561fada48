// check: --property race
// expect: BUG race
// A range is one operation, however long: nothing of it is cut by a bound before the race is reached.
#include <pthread.h>
#include <string.h>

struct state { int head; char buffer[1020]; int tail; } state;
int x;

void *worker(void *arg)
{
	x++; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	memset(&state, 0, sizeof state);
	pthread_create(&t, 0, worker, 0);
	x++; // race!
	pthread_join(t, 0);
	return state.tail; // norace
}
