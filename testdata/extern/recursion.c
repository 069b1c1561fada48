// not proved: x
// A recursion gives a callback.
#include <pthread.h>
static int x; static pthread_mutex_t m; void reg(void (*f)(void));
static void cb(void) { x = 1; }
static int rec(int n) { if (n == 0) { reg(cb); return 0; } return rec(n - 1) + 1; }
int main(void) { rec(3); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
