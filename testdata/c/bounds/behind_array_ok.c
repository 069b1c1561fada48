// check: --property race,assert
// expect: PROVED
// expect[rounds]: PROVED
#include <assert.h>
#include <pthread.h>

int table[10000];
int x;

void *worker(void *arg)
{
	x += table[9999]; // norace
	return 0;
}

int main(void)
{
	for (int i = 0; i < 10000; i++)
		table[i] = 3 * i;
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	assert(x == 3 * 9999); // nofail
	return 0;
}
