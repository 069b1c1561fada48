// check: --property assert --rounds 1 --unwind 1
// expect: POSSIBLE assert
// As stored_outside_bug.c, but what is stored the outside says, too.
#include <assert.h>

unsigned lib_slot(void);
static unsigned a[2];

int main(void)
{
	a[0] = lib_slot();
	assert(a[0] != 3); // fail!
	return 0;
}
