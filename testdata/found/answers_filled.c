// check: --property race --rounds 2 --unwind 2
// expect: POSSIBLE race
// The answer is what is filled in: equal questions have equal ones, too.
#include <pthread.h>

void lib_mode(int *mt);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg)
{
	int mt;
	lib_mode(&mt);
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
	int mt;
	lib_mode(&mt);
	if (!mt)
		return 0;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
