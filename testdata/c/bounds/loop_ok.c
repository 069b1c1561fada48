// check: --property assert
// expect: PROVED
// Trap 4: loops and recursion of known length are no bounds that were hit.
#include <assert.h>

static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }

int main(void)
{
	int x = 0;
	for (int i = 0; i < 100; i++)
		x += i;
	assert(x == 4950);
	assert(fact(6) == 720);
	return 0;
}
