// check: --property assert
// expect: PROVED
// As jump_switch_bug.c; every case writes the variable first.
#include <assert.h>
int main(void)
{
	for (int i = 0; i < 3; i++) {
		switch (i) {
			unsigned char x;
		case 0:
			x = 7;
			assert(x == 7);
			break;
		case 1:
			x = 8;
			/* fall through */
		default:
			x = 9;
			assert(x == 9);
		}
	}
	return 0;
}
