// simulate: failure
// explore: assert
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
	int expected = 0;
	_Bool ok = atomic_compare_exchange_weak(&x, &expected, 1);
	assert(ok);
	return 0;
}
