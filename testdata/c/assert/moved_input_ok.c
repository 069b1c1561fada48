// check: --property assert,race
// expect: PROVED
// Inputs of 32 and 64 bits and memory that nobody wrote are moved through a struct, a call, a thread and its result. Nobody asks what
// they are, only whether they are still the same.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

struct pair {
	int a;
	char pad[20];
	long b;
};

struct pair shared;

long same(long x)
{
	return x;
}

void *work(void *p)
{
	struct pair local = *(struct pair *)p;
	shared = local;
	return (void *)shared.b;
}

int main(void)
{
	pthread_t t;
	struct pair p;
	void *r;
	p.a = heddle_nondet_int();
	p.b = same(heddle_nondet_long());
	pthread_create(&t, 0, work, &p);
	pthread_join(t, &r);
	assert(shared.a == p.a);
	assert(shared.b == p.b);
	return 0;
}
