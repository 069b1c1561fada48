// check: --property assert --rounds 2 --unwind 2
// expect: BUG assert
// expect[rounds]: POSSIBLE  it takes the first execution that fails
// expect[kiss]: POSSIBLE
// The assertion fails with the number of lib_count, and where lib_flag says the other thing with the program's 5.
#include <assert.h>

int lib_flag(void);
int lib_count(void);

int main(void)
{
	int x = 5;
	if (!lib_flag())
		x = lib_count();
	assert(x < 3); // fail!
	return 0;
}
