// check: --property race --rounds 2 --unwind 2
// expect: POSSIBLE race
// The threads race only on the path where the pointer result is NULL, which is a hostile choice.
#include <pthread.h>
#include <stddef.h>
void *xmalloc(unsigned long size);
static int x;
static void *worker(void *arg) {
	(void)arg;
	x++; // race!
	return NULL;
}
int main(void) {
	pthread_t a, b;
	void *p = xmalloc(16);
	if (p)
	    return 0;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
