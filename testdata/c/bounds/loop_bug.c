// check: --property assert
// expect: BUG assert
// Trap 4: the trip count is known, so the loop runs to its end whatever the unwind bound is.
#include <assert.h>

int main(void)
{
	int x = 0;
	for (int i = 0; i < 20; i++)
		x += i;
	assert(x != 190); // fail!
	return 0;
}
