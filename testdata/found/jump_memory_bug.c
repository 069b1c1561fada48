// check: --property assert,memory
// expect: BUG assert
// Objects in memory: the initializer is not carried out for who jumps over it, and the object is there all the same.
#include <assert.h>
static unsigned char get(const unsigned char *p) { return *p; }
int main(void)
{
	for (int i = 0; i < 2; i++) {
		if (i)
			goto over;
		unsigned char x = 4;
	over:
		assert(get(&x) == 4); // fail!
	}
	return 0;
}
