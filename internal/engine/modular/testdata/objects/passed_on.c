// A thread starts another with its own request, and goes on.
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
	if (r->state == 0) {
		pthread_t t;
		r->state = 1;
		pthread_create(&t, 0, serve, r);
	}
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
	}
	return 0;
}
