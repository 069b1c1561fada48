// A _Bool from outside is 0 or 1.
// check: --harness f --property assert
// expect: PROVED
// expect[explore]: UNKNOWN
#include <assert.h>

struct s {
	_Bool b;
};

static _Bool g;

int f(struct s *p)
{
	int v = g;
	assert(v == 0 || v == 1); // nofail
	if (!p)
		return 0;
	v = p->b;
	assert(v == 0 || v == 1); // nofail
	return 0;
}
