// check: --data-model ilp32 --property assert --rounds 1 --unwind 1
// expect: PROVED
// expect[modular]: POSSIBLE
// The variables take less than the 512 MiB of addresses that there are for them.
#include <assert.h>

static char a[1000000], b[1000000];

int main(void)
{
	a[5] = 3;
	b[5] = 4;
	assert(a[5] == 3);
	return 0;
}
