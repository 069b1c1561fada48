// not proved: x
// A thread runs an undefined function.
#include <pthread.h>
static int x; static pthread_mutex_t m; void *run(void *); struct s { void (*f)(void); };
static void cb(void) { x = 1; }
int main(void) { pthread_t t; static struct s s = { cb }; pthread_create(&t,0,run,&s); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
