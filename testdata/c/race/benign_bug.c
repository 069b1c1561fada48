// check: --property race
// expect: BUG race
// A comment that calls a race benign excuses the accesses on its line and no others; without a reason it excuses nothing.
#include <pthread.h>

int hits, level, state;

void *worker(void *arg)
{
	hits = 1; // race!
	level = 1; // race!
	state = 1; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int a = hits; /* heddle: benign a stale value is shown for a moment */ // norace
	int b = hits; // race!
	int c = level; /* heddle: benign */ // race!
	const char *s = "/* heddle: benign no comment */"; int d = level; // race!
	int e = state; /* heddle: benign read again under the lock */ // norace
	pthread_join(t, 0);
	return a + b + c + d + e + s[0];
}
