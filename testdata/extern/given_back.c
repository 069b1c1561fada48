// not proved: x, *get()
// One function brings what another was given.
#include <pthread.h>
static int x; static pthread_mutex_t m; void put(int *p); int *get(void);
static void *w(void *a) { pthread_mutex_lock(&m); *get() = 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; put(&x); pthread_create(&t,0,w,0); x++; return 0; }
