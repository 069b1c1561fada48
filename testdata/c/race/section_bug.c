// check: --property race
// expect: BUG race
// One inside an atomic section and a plain one outside do race.
#include <heddle.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	heddle_atomic { x++; } // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	x = 5; // race!
	pthread_join(t, 0);
	return 0;
}
