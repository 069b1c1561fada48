// check: --property memory
// expect: POSSIBLE out-of-bounds
// The result of a thread is a number of the outside: the index is the outside's, as if nobody had handed it on.
#include <pthread.h>

int ext(void);
static int a[4];

static void *ends(void *p)
{
	pthread_exit((void *)(long)ext());
}

static void *returns(void *p)
{
	return (void *)(long)ext();
}

int main(void)
{
	pthread_t t, u;
	void *r, *s;

	pthread_create(&t, 0, ends, 0);
	pthread_create(&u, 0, returns, 0);
	pthread_join(t, &r);
	pthread_join(u, &s);
	a[(long)r] = 1;
	a[(long)s] = 1;
	return 0;
}
