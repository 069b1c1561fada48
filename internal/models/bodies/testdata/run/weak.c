// A weak compare-exchange may fail without a reason, and then changes nothing.
// explore:
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
	int expected = 0;
	if (atomic_compare_exchange_weak(&x, &expected, 1))
		assert(x == 1);
	else
		assert(x == 0 && expected == 0);
	expected = 7;
	assert(!atomic_compare_exchange_strong(&x, &expected, 9) && expected == x);
	return 0;
}
