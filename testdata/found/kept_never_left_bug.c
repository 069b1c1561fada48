// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Nothing in the program leaves what is entered: it keeps nobody apart.
#include <pthread.h>

void log_enter(void);
static int x, y;

static void *worker(void *arg)
{
	log_enter();
	x++; // race!
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return y;
}
