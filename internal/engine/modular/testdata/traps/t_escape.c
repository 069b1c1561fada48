#include <pthread.h>
#include <assert.h>
#include <string.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()
__thread int d; int *volatile p; 
void *w(void *a) { if (N == 1234567 && p) *p = 5; return 0; }
int main(void) { pthread_t t; p = &d; pthread_create(&t, 0, w, 0); d = 1; assert(d == 1); return 0; }
