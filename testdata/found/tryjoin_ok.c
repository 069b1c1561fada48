// check: --property assert,race
// expect: PROVED
// Who has joined a thread, waiting or not, knows that it is over.
#include <assert.h>
#include <pthread.h>

int pthread_tryjoin_np(pthread_t, void **);

int n;

void *work(void *a)
{
	n = 1;
	return &n;
}

int main(void)
{
	pthread_t t;
	void *r = 0;
	pthread_create(&t, 0, work, 0);
	if (pthread_tryjoin_np(t, &r) == 0)
		assert(r == &n && n == 1); // nofail
	else
		assert(r == 0); // nofail
	return 0;
}
