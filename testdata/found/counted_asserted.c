// check: --property assert --rounds 1 --unwind 6
// expect: POSSIBLE assert
// The count itself is asserted.
#include <assert.h>

int lib_more(void);
static unsigned char n;

int main(void)
{
	while (lib_more())
		n++;
	assert(n < 3); // fail!
	return 0;
}
