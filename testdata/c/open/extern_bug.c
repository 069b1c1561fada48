// check: --property assert,race
// expect: POSSIBLE assert
// Variables that no file defines hold anything.
#include <assert.h>

struct limits { int low, high; };

extern int debug;
extern struct limits *bounds;

int main(void)
{
	if (bounds && debug == 12345)
		assert(bounds->low <= bounds->high); // fail!
	return 0;
}
