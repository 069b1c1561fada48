// check: --property race --rounds 2 --unwind 2
// expect: POSSIBLE race
// By their names, one thread at a time is between the two.
#include <pthread.h>

void db_begin(void);
void db_commit(void);
static int x, y;

static void *worker(void *arg)
{
	db_begin();
	x++; // race!
	db_commit();
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
