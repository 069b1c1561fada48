// check: --property assert,race --rounds 2 --unwind 2
// expect: PROVED
// slow: kiss, modular
// A bounded buffer: who is woken looks again.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 2 };
pthread_mutex_t m;
pthread_cond_t changed;
int n;

void *put(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&m);
		while (n == SIZE)
			pthread_cond_wait(&changed, &m);
		n++;
		assert(0 <= n && n <= SIZE);
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&m);
	}
}

void *get(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&m);
		while (n == 0)
			pthread_cond_wait(&changed, &m);
		n--;
		assert(0 <= n && n <= SIZE);
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&m);
	}
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, put, 0);
	pthread_create(&t, 0, get, 0);
	pthread_create(&t, 0, get, 0);
	pthread_join(t, 0);
	return 0;
}
