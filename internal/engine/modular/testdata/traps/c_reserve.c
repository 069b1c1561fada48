#include <assert.h>
#include <stdlib.h>
#include <pthread.h>
#include <heddle.h>
int a[2000];
int *volatile keep;
void *w(void *x) { return 0; }
int main(void)
{
	pthread_t t;
	unsigned n = heddle_nondet_uint();
	heddle_assume(n == 8000 || n == 7000);
	int *p = malloc(n);
	int *q = heddle_nondet_bool() ? a : p;
	pthread_create(&t, 0, w, 0);
	assert(q[1000] != 12345678);
	return 0;
}
