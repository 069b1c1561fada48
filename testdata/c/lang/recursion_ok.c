// check: --property assert
// expect: PROVED
// Recursion: every call has its own locals, also those whose address is taken.
#include <assert.h>

static int depth(int n, int *above)
{
	int mine = n;
	if (n == 0)
		return *above;
	int below = depth(n - 1, &mine);
	assert(mine == n);
	return below + *above;
}

int main(void)
{
	int top = 4;
	assert(depth(3, &top) == 1 + 2 + 3 + 4);
	return 0;
}
