// check: --property assert --rounds 1 --unwind 1
// expect: BOUNDED
// The end of one array may be the start of the other (C11 6.5.9p6), if that one lies right behind it. The program was proved, since heddle leaves gaps.
#include <assert.h>

static int a[4], b[4];

int main(void)
{
	assert(a + 4 != b);
	return 0;
}
