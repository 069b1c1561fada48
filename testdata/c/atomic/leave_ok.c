// check: --property assert
// expect: PROVED
// Trap 11: what is computed for the return still belongs to the section.
#include <heddle.h>
#include <pthread.h>

int x, y;

int sum(void)
{
	heddle_atomic {
		if (x)
			goto both;
		return x + y;
	both:
		return x + y;
	}
}

void *worker(void *arg)
{
	heddle_atomic {
		x = 1;
		y = -1;
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int s = sum();
	heddle_assert(s == 0);
	pthread_join(t, 0);
	return 0;
}
