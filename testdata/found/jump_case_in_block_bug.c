// check: --property assert
// expect: BUG assert
// A case label inside a loop inside the switch: the declaration in the loop's block is passed over.
#include <assert.h>
int main(void)
{
	int n = 0;
	switch (n + 1) {
	case 0:
		do {
			unsigned char x = 3;
	case 1:
			assert(x == 3); // fail!
			x = 3;
		} while (++n < 2);
	}
	return 0;
}
