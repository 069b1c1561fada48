// check: --property race --rounds 2 --unwind 2
// expect: POSSIBLE race
// One place, two threads: that one locks and the other does not needs two answers to one question.
#include <pthread.h>

int is_mt(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg)
{
	int mt = is_mt();
	if (mt)
		pthread_mutex_lock(&m);
	x++; // race!
	if (mt)
		pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	if (!is_mt())
		return 0;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
