// check: --property race,assert
// expect: BUG race
// expect[rounds]: BUG race
// slow: explore, kiss, rounds
// A table that main fills before there are threads: its values decide what they do.
#include <assert.h>
#include <pthread.h>

int table[10000];
int x;

void *worker(void *arg)
{
	assert(table[77] == 77 * 3); // nofail
	x += table[9999];            // race!
	return 0;
}

int main(void)
{
	for (int i = 0; i < 10000; i++)
		table[i] = 3 * i;
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	x = 2; // race!
	pthread_join(t, 0);
	return 0;
}
