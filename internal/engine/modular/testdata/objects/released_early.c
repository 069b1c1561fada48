// The maker goes on writing after it gave the request away.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct request {
	atomic_int state;
	int data;
	struct request *before;
};

void *serve(void *arg)
{
	struct request *r = arg;
	while (r->state != 1)
		;
	r->data++;
	return 0;
}

int main(void)
{
	pthread_t t;
	while (heddle_nondet_bool()) {
		struct request *r = malloc(sizeof *r);
		r->state = 0;
		r->data = 0;
		r->before = 0;
		pthread_create(&t, 0, serve, r);
		r->state = 1;
		r->data = 1;
	}
	return 0;
}
