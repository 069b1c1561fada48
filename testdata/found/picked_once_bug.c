// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Nothing is run, and nobody answers: send_once only has the word in its name.
#include <pthread.h>

void send_once(int);
static int x, y;

static void *worker(void *arg)
{
	send_once(1);
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
