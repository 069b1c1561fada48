// check: --property assert
// expect: PROVED
// Where nobody asks for memory errors, an execution ends at an invalid operation: the assertions behind them are not reached.
#include <assert.h>
#include <heddle.h>
#include <limits.h>

int divide(int a, int b) { return a / b; }

int main(void)
{
	int *p = 0;
	unsigned char d = heddle_nondet_uchar();
	int q = 10 / d;
	assert(d != 0);
	switch (d) {
	case 1:
		*p = 1;
		assert(0); // nofail
		break;
	case 2:
		divide(INT_MIN, -1);
		assert(0); // nofail
		break;
	case 3:
		q = 10 % (d - 3);
		assert(0); // nofail
		break;
	}
	return q;
}
