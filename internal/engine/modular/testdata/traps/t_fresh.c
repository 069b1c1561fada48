#include <pthread.h>
#include <assert.h>
#include <string.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()
__thread int d = 3; int go;
void *w(void *a) { if (N == 1234567) assert(d != 3); d = 4; return 0; }
int main(void) { pthread_t t; d = 1; pthread_create(&t, 0, w, 0); pthread_create(&t, 0, w, 0); return 0; }
