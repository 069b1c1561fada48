// check: --property assert
// expect: PROVED
// The first section that creates a thread is one step, also where it branches.
#include <assert.h>
#include <heddle.h>

int x, y, z;

void looks(void)
{
	heddle_atomic { assert(x == y && y == z); } // nofail
}

int main(void)
{
	heddle_atomic
	{
		x = 1;
		if (heddle_nondet_bool())
			heddle_async(looks);
		y = 1;
		z = 1;
	}
	return 0;
}
