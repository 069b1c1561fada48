// check: --property assert --rounds 1 --unwind 1
// expect: BUG assert
// Where it is stored the outside says, and what is stored the program.
#include <assert.h>

unsigned lib_slot(void);
static int a[2];

int main(void)
{
	a[lib_slot() & 1] = 3;
	assert(a[0] != 3); // fail!
	return 0;
}
