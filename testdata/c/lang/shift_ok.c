// check: --property assert
// expect: PROVED
// Trap 5: C does not define a shift by the width or more; here it is masked, as the common machines do.
#include <assert.h>

int main(void)
{
	int w = 32;
	unsigned u = 1;
	unsigned long long l = 3;
	assert((1 << w) == 1 && (u << (w + 1)) == 2);
	assert(l << (2 * w) == 3 && l >> (2 * w + 1) == 1);
	assert(-16 >> (w + 2) == -4);
	return 0;
}
