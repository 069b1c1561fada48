// check: --property assert,race --rounds 2 --unwind 2
// expect: BUG assert race
// One of them is not joined.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
int limit, n;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	n++;
	assert(limit == 2 && n <= limit);
	n--;
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t, u;
	limit = 2;
	pthread_create(&t, 0, worker, 0);
	pthread_create(&u, 0, worker, 0);
	pthread_join(t, 0);
	assert(n == 0);
	limit = 0;
	return 0;
}
