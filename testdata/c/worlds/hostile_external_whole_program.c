// check: --property race --assume whole-program --rounds 2 --unwind 2
// expect: PROVED
// With whole-program no undefined function touches variables of the program by their names.
#include <pthread.h>
#include <stddef.h>
int shared;
void lib_poke(void);
static void *worker(void *arg) {
	(void)arg;
	lib_poke();
	return NULL;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	shared = 1; // norace
	pthread_join(t, NULL);
	return 0;
}
