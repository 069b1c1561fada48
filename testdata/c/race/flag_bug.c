// check: --property race
// expect: BUG race
// A plain flag races. The data does not, under sequential consistency: all pairs are decided, not only the first.
#include <pthread.h>

int data;
int flag;

void *worker(void *arg)
{
	data = 42; // norace
	flag = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	int v = 0;
	pthread_create(&t, 0, worker, 0);
	if (flag) // race!
		v = data; // norace
	pthread_join(t, 0);
	return v;
}
