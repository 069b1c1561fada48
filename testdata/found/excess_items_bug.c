// check: --property assert
// expect: BUG assert
// The third item has no place: nothing is 3. The program was refused.
#include <assert.h>

struct s { int x[2], y; } s = {{1, 2, 3}};

int main(void)
{
	assert(s.y == 3); // fail!
	return 0;
}
