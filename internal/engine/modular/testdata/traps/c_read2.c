#include <pthread.h>
#include <assert.h>
#include <string.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()
int arr[100];
void *rd(void *a) { for (;;) { int i = N; if (i >= 0 && i < 100) assert(arr[i] < 10); } return 0; }
void *wr(void *a) { if (N == 1234567) arr[3] = 9; if (N==7654321) arr[4] = arr[3] + 1; return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, rd, 0); pthread_create(&b, 0, wr, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }
