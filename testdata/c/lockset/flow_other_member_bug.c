// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Two locks of one struct.
#include <heddle.h>
#include <pthread.h>

struct acc {
	pthread_mutex_t m;
	int n;
	pthread_mutex_t m2;
} a;

void *worker(void *arg)
{
	struct acc *p = arg;
	pthread_mutex_lock(&p->m);
	p->n = 1; // race!
	pthread_mutex_unlock(&p->m);
	return 0;
}

void *other(void *arg)
{
	struct acc *p = arg;
	pthread_mutex_lock(&p->m2);
	p->n = 2; // race!
	pthread_mutex_unlock(&p->m2);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &a);
	pthread_create(&t, 0, other, &a);
	return 0;
}
