// check: --property race,assert
// expect: PROVED
// The same with the accesses in order, and what the range wrote is there.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct state { int head; char buffer[1020]; int tail; } state = { .tail = 5 };
int x;

void *worker(void *arg)
{
	x++;
	return 0;
}

int main(void)
{
	pthread_t t;
	memset(&state, 0, sizeof state);
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	x++;
	assert(state.head == 0 && state.tail == 0 && state.buffer[1019] == 0);
	return 0;
}
