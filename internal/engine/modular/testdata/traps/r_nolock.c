#include <pthread.h>
#include <assert.h>
#include <string.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()
int top; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *pu(void *a) { for (int i = 0; i < 800; i++) { pthread_mutex_lock(&m); assert(top != 800); top++; pthread_mutex_unlock(&m); } return 0; }
void *po(void *a) { for (int k = 0; k < 5; k++) { if (top > 0) top--; if (N == 1234567) pthread_mutex_lock(&m); } return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, pu, 0); pthread_create(&b, 0, po, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }
