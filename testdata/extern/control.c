// not proved: x
// What is done depends on what the function wrote.
#include <pthread.h>
static struct e { char c; int v; } tab[200];
static int x; static pthread_mutex_t m; void fill(struct e *t);
static void *w(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; fill(tab); pthread_create(&t,0,w,0); if (tab[150].v == 7) x++; return 0; }
