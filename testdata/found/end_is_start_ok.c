// check: --property assert --rounds 1 --unwind 5
// expect: PROVED
// The end of an array is compared with what lies in it, and with the middle of another: nothing depends on where they lie.
#include <assert.h>

static int a[4], b[4];

int main(void)
{
	int n = 0;
	for (int *p = a; p != a + 4; p++)
		n++;
	assert(n == 4 && a != b && a + 4 != b + 1);
	return 0;
}
