#include <pthread.h>
#include <assert.h>
int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);
#define N __VERIFIER_nondet_int()
volatile int x, s, t, n;
void *thr(void *a) { __VERIFIER_atomic_begin(); t++; __VERIFIER_atomic_end(); __VERIFIER_atomic_begin(); assert(s < t); __VERIFIER_atomic_end(); __VERIFIER_atomic_begin(); s++; __VERIFIER_atomic_end();  return 0; }
int main(void) { pthread_t p; int k = N; __VERIFIER_assume(k > 0); for (int i = 0; i < k; i++) pthread_create(&p, 0, thr, 0);  return 0; }
