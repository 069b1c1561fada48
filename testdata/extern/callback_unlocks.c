// not proved: x
// A callback lets go the lock of the thread that called.
#include <pthread.h>
void lib(void (*f)(void)); void tick(void);
static pthread_mutex_t m;
static int x;
static void cb(void) { pthread_mutex_unlock(&m); }
static void *w(void *a) { pthread_mutex_lock(&m); tick(); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; lib(cb); pthread_create(&t,0,w,0); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
