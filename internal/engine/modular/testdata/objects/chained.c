// A thread finds the request of another in its own.
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
	r->data++;
	if (r->before)
		r->before->data++;
	return 0;
}

int main(void)
{
	pthread_t t;
	struct request *old = 0;
	while (heddle_nondet_bool()) {
		struct request *r = malloc(sizeof *r);
		r->state = 0;
		r->data = 0;
		r->before = 0;
		r->before = old;
		old = r;
		pthread_create(&t, 0, serve, r);
	}
	return 0;
}
