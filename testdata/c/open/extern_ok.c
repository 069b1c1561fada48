// check: --property assert,race,memory
// expect: PROVED
// expect[explore]: UNKNOWN
// Variables that no file defines hold anything, and keep it.
#include <assert.h>

struct limits { int low, high; };

extern int debug;
extern struct limits *bounds;

int main(void)
{
	int d = debug;
	if (bounds && bounds->low < bounds->high) {
		bounds->low = bounds->high;
		assert(bounds->low == bounds->high); // nofail
	}
	assert(d == debug); // nofail
	return 0;
}
