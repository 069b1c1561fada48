// check: --property assert
// expect: PROVED
// A strong one fails only if the values differ, and then it says what was there; a weak one in a loop is as good.
#include <assert.h>
#include <stdatomic.h>

int main(void)
{
	atomic_int x = 0;
	int expected = 0;
	assert(atomic_compare_exchange_strong(&x, &expected, 1));
	assert(x == 1 && expected == 0);
	assert(!atomic_compare_exchange_strong(&x, &expected, 2));
	assert(x == 1 && expected == 1);
	while (!atomic_compare_exchange_weak(&x, &expected, 5))
		;
	assert(x == 5);
	return 0;
}
