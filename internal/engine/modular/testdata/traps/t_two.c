#include <pthread.h>
#include <assert.h>
#include <string.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()
__thread int d; 
void *w(void *a) { int *q = a ? &d : (int *)a; d = 2; if (N == 1234567) *q = 7; assert(d == 2); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, (void*)1); return 0; }
