// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// The hostile function unlocks the lock it was given while the program holds it.
#include <pthread.h>
#include <stddef.h>
struct guard { pthread_mutex_t m; };
void lib_use(struct guard *g);
static struct guard g = { PTHREAD_MUTEX_INITIALIZER };
static int x;
static void *worker(void *arg) {
	(void)arg;
	pthread_mutex_lock(&g.m);
	lib_use(&g);
	x++;
	pthread_mutex_unlock(&g.m);
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
