#include <pthread.h>
#include <assert.h>
int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);
#define N __VERIFIER_nondet_int()
volatile int x, s, t, n;
void *chk(void *a) { assert(x <= 5); return 0; }
void *inc(void *a) { int v = x; x = v + 1; return 0; }
void *two(void *a) { x = x + 2; return 0; }
int main(void) { pthread_t p; pthread_create(&p, 0, chk, 0); for (int i = 0; i < 5; i++) { void *(*f)(void *) = N == 1234567 ? two : inc; pthread_create(&p, 0, f, 0); } return 0; }
