// A thread finds the request of another in a variable.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct request {
	atomic_int state;
	int data;
	struct request *before;
};

struct request *_Atomic last;

void *serve(void *arg)
{
	struct request *r = arg;
	struct request *z = last;
	if (z)
		z->data++;
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
		last = r;
		pthread_create(&t, 0, serve, r);
	}
	return 0;
}
