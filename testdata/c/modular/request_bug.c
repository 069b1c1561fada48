// check: --property race --rounds 2 --unwind 2 --timeout 20s --keep-going
// expect: BUG race
// slow: explore
// One request is given to two threads.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct request {
	atomic_int state;
	int data;
};

void *serve(void *arg)
{
	struct request *r = arg;
	while (atomic_load(&r->state) != 1)
		;
	r->data++; // race!
	atomic_store(&r->state, 2);
	return 0;
}

int main(void)
{
	while (heddle_nondet_bool()) {
		pthread_t t;
		struct request *r = malloc(sizeof *r);
		atomic_store(&r->state, 0);
		pthread_create(&t, 0, serve, r);
		pthread_create(&t, 0, serve, r);
		r->data = 1;
		atomic_store(&r->state, 1);
		while (atomic_load(&r->state) != 2)
			;
		r->data = 5; // race!
	}
	return 0;
}
