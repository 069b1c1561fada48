// check: --property assert
// expect: POSSIBLE assert
// Called through a pointer.
#include <assert.h>

int select(int *);

int (*chosen)(int *) = select;

int main(void) {
	int value = 9;
	chosen(&value);
	assert(value == 9);
	return 0;
}
