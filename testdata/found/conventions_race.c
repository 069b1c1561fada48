// check: --property race
// expect: POSSIBLE race
// What localeconv returned may be written by a call of setlocale (C11 7.11.2.1), whatever lock that holds.
#include <locale.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *set(void *arg) {
	pthread_mutex_lock(&m);
	setlocale(LC_ALL, "");
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	pthread_mutex_lock(&m);
	struct lconv *c = localeconv();
	pthread_mutex_unlock(&m);
	int digits = c->frac_digits;
	pthread_join(t, 0);
	return digits;
}
