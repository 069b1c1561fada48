// not proved: x
// The handle that is joined may be another.
#include <pthread.h>
static pthread_t t;
static int x; void lib(pthread_t *p);
static void *w(void *a) { x++; return 0; }
int main(void) { pthread_create(&t,0,w,0); lib(&t); pthread_join(t,0); x++; return 0; }
