// check: --property assert
// expect: BUG assert
// A goto into the body of a for passes the declaration in its head.
#include <assert.h>
int main(void)
{
	int n = 0;
	goto in;
	for (unsigned char i = 0; i < 2; i++) {
	in:
		n++;
		assert(i < 2); // fail!
	}
	return 0;
}
