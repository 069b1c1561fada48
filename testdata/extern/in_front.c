// not proved: s.n
// From a part of an object a function gets to what lies in front of it.
#include <pthread.h>
static struct s { int n, x; } s; static pthread_mutex_t m;
void lib(int *p);
int main(void) { lib(&s.x); pthread_mutex_lock(&m); s.n++; pthread_mutex_unlock(&m); return 0; }
