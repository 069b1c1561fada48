// not proved: s.p, y
// What is stored in given memory later is within reach.
#include <pthread.h>
static struct s { int *p; } g; static int y; static pthread_mutex_t m;
void lib(void *p);
static void *w(void *a) { pthread_mutex_lock(&m); y++; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; lib(&g); g.p = &y; pthread_create(&t,0,w,0); pthread_mutex_lock(&m); y++; pthread_mutex_unlock(&m); return 0; }
