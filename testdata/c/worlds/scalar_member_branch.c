// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// A scalar member of a returned object decides only a branch, and the race is on a fixed variable.
#include <pthread.h>
#include <stddef.h>
struct req { int kind; };
struct req *lib_message(void);
static int x;
static void *worker(void *arg) {
	struct req *r = lib_message();
	(void)arg;
	if (r->kind == 4)
	    x++; // race!
	return NULL;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
