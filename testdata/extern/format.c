// not proved: x
// A function that prints is given an address.
#include <pthread.h>
void lg(const char *f, ...) __attribute__((format(printf,1,2)));
static int x; static pthread_mutex_t m; 
static int *p;
static void *w(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t,0,w,0); p = &x; lg("%n", p); return 0; }
