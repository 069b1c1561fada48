// check: --property race
// expect: BUG race
// Double-checked locking with a plain flag. What the flag protects does not race under sequential consistency.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int ready, config;

int get(void)
{
	if (!ready) { // race!
		pthread_mutex_lock(&m);
		if (!ready) { // norace
			config = 7; // norace
			ready = 1; // race!
		}
		pthread_mutex_unlock(&m);
	}
	return config; // norace
}

void *worker(void *arg) { return (void *)(long)get(); }

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int v = get();
	pthread_join(t, 0);
	return v;
}
