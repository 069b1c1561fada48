// check: --property race
// expect: BUG race
// expect[rounds]: BUG race
// expect[kiss]: BUG race
// slow: explore, kiss, rounds
// A loop that only computes with what is known runs to its end however long it is: it leaves no code.
#include <pthread.h>

int x;

void *worker(void *arg)
{
	x++; // race!
	return 0;
}

int main(void)
{
	unsigned sum = 0;
	for (int i = 0; i < 100000; i++)
		sum += i * 7;
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	x = sum; // race!
	pthread_join(t, 0);
	return 0;
}
