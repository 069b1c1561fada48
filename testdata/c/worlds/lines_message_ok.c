// check: --property race
// expect: PROVED
// Two threads call strerror with a lock in hand, so it does not matter what its calls share.
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *w(void *a) {
	(void)a;
	pthread_mutex_lock(&m);
	int known = strlen(strerror(2)) > 0;
	pthread_mutex_unlock(&m);
	return known ? a : 0;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, w, 0);
	pthread_create(&u, 0, w, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
