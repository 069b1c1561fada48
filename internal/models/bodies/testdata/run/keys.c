// explore:
#include <assert.h>
#include <pthread.h>

static pthread_key_t a, b, plain;
static int destroyed[2], again;

static void destroy(void *value) {
	destroyed[(int *)value - destroyed]++;
}

static void stubborn(void *value) {
	assert(pthread_getspecific(b) == NULL);
	if (++again < 2)
		pthread_setspecific(b, value);
}

static void *by_return(void *arg) {
	assert(pthread_getspecific(a) == NULL);
	pthread_setspecific(a, &destroyed[0]);
	pthread_setspecific(plain, arg);
	assert(pthread_getspecific(a) == &destroyed[0] && pthread_getspecific(plain) == arg);
	return 0;
}

static void leave(void) {
	pthread_setspecific(a, &destroyed[1]);
	pthread_setspecific(b, &again);
	pthread_exit(&again);
}

static void *by_exit(void *arg) {
	leave();
	assert(0);
	return arg;
}

int main(void) {
	pthread_t t;
	void *r;
	assert(pthread_key_create(&a, destroy) == 0);
	assert(pthread_key_create(&b, stubborn) == 0);
	assert(pthread_key_create(&plain, NULL) == 0 && a != b && b != plain);
	pthread_setspecific(a, &destroyed[0]);
	pthread_create(&t, NULL, by_return, &t);
	pthread_join(t, NULL);
	assert(destroyed[0] == 1 && destroyed[1] == 0);
	pthread_create(&t, NULL, by_exit, NULL);
	pthread_join(t, &r);
	assert(destroyed[0] == 1 && destroyed[1] == 1 && again == 2 && r == &again);
	assert(pthread_getspecific(a) == &destroyed[0]);
	assert(pthread_key_delete(a) == 0);
	return 0;
}
