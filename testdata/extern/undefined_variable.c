// not proved: x, flag
// An undefined variable is within reach of undefined functions.
#include <pthread.h>
extern int flag; void tick(int *p);
static int x; static pthread_mutex_t m; static int q;
static void *w(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t,0,w,0); flag = 0; tick(&q); if (flag) x++; return 0; }
