// not proved: x
// The lock lies in memory that was given away.
#include <pthread.h>
static struct s { pthread_mutex_t m; int n; } g;
static int x;
void lib(struct s *p);
static void *w(void *a) { pthread_mutex_lock(&g.m); x++; pthread_mutex_unlock(&g.m); return 0; }
int main(void) { pthread_t t; lib(&g); pthread_create(&t,0,w,0); pthread_mutex_lock(&g.m); x++; pthread_mutex_unlock(&g.m); return 0; }
