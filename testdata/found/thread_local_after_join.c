// check: --property memory
// expect: BUG use-after-free
// A thread-local variable ends with its thread. One engine called this proved: its copies of thread-locals never ended.
#include <pthread.h>

__thread int own = 5;

void *worker(void *arg) { return &own; }

int main(void)
{
	pthread_t t;
	void *r;
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, &r);
	return *(int *)r; // use-after-free!
}
