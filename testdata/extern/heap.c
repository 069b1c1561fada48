// A callback gets a heap object whose members change later.
#include <pthread.h>
#include <stdlib.h>
struct o { int n; int *q; }; void reg(void (*f)(struct o *), struct o *);
static int x;
static void cb(struct o *p) { *p->q = 1; }
static void *w(void *a) { x++; return 0; }
int main(void) { pthread_t t; struct o *p = malloc(sizeof *p); p->q = 0; reg(cb, p); p->q = &x; pthread_create(&t,0,w,0); return 0; }
