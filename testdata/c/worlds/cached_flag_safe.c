// check: --property race --assume whole-program --rounds 2 --unwind 2
// expect: PROVED
// One call of is_mt() decides threads and locks alike, and with whole-program nothing outside calls main again.
#include <pthread.h>
#include <stddef.h>
int is_mt(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int mt, x;
static void *work(void *arg) {
	if (mt)
	    pthread_mutex_lock(&m);
	x++; // norace
	if (mt)
	    pthread_mutex_unlock(&m);
	return arg;
}
int main(void) {
	pthread_t a, b;
	mt = is_mt();
	if (!mt)
	    return 0;
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
