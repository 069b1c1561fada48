#include <pthread.h>
#include <assert.h>
#include <string.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()
__thread int d; 
void *w(void *a) { if (N == 1234567) *(int*)a = 5; return 0; }
int main(void) { pthread_t t; d = 1; pthread_create(&t, 0, w, &d); assert(d == 1); return 0; }
