// check: --property assert
// expect: BUG assert
// Time may stand still, and other clocks may be set back.
#include <assert.h>
#include <time.h>

int main(void)
{
	struct timespec a, b;
	clock_gettime(CLOCK_MONOTONIC, &a);
	clock_gettime(CLOCK_MONOTONIC, &b);
	assert(b.tv_sec > a.tv_sec || b.tv_nsec > a.tv_nsec); // fail!
	clock_gettime(CLOCK_REALTIME, &a);
	clock_gettime(CLOCK_REALTIME, &b);
	assert(b.tv_sec >= a.tv_sec); // fail!
	return 0;
}
