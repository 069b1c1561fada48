// check: --property assert
// expect: POSSIBLE assert
// No prototype, but an address where the number of a process would have to be.
#include <assert.h>

int kill();

int main(void) {
	int value = 9;
	kill(&value);
	assert(value == 9);
	return 0;
}
