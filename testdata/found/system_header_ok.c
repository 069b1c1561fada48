// check: --property race
// expect: PROVED
// A header of the system declares the function: it is no part of the program, and knows none of its names.
#include <pthread.h>

# 1 "/usr/include/ticks.h" 1 3
void tick_once(void);
# 9 "system_header_ok.c" 2

int shared;

static void *worker(void *arg)
{
	tick_once();
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	shared = 1;
	pthread_join(t, 0);
	return 0;
}
