// not proved: x
// A callback in the same thread sets what is the thread's own.
#include <pthread.h>
void lib(void (*f)(void)); void tick(void);
static pthread_mutex_t m;
static int x; static _Thread_local int flag;
static void cb(void) { flag = 1; }
static void *w(void *a) { flag = 0; tick(); if (flag) x++; return 0; }
int main(void) { pthread_t t; lib(cb); pthread_create(&t,0,w,0); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
