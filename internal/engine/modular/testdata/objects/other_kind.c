// A thread of another kind has the request, too.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct request {
	atomic_int state;
	int data;
	struct request *before;
};

void *watch(void *arg)
{
	struct request *r = arg;
	return (void *)(long)r->data;
}

void *serve(void *arg)
{
	struct request *r = arg;
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
		pthread_create(&t, 0, watch, r);
		pthread_create(&t, 0, serve, r);
	}
	return 0;
}
