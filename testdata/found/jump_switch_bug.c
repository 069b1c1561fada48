// check: --property assert
// expect: BUG assert
// A declaration before the first case is never reached.
#include <assert.h>
int main(void)
{
	for (int i = 0; i < 2; i++) {
		switch (i) {
			unsigned char x = 1;
		case 0:
			x = 7;
			break;
		default:
			assert(x == 7); // fail!
		}
	}
	return 0;
}
