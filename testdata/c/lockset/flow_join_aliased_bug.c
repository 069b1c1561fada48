// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The second handle is perhaps stored over the first, which is joined.
#include <heddle.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	x = 1; // race!
	return 0;
}

void *other(void *arg)
{
	return 0;
}

int main(void)
{
	pthread_t t[2], *p = heddle_nondet_bool() ? &t[0] : &t[1];
	pthread_create(&t[0], 0, worker, 0);
	pthread_create(p, 0, other, 0);
	pthread_join(t[0], 0);
	x = 2; // race!
	return 0;
}
