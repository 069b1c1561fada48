// check: --property race --rounds 2 --unwind 3 --timeout 20s
// expect: BUG race
// slow: lockset
// A loop keeps the object before the last in hand, which was shown.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

void *user(void *p)
{
	*(int *)p = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	int *last = 0;
	for (int i = 0; i < 2; i++) {
		int *now = malloc(sizeof(*now));
		if (last)
			*last = 2; // race!
		if (i == 0)
			pthread_create(&t, 0, user, now);
		last = now;
	}
	pthread_exit(0);
}
