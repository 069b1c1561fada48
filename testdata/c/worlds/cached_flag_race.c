// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// One call of is_mt() decides the branches; with 0 nobody locks and the two threads race.
#include <pthread.h>
#include <stddef.h>
int is_mt(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int mt, x;
static void *work(void *arg) {
	if (mt)
	    pthread_mutex_lock(&m);
	x++; // race!
	if (mt)
	    pthread_mutex_unlock(&m);
	return arg;
}
int main(void) {
	pthread_t a, b;
	mt = is_mt();
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
