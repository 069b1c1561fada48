// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The copy takes the other's element too.
#include <heddle.h>
#include <pthread.h>
#include <string.h>

char from[4] = "abc", to[4];

void *copies(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		memcpy(to, from, 4); // race!
	return 0;
}

void *writes(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		to[3] = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, copies, 0);
	pthread_create(&t, 0, writes, 0);
	return 0;
}
