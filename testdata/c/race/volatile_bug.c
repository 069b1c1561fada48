// check: --property race
// expect: BUG race
// volatile does not make an access atomic.
#include <pthread.h>

volatile int flag;

void *worker(void *arg)
{
	flag = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int v = flag; // race!
	pthread_join(t, 0);
	return v;
}
