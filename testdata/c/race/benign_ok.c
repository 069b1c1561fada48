// check: --property race
// expect: PROVED race
// The same races as in benign_bug.c, each excused at one of its two accesses.
#include <pthread.h>

#define PEEK(x) ((x) + 0)

int hits, level, state;

void *worker(void *arg)
{
	hits = 1;
	level = 1; /* heddle: benign every writer writes the same value */
	state = 1;
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int a = hits; /* heddle: benign a stale value is shown for a moment */
	int b = PEEK(hits) + // heddle: benign as above
		0;
	int c = level;
	int e = state; // heddle: benign read again under the lock
	pthread_join(t, 0);
	return a + b + c + e;
}
