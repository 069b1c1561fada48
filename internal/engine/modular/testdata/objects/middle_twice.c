// Two threads are given the same part of the request.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct request {
	atomic_int state;
	int data;
	struct request *before;
};

void *part(void *arg)
{
	*(int *)arg = 2;
	return 0;
}

void *serve(void *arg)
{
	struct request *r = arg;
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
		pthread_create(&t, 0, part, &r->data);
		pthread_create(&t, 0, part, &r->data);
	}
	return 0;
}
