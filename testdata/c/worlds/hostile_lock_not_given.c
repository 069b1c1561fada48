// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Neither the static lock nor the static variable was ever given away, so no outside function unlocks or writes them.
#include <pthread.h>
#include <stddef.h>
void lib_use(int v);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *worker(void *arg) {
	(void)arg;
	pthread_mutex_lock(&m);
	lib_use(x);
	x++; // norace
	pthread_mutex_unlock(&m);
	return NULL;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
