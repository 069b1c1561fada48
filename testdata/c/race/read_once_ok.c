// check: --property race
// expect: PROVED
// READ_ONCE and WRITE_ONCE are marked, data_race() is excused.
#include <heddle.h>
#include <pthread.h>

int x, stat;

void *worker(void *arg)
{
	WRITE_ONCE(x, 1); // norace
	stat = 7; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int v = READ_ONCE(x); // norace
	v += data_race(stat); // norace
	pthread_join(t, 0);
	return v;
}
