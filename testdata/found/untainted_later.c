// check: --property assert --rounds 2 --unwind 2
// expect: POSSIBLE assert
// As untainted_later_bug.c, but the program's own number is small.
#include <assert.h>

int lib_flag(void);
int lib_count(void);

int main(void)
{
	int x = 1;
	if (!lib_flag())
		x = lib_count();
	assert(x < 3); // fail!
	return 0;
}
