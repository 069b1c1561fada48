#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int arr[100];
void *rd(void *a)
{
	for (;;) {
		int i = __VERIFIER_nondet_int();
		if (i >= 0 && i < 100)
			assert(arr[i] < 10);
	}
	return 0;
}
void *wr(void *a)
{
	for (int k = 0; k < 10; k++)
		arr[k] = k;
	int n = __VERIFIER_nondet_int();
	if (n >= 0 && n < 100)
		arr[n] = arr[99 - n] / 4;
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, rd, 0);
	pthread_create(&b, 0, wr, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
