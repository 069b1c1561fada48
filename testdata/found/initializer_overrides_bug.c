// check: --property assert
// expect: BUG assert
// The second initializer of s.p leaves x out: it is zero. PROVED was said.
#include <assert.h>

struct p { int x, y; };
struct { int a; struct p p; } s = {1, {2, 3}, .p = {.y = 4}};

int main(void)
{
	assert(s.p.x == 2); // fail!
	return 0;
}
