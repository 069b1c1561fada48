// check: --harness reset --property assert
// expect: BUG assert
// The pointer to an int may lead into the struct.
#include <assert.h>

struct counter { char name[8]; int hits; int misses; };

void reset(struct counter *c, int *total)
{
	if (!c || !total)
		return;
	c->misses = 7;
	*total = 0;
	assert(c->misses == 7); // fail!
}
