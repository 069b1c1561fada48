// check: --property race
// expect: UNKNOWN
// As system_header_ok.c, but a header of the program declares it.
#include <pthread.h>

# 1 "ticks.h" 1
void tick_once(void);
# 9 "system_header.c" 2

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
