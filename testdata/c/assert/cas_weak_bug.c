// check: --property assert
// expect: BUG assert
// A weak compare-exchange may fail though the values are equal, with no other thread in sight.
#include <assert.h>
#include <stdatomic.h>

int main(void)
{
	atomic_int x = 0;
	int expected = 0;
	_Bool ok = atomic_compare_exchange_weak(&x, &expected, 1);
	assert(ok); // fail!
	return 0;
}
