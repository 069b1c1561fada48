#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
__thread int d = 3;
void *w(void *a)
{
	assert(d == 3);
	d = __VERIFIER_nondet_int();
	int was = d;
	assert(d == was);
	return 0;
}
int main(void)
{
	pthread_t t;
	d = 1;
	for (int i = 0; i < 3; i++)
		pthread_create(&t, 0, w, 0);
	assert(d == 1);
	return 0;
}
