// check: --property race
// expect: UNKNOWN
// The answer of an atomic operation is another one in each thread: only the last frees.
#include <pthread.h>
#include <stdlib.h>
struct box {
	int refs, n;
};
int lib_atomic_dec_and_test(int *);
static void *work(void *arg) {
	struct box *b = arg;
	int n = b->n; // norace
	if (lib_atomic_dec_and_test(&b->refs))
		free(b); // norace
	return n ? arg : 0;
}
int main(void) {
	pthread_t t;
	struct box *b = calloc(1, sizeof *b);
	b->refs = 2;
	pthread_create(&t, 0, work, b);
	work(b);
	pthread_join(t, 0);
	return 0;
}
