// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// The static variable and its static lock are out of reach of lib_poke, and every access of the program holds the lock.
#include <pthread.h>
#include <stddef.h>
static int shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void lib_poke(void);
static void *worker(void *arg) {
	(void)arg;
	lib_poke();
	return NULL;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	shared = 1; // norace
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
