// check: --harness reset --property assert
// expect: PROVED
// expect[explore]: UNKNOWN
// The pointer to an int may lead into the struct, but not to something that is no int.
#include <assert.h>

struct counter { double mean; int hits; int misses; };

void reset(struct counter *c, int *total)
{
	if (!c || !total)
		return;
	c->mean = 1.5;
	*total = 0;
	assert(c->mean == 1.5); // nofail
	if (total != &c->hits)
		c->hits = 3;
	assert(*total == 0 || total == &c->misses); // nofail
}
