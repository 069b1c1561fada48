// check: --property assert --data-model llp64
// expect: PROVED
// 64-bit Windows: long has 32 bits, pointers have 64.
#include <assert.h>
#include <stddef.h>

int main(void)
{
	unsigned long x = 0xffffffffu;
	assert(sizeof(long) == 4 && sizeof(void *) == 8 && sizeof(size_t) == 8 && sizeof(long long) == 8);
	assert(x + 1 == 0);
	return 0;
}
