// not proved: y
// An address is stored where a pointer from outside leads.
#include <pthread.h>
static int y; static pthread_mutex_t m; int **get(void);
static void *w(void *a) { pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; int **p = get(); if (p) *p = &y; pthread_create(&t,0,w,0); pthread_mutex_lock(&m); y++; pthread_mutex_unlock(&m); return 0; }
