// check: --property race:s.f
// expect: BUG race
// A member at the end without a length, in the heap.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
struct s { int n; int f[]; };
void *w(void *arg) { int*q=arg; q[2]=1; return 0; }
int main(void) { pthread_t t; struct s*h=malloc(sizeof*h+16); pthread_create(&t,0,w,h); h->f[1]=2; pthread_join(t,0); return 0; }
