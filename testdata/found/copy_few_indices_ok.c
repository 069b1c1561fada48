// check: --engine rounds --property assert
// expect: PROVED
// The twin of copy_few_indices_bug.c.
#include <assert.h>
#include <heddle.h>
#include <string.h>

static unsigned char from[8], to[8];

int main(void)
{
	unsigned long n = heddle_nondet_uchar();
	heddle_assume(n <= 8);
	from[0] = 7;
	memcpy(to, from, n);
	unsigned k = heddle_nondet_uchar() & 3;
	assert(to[4 * k] == 0 || to[4 * k] == 7 && n > 0 && k == 0);
	return 0;
}
