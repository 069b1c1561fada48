// explore:
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int a[2], serial;

static void cross(int me) {
	a[me] = me + 1;
	if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD)
		serial++;
	pthread_barrier_wait(&b);
	assert(a[0] == 1 && a[1] == 2 && serial == 1);
}

static void *other(void *arg) {
	(void)arg;
	cross(1);
	return 0;
}

int main(void) {
	pthread_t t;
	assert(pthread_barrier_init(&b, NULL, 0) != 0);
	assert(pthread_barrier_init(&b, NULL, 2) == 0);
	pthread_create(&t, NULL, other, NULL);
	cross(0);
	pthread_join(t, NULL);
	pthread_barrier_destroy(&b);
	return 0;
}
