// not proved: x
// A function in a constant struct is given with it.
#include <pthread.h>
struct ops { void (*f)(void *); void *arg; };
static int x; static pthread_mutex_t m; void reg(const struct ops *o);
static void cb(void *a) { x = 1; }
static const struct ops o = { cb, 0 };
int main(void) { reg(&o); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
