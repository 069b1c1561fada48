// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Puts is a system header's function, so it does not touch `shared` though that has external linkage.
#include <pthread.h>
#include <stdio.h>
int shared;
static void *worker(void *arg) {
	(void)arg;
	puts("hello");
	return NULL;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	shared = 1; // norace
	pthread_join(t, NULL);
	return 0;
}
