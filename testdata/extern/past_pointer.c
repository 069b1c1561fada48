// not proved: x, *b.p[30]
// The way to x leads over a pointer that the function wrote.
#include <pthread.h>
struct big { int a[100]; int *p[40]; };
static int x; static pthread_mutex_t m;
void fill(struct big *p);
static void *w(void *a) { struct big b; fill(&b); *b.p[30] = 1; x++; return 0; }
int main(void) { pthread_t t; pthread_create(&t,0,w,0); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
