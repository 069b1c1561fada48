// check: --data-model ilp32 --property assert --rounds 1 --unwind 1
// expect: UNKNOWN
// The variables take more than the 512 MiB of addresses that there are for them.
#include <assert.h>

static char a[400000000], b[400000000];

int main(void)
{
	a[5] = 3;
	b[5] = 4;
	assert(a[5] == 3);
	return 0;
}
