// check: --property race
// expect: BUG race
// An access inside a model is reported at the call in the user's file.
#include <pthread.h>
#include <string.h>

struct pair { char a, b; } src, dst;

void *worker(void *arg)
{
	memcpy(&dst, &src, sizeof dst); // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	src.b = 1; // race!
	pthread_join(t, 0);
	return dst.b; // norace
}
