// check: --property race --data-model ilp32
// expect: PROVED
// The index is wider than a pointer: one that does not fit leads nowhere, and not to the element that is left of it.
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
int a[4];
long long i;
int far;

void *near_one(void *arg)
{
	a[i] = 1; // norace
	return 0;
}

void *far_one(void *arg)
{
	if (far)
		a[i + (1LL << 32)] = 2; // norace
	return 0;
}

int main(void)
{
	pthread_t t, u;
	i = __VERIFIER_nondet_uchar() & 3;
	far = __VERIFIER_nondet_uchar() & 1;
	pthread_create(&t, 0, near_one, 0);
	pthread_create(&u, 0, far_one, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
