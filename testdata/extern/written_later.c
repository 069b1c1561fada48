// not proved: x
// A function keeps what it is given, and writes it when it has returned.
#include <pthread.h>
static int x; static pthread_mutex_t m; void keep(int *p);
int main(void) { keep(&x); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
