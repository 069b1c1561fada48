// check: --property race --data-model ilp32
// expect: PROVED
// 2^30 elements of 4 bytes are the whole address space: an index that far out leads nowhere, and not around it to the same element.
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
int a[4];
int i, far;

void *near_one(void *arg)
{
	a[i] = 1; // norace
	return 0;
}

void *far_one(void *arg)
{
	if (far)
		a[i + (1 << 30)] = 2; // norace
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
