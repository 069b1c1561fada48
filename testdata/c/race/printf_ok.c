// check: --property race
// expect: PROVED
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char name[4] = "abc", other[4];

static void *writer(void *arg) {
	pthread_mutex_lock(&m);
	name[0] = 'x'; // norace
	pthread_mutex_unlock(&m);
	other[0] = 1; // norace
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	pthread_mutex_lock(&m);
	printf("%s %p %s\n", name, (void *)other, "x");
	pthread_mutex_unlock(&m);
	return 0;
}
