// proved: n
// Two threads hand one object to a function without a lock: it may write it in both. The program itself touches other things alone.
#include <pthread.h>

struct box { int n; };
void poke(struct box *b);

static struct box b;
static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *w(void *a)
{
	poke(&b);
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, w, 0);
	pthread_create(&u, 0, w, 0);
	return 0;
}
